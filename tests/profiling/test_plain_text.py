from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.profiling.plain_text import plain_number, plain_value
from gtr_core.profiling.type_group import TypeGroup


@pytest.mark.parametrize(
    ("value", "group", "plain"),
    [
        (None, "text", None),
        ("  as stored ", "text", "  as stored "),
        ("17.00", "decimal", "17"),
        ("0.10", "decimal", "0.1"),
        ("-0.50", "decimal", "-0.5"),
        ("100", "integer", "100"),
        ("1e+20", "float", "100000000000000000000"),
        ("1.5e-07", "float", "0.00000015"),
        ("1e+300", "float", "1e+300"),
        ("nan", "float", None),
        ("inf", "float", None),
        ("nonsense", "float", None),
        ("1", "boolean", "true"),
        ("0", "boolean", "false"),
        ("true", "boolean", "true"),
        ("2024-02-29", "date", "2024-02-29"),
        ("9999-12-31", "date", "9999-12-31"),
        ("0045-03-15 (BC)", "date", "-0044-03-15"),
        ("0001-01-01 BC", "date", "0000-01-01"),
        ("2024-02-29 10:30:00.5+00", "timestamp", "2024-02-29T10:30:00.5+00"),
        ("infinity", "date", None),
        ("-infinity", "timestamp", None),
        ("10:30:00", "time", "10:30:00"),
    ],
)
def test_a_value_in_plain_form(value: str | None, group: TypeGroup, plain: str | None):
    assert plain_value(value, group) == plain


@given(number=st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**15), max_value=10**15))
def test_plain_decimals_keep_the_number(number: Decimal):
    plain = plain_value(str(number), "decimal")
    assert plain is not None
    assert Decimal(plain) == number
    assert "." not in plain or not plain.endswith(("0", "."))


@pytest.mark.parametrize(("value", "number"), [(None, None), ("2.5", 2.5), (Decimal(3), 3.0), ("nan", None)])
def test_a_plain_number(value: object, number: float | None):
    assert plain_number(value) == number
