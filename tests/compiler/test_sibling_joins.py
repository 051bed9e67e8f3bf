"""Two tables that are joined by what they both refer to, without it: rows of neither are counted twice."""

from __future__ import annotations

import pytest

from gtr_core.compiler import compile_query, spec_from_json
from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin
from gtr_core.context.sibling_edges import sibling_edges
from tests.compiler import trap_schemas

PAID = {"name": "paid", "aggregate": "sum", "node": "payments", "column": "amount"}
SHIPPED = {"name": "shipped", "aggregate": "sum", "node": "shipments", "column": "weight_kg"}
BY_FIRST = {"node": "shipments", "column": "carrier_id", "op": "=", "values": [1]}


@pytest.fixture(scope="module", name="opened")
def _opened():
    with trap_schemas.connection("wholesale") as database:
        yield database, trap_schemas.graph("wholesale", database)


def _tree(graph):
    edge = next(
        edge
        for _, edge in sibling_edges(graph, graph.positions["payments"])
        if {edge.child, edge.parent} == {"payments", "shipments"}
    )
    nodes = tuple(Instance(name, name, graph.table(name).relation) for name in (edge.child, edge.parent))
    return JoinTree(edge.child, nodes, (TreeJoin(edge.child, edge.parent, edge),))


@pytest.mark.parametrize(
    ("spec", "sql"),
    [
        (
            {"measures": [PAID], "filters": [BY_FIRST]},
            "SELECT sum(amount) FROM payments WHERE order_id IN (SELECT order_id FROM shipments WHERE carrier_id = 1)",
        ),
        (
            {"measures": [PAID, SHIPPED]},
            "SELECT (SELECT sum(amount) FROM payments), (SELECT sum(weight_kg) FROM shipments)",
        ),
        (
            {"measures": [PAID], "dimensions": [{"node": "shipments", "column": "carrier_id"}]},
            "SELECT carrier_id, sum(amount) FROM (SELECT DISTINCT carrier_id, p.* FROM payments p JOIN shipments s"
            " ON p.order_id = s.order_id) GROUP BY 1",
        ),
    ],
)
def test_rows_of_neither_are_counted_twice(spec, sql, opened):
    database, graph = opened
    compiled = compile_query(_tree(graph), spec_from_json(spec), graph, "duckdb")
    assert sorted(database.execute(compiled.sql).fetchall()) == sorted(database.execute(sql).fetchall())
    assert {verdict.kind for verdict in compiled.verdicts} == {"fan_out"}
