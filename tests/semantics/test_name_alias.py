"""The words of one cryptic name."""

from __future__ import annotations

import pytest

from gtr_core.semantics import NameContext, name_alias

PAIRS = [
    ("acctbal", "account balance"),
    ("mktsegment", "market segment"),
    ("supplycost", "supply cost"),
    ("AvailQty", "available quantity"),
    ("CUST_NM", "customer name"),
    ("order_id", "order id"),
    ("zip_cd", "zip code"),
    ("order_no", "order number"),
    ("no_of_rooms", "number of rooms"),
    ("is_curr", "is current"),
    ("cust_addrs", "customer addresses"),
    ("net_amt", "net amount"),
    ("payment_term", "payment term"),
    ("co2", "co 2"),
    ("d_date_sk", "d date key"),
    ("status", "status"),
    ("", ""),
]


@pytest.mark.parametrize(("name", "alias"), PAIRS)
def test_words_of_a_name(name: str, alias: str) -> None:
    assert name_alias(name) == alias


@pytest.mark.parametrize(
    ("name", "context", "alias"),
    [
        ("exp_dt", NameContext(semantic_type="date"), "expiration date"),
        ("exp", NameContext(semantic_type="money"), "expense"),
        ("st", NameContext(described=("current", "status")), "status"),
        ("prod_id", NameContext(related=frozenset({"production", "line"})), "production id"),
        ("acc_no", NameContext(entities=frozenset({"accession"})), "accession number"),
        ("term", NameContext(described=("terminal", "of", "the", "gate")), "terminal"),
    ],
)
def test_what_stands_near_chooses_the_meaning(name: str, context: NameContext, alias: str) -> None:
    assert name_alias(name, context) == alias


def test_the_description_outranks_the_data() -> None:
    context = NameContext(described=("experience", "in", "years"), semantic_type="money")
    assert name_alias("exp", context) == "experience"


def test_an_unknown_short_form_is_read_from_the_description() -> None:
    assert name_alias("xcptn", NameContext(described=("xception", "of", "a", "rule"))) == "xception"
    assert name_alias("xcptn", NameContext(described=("xception", "xcaptain"))) == "xcptn"
