from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.dbt.join_claims import JoinClaim, merge_claims

_CLAIM = JoinClaim("child", ("a",), "parent", ("id",), "relationships_test", "test.1", severity="error")


def test_duplicates_merge_and_keep_all_origins_the_strongest_first() -> None:
    (edge,) = merge_claims(
        [
            replace(_CLAIM, origin="semantic_entity", severity=None),
            _CLAIM,
            replace(_CLAIM, origin="constraint", severity=None),
            replace(_CLAIM, statement="test.2"),
        ]
    )
    assert edge.origins == ("constraint", "relationships_test", "semantic_entity")


def test_composite_keys_in_another_order_are_one_edge() -> None:
    first = replace(_CLAIM, child_columns=("a", "b"), parent_columns=("x", "y"))
    second = replace(_CLAIM, child_columns=("b", "a"), parent_columns=("y", "x"))
    (edge,) = merge_claims([first, second])
    assert edge.pairs == (("a", "x"), ("b", "y"))


@pytest.mark.parametrize(
    ("claims", "conditions", "severity", "enabled", "confidence"),
    [
        ([_CLAIM], (), "error", True, 1.0),
        ([replace(_CLAIM, severity="warn")], (), "warn", True, 0.95),
        ([replace(_CLAIM, severity="warn"), _CLAIM], (), "error", True, 1.0),
        ([replace(_CLAIM, conditions=("x",))], ("x",), "error", True, 0.95),
        ([replace(_CLAIM, conditions=("x",)), _CLAIM], (), "error", True, 1.0),
        ([replace(_CLAIM, conditions=("a is not null",))], ("a is not null",), "error", True, 1.0),
        ([replace(_CLAIM, conditions=("b is not null",))], ("b is not null",), "error", True, 0.95),
        ([replace(_CLAIM, enabled=False)], (), "error", False, 0.5),
        ([replace(_CLAIM, enabled=False), replace(_CLAIM, conditions=("x",))], ("x",), "error", True, 0.95),
        ([replace(_CLAIM, severity=None)], (), None, True, 1.0),
        ([replace(_CLAIM, severity=None), replace(_CLAIM, severity="warn")], (), "warn", True, 1.0),
    ],
)
def test_the_firmest_claim_counts(
    claims: list[JoinClaim], conditions: tuple[str, ...], severity: str | None, enabled: bool, confidence: float
) -> None:
    (edge,) = merge_claims(claims)
    assert (edge.conditions, edge.severity, edge.enabled) == (conditions, severity, enabled)
    assert edge.confidence == confidence


def test_two_edges_between_the_same_tables_keep_their_roles() -> None:
    claims = [replace(_CLAIM, child_columns=(name,)) for name in ("ship_address_id", "BILL_ADDRESS_KEY", "id")]
    assert [edge.role for edge in merge_claims(claims)] == ["ship_address", "bill_address", "id"]


def test_a_role_that_the_project_names_stays() -> None:
    claims = [replace(_CLAIM, role="ship to"), replace(_CLAIM, child_columns=("b_id",))]
    assert [edge.role for edge in merge_claims(claims)] == ["ship to", "b"]


@given(st.permutations(range(4)))
def test_the_order_of_claims_does_not_change_what_is_claimed(order: list[int]) -> None:
    claims = [
        _CLAIM,
        replace(_CLAIM, origin="constraint", severity=None),
        replace(_CLAIM, conditions=("x",), severity="warn"),
        replace(_CLAIM, child_columns=("b",), enabled=False),
    ]
    edges = {edge.child_columns: edge for edge in merge_claims([claims[index] for index in order])}
    assert edges == {edge.child_columns: edge for edge in merge_claims(claims)}
