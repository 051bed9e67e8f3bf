from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.profiling import value_patterns as patterns

CASES: list[tuple[Callable[[str], bool], list[str], list[str]]] = [
    (
        patterns.is_email,
        ["ann@example.org", "a.b+c@mail.example.co.uk", " x@y.de "],
        ["ann", "ann@host", "@example.org", "ann@@example.org", "ann example@x.org", "a@b."],
    ),
    (
        patterns.is_url,
        ["https://example.org/a?b=c", "http://x", "www.example.org"],
        ["example", "mailto:a@b.de", "www", "ftp:"],
    ),
    (
        patterns.is_phone,
        ["25-989-741-2988", "+49 30 1234567", "(030) 1234567", "555 123 4567 x12"],
        ["1995-01-01", "31.01.1995 10:00", "ORD-1234567", "12345", "1234567890123456"],
    ),
    (
        patterns.is_strict_phone,
        ["555-123-4567", "+49 30 1234567", "(030) 123456"],
        ["25-989-741-2988", "5551234567", "123-45-6789", "978-3-16-148410-0"],
    ),
    (
        patterns.is_date_text,
        ["1995-01-31", "1995/1/3", "31.01.1995", "1995-01-31T10:00:00"],
        ["1995", "95-01-31", "1995-01-31x"],
    ),
    (
        patterns.is_social_security_number,
        ["123-45-6789"],
        ["000-45-6789", "666-45-6789", "923-45-6789", "123-00-6789", "123-45-0000", "123456789"],
    ),
    (
        patterns.is_bank_account,
        ["DE89370400440532013000", "GB82 WEST 1234 5698 7654 32", "FR1420041010050500013M02606"],
        ["DE89370400440532013001", "SKU12345678901234", "DE00"],
    ),
    (
        patterns.is_card_number,
        ["4111 1111 1111 1111", "5500000000000004", "3400-000000-00009"],
        ["4111111111111112", "9781234567890", "411111"],
    ),
    (
        patterns.is_hash_or_uuid,
        ["123e4567-e89b-12d3-a456-426614174000", "d41d8cd98f00b204e9800998ecf8427e"],
        ["123e4567", "deadbeef", "a" * 32],
    ),
    (patterns.is_ip_address, ["192.168.0.1", "8.8.8.8"], ["256.1.1.1", "1.2.3", "1.2.3.4.5"]),
    (patterns.is_number_text, ["12", "-1.5", "3,2"], ["1a", "", "1.2.3"]),
    (patterns.is_json_text, ['{"a": 1}', "[1, 2]"], ["a", "{", "(1)"]),
    (
        patterns.is_street_address,
        ["12 Main Street", "221B Baker St", "5, rue de la Paix", "Hauptstraße 7", "Lindenweg 12a", "Calle Mayor 3"],
        ["Main Street", "London", "Road to Perdition", "St. Louis", "12 angry men", "IVhzIApeRb ot,c,E"],
    ),
]


@pytest.mark.parametrize(
    ("has_form", "value", "expected"),
    [
        (has_form, value, expected)
        for has_form, yes, no in CASES
        for expected, values in ((True, yes), (False, no))
        for value in values
    ],
)
def test_forms(has_form: Callable[[str], bool], value: str, expected: bool):
    assert has_form(value) is expected


@given(st.text(max_size=200))
def test_no_text_breaks_a_form(value: str):
    assert all(isinstance(has_form(value), bool) for has_form, _, _ in CASES)


def test_the_share_of_none_is_nought():
    assert patterns.share_of([], patterns.is_email) == 0.0
    assert patterns.share_of(["a@b.de", "x"], patterns.is_email) == 0.5
