from __future__ import annotations

import pytest

from gtr_core.catalog import Relation
from gtr_core.warehouse import ListedRelation, best_match

STORED = [
    ListedRelation(Relation("db", "main", "orders"), "table"),
    ListedRelation(Relation("db", "main", "Orders"), "table"),
    ListedRelation(Relation("db", "raw", "customer"), "table"),
    ListedRelation(Relation("other", "raw", "customer"), "table"),
    ListedRelation(Relation("db", "RAW", "REGION"), "table"),
]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Relation("db", "main", "orders"), 0),
        (Relation("db", "main", "Orders"), 1),
        (Relation("db", "main", "ORDERS"), None),
        (Relation("DB", "raw", "CUSTOMER"), 2),
        (Relation(None, "raw", "customer"), None),
        (Relation(None, None, "region"), 4),
        (Relation("db", "raw", "region"), 4),
        (Relation("db", "main", "region"), None),
        (Relation("db", "main", "ghost"), None),
    ],
)
def test_a_relation_is_found_as_stored_or_as_the_only_one_that_differs_in_case(wanted: Relation, found: int | None):
    assert best_match(wanted, STORED) is (None if found is None else STORED[found])
