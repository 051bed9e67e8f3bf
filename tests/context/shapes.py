"""Small graphs that several tests look at."""

from __future__ import annotations

from gtr_core.catalog import Column, JoinEdge, Key, Relation, Table
from gtr_core.context.graph import ContextGraph


def table(name: str, *columns: str, hidden: bool = False) -> Table:
    """A table whose id is its name."""
    made = tuple(Column(column, "VARCHAR", i) for i, column in enumerate(columns))
    return Table(name, Relation("db", "main", name), name, columns=made, hidden=hidden)


def edge(child: str, columns: str, parent: str, parent_columns: str, role: str | None = None) -> JoinEdge:
    """An edge; column names are separated by blanks."""
    return JoinEdge(child, tuple(columns.split()), parent, tuple(parent_columns.split()), ("relationships_test",), role)


def orders_graph() -> ContextGraph:
    """Lines of orders of parts from suppliers, with a composite edge to what suppliers offer."""
    return ContextGraph(
        tables=[
            table("line", "order_id", "part_id", "supplier_id", "units"),
            table("orders", "id", "customer_id", "order_date"),
            table("offer", "part_id", "supplier_id", "cost"),
            table("part", "id", "part_name"),
            table("supplier", "id", "supplier_name", "country_id"),
            table("customer", "id", "customer_name", "country_id"),
            table("country", "id", "country_name"),
        ],
        joins=[
            edge("line", "order_id", "orders", "id"),
            edge("line", "part_id", "part", "id"),
            edge("line", "supplier_id", "supplier", "id"),
            edge("line", "part_id supplier_id", "offer", "part_id supplier_id"),
            edge("offer", "part_id", "part", "id"),
            edge("offer", "supplier_id", "supplier", "id"),
            edge("orders", "customer_id", "customer", "id"),
            edge("supplier", "country_id", "country", "id"),
            edge("customer", "country_id", "country", "id"),
        ],
        keys=[Key(name, ("id",), "tests", True) for name in ("orders", "part", "supplier", "customer", "country")],
    )
