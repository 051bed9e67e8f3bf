from __future__ import annotations

import numpy as np
import pytest

from gtr_core.joins.inference.candidates import Candidate, find_candidates, named_columns
from gtr_core.joins.inference.reading import table_values
from gtr_core.joins.inference.rules import KeyFacts, ruled

KEYS = list(range(4000, 4050))


def found(columns: dict[str, dict[str, list[object]]], *parents: tuple[str, str]) -> tuple[list[Candidate], KeyFacts]:
    tables = [table_values(name, name, list(of), list(of.values())) for name, of in columns.items()]
    return find_candidates(named_columns(tables), list(parents)), KeyFacts(set(parents), dict.fromkeys(parents, 0.9))


def after(candidates: list[Candidate], facts: KeyFacts, *confidences: float) -> list[float]:
    return [float(one) for one in ruled(candidates, np.array(confidences), facts)]


def test_two_parents_that_are_as_likely_are_a_coin_s_flip():
    candidates, facts = found(
        {"person": {"person_id": KEYS}, "company": {"company_id": KEYS}, "deal": {"buyer": KEYS[:30] * 2}},
        ("person", "person_id"), ("company", "company_id"),
    )  # fmt: skip
    of_deal = [one for one in candidates if one.child.column.table == "deal"]
    assert after(of_deal, facts, 0.77, 0.76) == [0.3, 0.3]
    assert after(of_deal, facts, 0.9, 0.76) == [0.9, 0.76]


@pytest.mark.parametrize(("name", "kept"), [("apt_id", 0.9), ("facility_id", 0.1)])
def test_a_key_of_the_same_name_may_refer_and_one_of_its_own_table_s_may_not(name: str, kept: float):
    counted = list(range(1, 60))
    candidates, facts = found(
        {"apartment": {"apt_id": counted}, "facility": {name: counted[:30], "label": list("ab" * 15)}},
        ("apartment", "apt_id"),
    )
    (one,) = [one for one in candidates if one.child.column.name == name]
    assert after([one], facts, 0.9) == [kept]


def test_the_row_above_is_one_of_the_same_table():
    ids = list(range(1, 41))
    candidates, facts = found(
        {"employee": {"employee_id": ids, "manager_id": [1 + x % 3 for x in ids]}}, ("employee", "employee_id")
    )
    (one,) = [one for one in candidates if one.child.column.name == "manager_id"]
    assert after([one], facts, 0.02) == [0.8]
