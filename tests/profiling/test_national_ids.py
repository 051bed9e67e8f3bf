from __future__ import annotations

import random

import pytest

from gtr_core.profiling.national_ids import are_national_ids, is_national_insurance_number
from tests.profiling.made_up_identities import made_up_identities

COLUMNS = {column.kind: column.values for column in made_up_identities(60)}
KINDS = [kind for kind in COLUMNS if kind.startswith("national id")]


@pytest.mark.parametrize("kind", KINDS)
def test_identity_numbers_are_told_by_their_check(kind: str):
    assert are_national_ids(COLUMNS[kind])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "(UK)" not in kind])
def test_numbers_of_the_same_form_whose_check_fails_are_none(kind: str):
    rng = random.Random(3)
    broken = ["".join(rng.choice("0123456789") if c.isdigit() else c for c in value) for value in COLUMNS[kind]]
    assert not are_national_ids(broken)


@pytest.mark.parametrize("kind", ["bar code", "order number", "surrogate", "snowflake id", "batch", "part number"])
def test_numbers_of_things_are_none(kind: str):
    assert not are_national_ids(COLUMNS[kind])


def test_few_values_prove_nothing():
    assert not are_national_ids(COLUMNS["national id (NL)"][:4])
    assert not are_national_ids(COLUMNS["national id (NL)"][:15])
    assert are_national_ids(COLUMNS["national id (NL)"][:20])
    assert are_national_ids(COLUMNS["national id (FR)"][:5])
    assert not are_national_ids([])


@pytest.mark.parametrize(
    ("value", "is_one"),
    [("AB 12 34 56 C", True), ("AB123456C", True), ("AB123456E", False), ("GB123456A", False), ("AB12345C", False)],
)
def test_national_insurance_numbers(value: str, is_one: bool):
    assert is_national_insurance_number(value) is is_one
