from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import JoinEdge
from gtr_core.joins import name_roles


def edge(*columns: str, child: str = "orders", parent: str = "address", role: str | None = None) -> JoinEdge:
    return JoinEdge(child, columns, parent, tuple(f"key{i}" for i in range(len(columns))), role=role)


@pytest.mark.parametrize(
    ("edges", "roles"),
    [
        ([edge("address_id")], [None]),
        ([edge("ship_address_id"), edge("bill_address_id")], ["ship_address", "bill_address"]),
        ([edge("o_ship_address_id"), edge("o_bill_address_id")], ["ship_address", "bill_address"]),
        ([edge("shipAddressKey"), edge("billAddressKey")], ["ship_address", "bill_address"]),
        ([edge("address_id"), edge("bill_address_id")], ["address", "bill_address"]),
        ([edge("origin"), edge("destination")], ["origin", "destination"]),
        ([edge("company_id", "home_id"), edge("company_id", "away_id")], ["home", "away"]),
        ([edge("a_id", role="buyer"), edge("b_id")], ["buyer", "b"]),
        ([edge("manager_id", child="employee", parent="employee")], ["manager"]),
        ([edge("id"), edge("key")], ["id", "key"]),
        ([edge("team_id"), edge("team_key")], ["team_id_as_key0", "team_key_as_key0"]),
        ([edge("a_id"), edge("b_id", parent="other")], [None, None]),
    ],
)
def test_roles(edges: list[JoinEdge], roles: list[str | None]):
    assert [one.role for one in name_roles(edges)] == roles


@given(st.lists(st.lists(st.text("abid_", min_size=1, max_size=6), min_size=1, max_size=2, unique=True), max_size=6))
def test_no_two_siblings_share_a_role_and_nothing_else_changes(columns: list[list[str]]):
    edges = [edge(*one) for one in {tuple(one): None for one in columns}]
    named = name_roles(edges)
    roles = [one.role for one in named]
    assert [(one.child, one.child_columns, one.parent) for one in named] == [
        (one.child, one.child_columns, one.parent) for one in edges
    ]
    assert len(edges) < 2 or (None not in roles and len(set(roles)) == len(roles))
