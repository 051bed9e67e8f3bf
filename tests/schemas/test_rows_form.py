from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.schemas.rows_form import rows_to_json, value_to_json


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (2**53, 2**53),
        (2**53 + 1, "9007199254740993"),
        (-(2**60), "-1152921504606846976"),
        (1.5, 1.5),
        (float("nan"), "nan"),
        (Decimal("10.00"), "10.00"),
        (Decimal("1E+3"), "1000"),
        (date(1995, 1, 2), "1995-01-02"),
        (datetime(1995, 1, 2, 3, 4, 5, tzinfo=UTC), "1995-01-02T03:04:05+00:00"),
        (time(3, 4), "03:04:00"),
        (timedelta(hours=1), 3600.0),
        (b"\x00\xff", "00ff"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        ({"a": [Decimal("1.0")]}, {"a": ["1.0"]}),
    ],
)
def test_values(value, form):
    assert value_to_json(value) == form


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.decimals() | st.text() | st.binary() | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.lists(anything, max_size=3), max_size=3))
def test_whatever_an_engine_returns_is_strict_json(rows):
    form = rows_to_json(rows)
    assert json.loads(json.dumps(form, allow_nan=False)) == form
