from __future__ import annotations

from dataclasses import replace

import pytest

from gtr_core.catalog import Catalog, Column, JoinEdge, Relation, Table
from gtr_core.joins import collect_declared, declared_joins
from gtr_core.warehouse import DeclaredKey


def table(name: str, *columns: str, also: tuple[str, ...] = (), database: str | None = "db") -> Table:
    return Table(
        f"model.shop.{name}",
        Relation(database, "main", name),
        name,
        columns=tuple(Column(one, position=i) for i, one in enumerate(columns)),
        also=also,
    )


ORDERS = table("orders", "id", "customer_id", "ship_id", "bill_id", "part_id", "supplier_id")
CUSTOMER = table("customer", "id", "parent_id", also=("seed.shop.customer",))
ADDRESS = table("address", "id")
PARTSUPP = table("partsupp", "part_id", "supplier_id")
TABLES = (ORDERS, CUSTOMER, ADDRESS, PARTSUPP)


def edge(
    child: Table, columns: str, parent: Table, parent_columns: str, origin: str = "relationships_test"
) -> JoinEdge:
    return JoinEdge(
        child.id, tuple(columns.split()), parent.id, tuple(parent_columns.split()),
        origins=(origin,),  # type: ignore[arg-type]
    )  # fmt: skip


def joins(*edges: JoinEdge, keys: tuple[DeclaredKey, ...] = ()) -> tuple[JoinEdge, ...]:
    return declared_joins(Catalog(TABLES, joins=edges), keys)


TO_CUSTOMER = edge(ORDERS, "customer_id", CUSTOMER, "id")


def test_one_edge_for_all_who_state_it_the_strongest_first():
    found = joins(
        edge(ORDERS, "customer_id", CUSTOMER, "id", "semantic_entity"),
        edge(ORDERS, "CUSTOMER_ID", CUSTOMER, "Id"),
        edge(ORDERS, "customer_id", CUSTOMER, "id", "constraint"),
    )
    assert len(found) == 1
    assert found[0].origins == ("constraint", "relationships_test", "semantic_entity")
    assert found[0].pairs == (("customer_id", "id"),)


def test_a_composite_key_is_one_edge_in_whatever_order_it_is_stated():
    found = joins(
        edge(ORDERS, "part_id supplier_id", PARTSUPP, "part_id supplier_id"),
        edge(ORDERS, "supplier_id part_id", PARTSUPP, "supplier_id part_id", "meta"),
    )
    assert [one.pairs for one in found] == [(("part_id", "part_id"), ("supplier_id", "supplier_id"))]


def test_two_keys_to_one_parent_are_two_edges_with_roles():
    found = joins(edge(ORDERS, "ship_id", ADDRESS, "id"), edge(ORDERS, "bill_id", ADDRESS, "id"))
    assert {one.child_columns[0]: one.role for one in found} == {"ship_id": "ship", "bill_id": "bill"}


def test_a_self_reference_has_a_role_and_an_edge_onto_itself_is_dropped():
    found = joins(edge(CUSTOMER, "parent_id", CUSTOMER, "id"), edge(CUSTOMER, "id", CUSTOMER, "ID"))
    assert [(one.child_columns, one.role) for one in found] == [(("parent_id",), "parent")]


def test_the_role_that_a_column_declares_is_the_edge_s():
    orders = replace(ORDERS, columns=(Column("customer_id", role="buyer"),))
    found = declared_joins(Catalog((orders, CUSTOMER), joins=(TO_CUSTOMER,)))
    assert found[0].role == "buyer"


def test_a_statement_without_conditions_prevails():
    narrow = replace(TO_CUSTOMER, conditions=("id > 1",), severity="warn", confidence=0.9)
    assert joins(narrow)[0].conditions == ("id > 1",)
    both = joins(narrow, replace(TO_CUSTOMER, severity="error"))[0]
    assert (both.conditions, both.severity, both.confidence) == ((), "error", 1.0)


def test_a_disabled_statement_counts_only_where_there_is_no_other():
    off = replace(TO_CUSTOMER, enabled=False, severity="error", confidence=0.5)
    assert not joins(off)[0].enabled
    both = joins(off, replace(TO_CUSTOMER, severity="warn", conditions=("x",)))[0]
    assert (both.enabled, both.severity, both.conditions) == (True, "warn", ("x",))


def test_foreign_keys_of_the_warehouse_are_edges_between_known_tables():
    keys = (
        DeclaredKey(
            "foreign", Relation("DB", "MAIN", "ORDERS"), ("CUSTOMER_ID",), Relation("db", "main", "customer"), ("ID",)
        ),
        DeclaredKey("foreign", Relation("db", "main", "orders"), ("id",), Relation("db", "other", "customer"), ("id",)),
        DeclaredKey("primary", Relation("db", "main", "customer"), ("id",)),
        DeclaredKey(
            "foreign", Relation("db", "main", "orders"), ("a", "b"), Relation("db", "main", "customer"), ("id",)
        ),
    )
    assert [(one.pairs, one.origins) for one in joins(keys=keys)] == [((("customer_id", "id"),), ("warehouse_key",))]
    merged = joins(TO_CUSTOMER, keys=keys)
    assert merged[0].origins == ("warehouse_key", "relationships_test")


def test_a_project_without_a_database_name_means_the_connection_s_own():
    tables = (table("orders", "customer_id", database=None), table("customer", "id", database=None))
    key = DeclaredKey(
        "foreign", Relation("db", "main", "orders"), ("customer_id",), Relation("db", "main", "customer"), ("id",)
    )
    assert len(declared_joins(Catalog(tables), (key,))) == 1


def test_another_node_of_the_same_relation_is_the_table():
    stated = replace(TO_CUSTOMER, parent="seed.shop.customer")
    assert joins(stated)[0].parent == CUSTOMER.id


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        (replace(TO_CUSTOMER, parent="model.shop.ghost"), "there is no table model.shop.ghost"),
        (replace(TO_CUSTOMER, child_columns=("ghost_id",)), "model.shop.orders has no column ghost_id"),
        (replace(TO_CUSTOMER, parent_columns=("ghost",)), "model.shop.customer has no column ghost"),
        (replace(TO_CUSTOMER, parent_columns=("id", "parent_id")), "its columns do not pair up"),
    ],
)
def test_what_names_something_missing_is_left_out_and_told(stated: JoinEdge, told: str):
    collected = collect_declared(Catalog(TABLES, joins=(stated, edge(ORDERS, "ship_id", ADDRESS, "id"))))
    assert [one.parent for one in collected.edges] == [ADDRESS.id]
    assert len(collected.warnings) == 1
    assert told in collected.warnings[0]


def test_the_order_of_statements_does_not_matter():
    edges = [
        edge(ORDERS, "ship_id", ADDRESS, "id"),
        edge(ORDERS, "bill_id", ADDRESS, "id"),
        TO_CUSTOMER,
        edge(ORDERS, "part_id supplier_id", PARTSUPP, "part_id supplier_id"),
    ]
    assert joins(*edges) == joins(*reversed(edges))
