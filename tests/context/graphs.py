"""A small context graph with something of everything, for the tests of snapshots."""

from __future__ import annotations

from gtr_core.catalog import (
    Column,
    ColumnProfile,
    JoinEdge,
    JoinMeasurement,
    Key,
    Metric,
    MetricInput,
    Relation,
    Table,
    TableProfile,
)
from gtr_core.context.graph import ContextGraph

__all__ = ["small_graph"]


def small_graph() -> ContextGraph:
    customer = Table(
        id="model.shop.customer",
        relation=Relation("db", "main", "customer"),
        name="customer",
        kind="model",
        columns=(
            Column("id", "BIGINT", 0),
            Column("email", "VARCHAR", 1, personal=True, known_values=("a@x.org",)),
            Column("country", "VARCHAR", 2, glossary=(("home market", "India"),), synonyms=("land",)),
        ),
        description="One row a customer.",
        glossary=(("big spender", "total above 1000"), ("vip", "tier = 'gold'")),
        tags=("mart",),
    )
    orders = Table(
        id="model.shop.orders",
        relation=Relation(None, "main", "Orders"),
        name="orders",
        kind="model",
        columns=(Column("id", "BIGINT", 0), Column("customer_id", "BIGINT", 1), Column("amount", "DOUBLE", 2)),
        hidden=False,
    )
    staged = Table(id="model.shop.stg", relation=Relation("db", "raw", "stg"), name="stg", hidden=True)
    profile = TableProfile(
        table=customer.id,
        row_count=100,
        rows=100,
        sampled=False,
        columns=(
            ColumnProfile("id", 100, 0.0, 100, minimum="1", maximum="100", semantic_type="identifier", unique=True),
            ColumnProfile(
                "email", 100, 0.25, 75, minimum="a@x.org", maximum="z@x.org", values=("a@x.org",), personal=True
            ),
            ColumnProfile("country", 100, 0.0, 2, values=("INDIA", "CHINA"), truncated=True, semantic_type="country"),
        ),
        seconds=0.5,
        limits=("values of country were cut at 2",),
    )
    edge = JoinEdge(
        child=orders.id,
        child_columns=("customer_id",),
        parent=customer.id,
        parent_columns=("id",),
        origins=("relationships_test", "semantic_entity"),
        role="buyer",
        measurement=JoinMeasurement("many_to_one", 0.99, 0.01, 0.0, 1000, sampled=True),
    )
    unmeasured = JoinEdge(staged.id, ("a", "b"), orders.id, ("id", "customer_id"), problem="timed out", enabled=False)
    return ContextGraph(
        tables=[customer, orders, staged],
        joins=[edge, unmeasured],
        keys=[Key(customer.id, ("id",), "tests", primary=True), Key(orders.id, ("id",), "constraint")],
        metrics=[
            Metric("revenue", tables=(orders.id,), aggregate="sum", expression="amount", synonyms=("turnover",)),
            Metric("margin", "ratio", inputs=("revenue", "cost"), uses=(MetricInput("revenue", "r", "x > 1"),)),
        ],
        profiles={customer.id: profile},
        dialect="snowflake",
    )
