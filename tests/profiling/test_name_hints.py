from __future__ import annotations

import pytest

from gtr_core.profiling.name_hints import CODE_WORDS, MONEY_WORDS, QUANTITY_WORDS, hints, is_key_name, name_words


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("id", True), ("customer_id", True), ("customerId", True), ("ID_CUSTOMER", True), ("c_custkey", True),
        ("order_key", True), ("row_uuid", True), ("paid", False), ("monkey", False), ("is_valid", False),
        ("grid", False), ("keyword", False), ("identity", False), ("name", False),
    ],
)  # fmt: skip
def test_keys_by_name(name: str, key: bool):
    assert is_key_name(name_words(name)) is key


@pytest.mark.parametrize(
    ("name", "hint", "found"),
    [
        ("c_acctbal", MONEY_WORDS, True),
        ("l_extendedprice", MONEY_WORDS, True),
        ("ps_availqty", QUANTITY_WORDS, True),
        ("metal", MONEY_WORDS, False),
        ("orderstatus", CODE_WORDS, True),
        ("colour", CODE_WORDS, False),
    ],
)
def test_words_that_names_end_in(name: str, hint: frozenset[str], found: bool):
    assert hints(name_words(name), hint) is found


def test_a_name_without_words_is_no_key():
    assert not is_key_name(name_words("___"))
