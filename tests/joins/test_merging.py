from __future__ import annotations

from gtr_core.catalog import JoinEdge
from gtr_core.joins.merging import merged_joins


def edge(child: str, column: str, parent: str, origin: str = "inferred") -> JoinEdge:
    return JoinEdge(child, (column,), parent, ("id",), (origin,), confidence=0.7)  # type: ignore[arg-type]


def test_what_is_stated_is_not_changed():
    stated = edge("orders", "customer_id", "customer", "relationships_test")
    turned = JoinEdge("customer", ("ID",), "orders", ("Customer_ID",), ("inferred",))
    assert merged_joins([stated], [edge("orders", "customer_id", "customer"), turned]) == (stated,)


def test_a_column_with_a_stated_parent_gets_no_other():
    stated = edge("orders", "customer_id", "customer", "relationships_test")
    assert merged_joins([stated], [edge("orders", "customer_id", "person")]) == (stated,)


def test_found_edges_get_roles_beside_stated_ones():
    stated = edge("orders", "ship_to_id", "customer", "relationships_test")
    found = edge("orders", "bill_to_id", "customer")
    assert {one.child_columns[0]: one.role for one in merged_joins([stated], [found])} == {
        "ship_to_id": "ship_to",
        "bill_to_id": "bill_to",
    }
