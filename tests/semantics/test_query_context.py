"""What is embedded of a table."""

from __future__ import annotations

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Metric, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.semantics import query_context
from gtr_core.semantics.query_context import MAX_CHARACTERS


def _graph(description: str = "Goods sent out.") -> ContextGraph:
    columns = (Column("mode", alias="ship mode"), Column("person", alias="contact person"), Column("buyer_id"))
    tables = [
        Table("s", Relation(None, None, "s"), "shipments", columns=columns, description=description),
        Table("b", Relation(None, None, "b"), "buyers", columns=(Column("id"),), alias="buyers"),
    ]
    profile = TableProfile(
        "s",
        2,
        2,
        False,
        (
            ColumnProfile("mode", values=("AIR", "RAIL"), semantic_type="category"),
            ColumnProfile("person", values=("Ann Lee",), semantic_type="category", personal=True),
        ),
    )
    return ContextGraph(
        tables=tables,
        joins=[JoinEdge("s", ("buyer_id",), "b", ("id",))],
        metrics=[Metric("units_sent", tables=("s",), label="Units sent")],
        profiles={"s": profile},
    )


def test_it_tells_name_description_metrics_columns_parents_and_samples() -> None:
    graph = _graph()
    text = query_context(graph.table("s"), graph)
    for part in ("shipments", "Goods sent out.", "Units sent", "ship mode", "contact person", "buyers", "AIR, RAIL"):
        assert part in text


def test_no_value_of_a_personal_column_is_in_it() -> None:
    graph = _graph()
    assert "Ann Lee" not in query_context(graph.table("s"), graph)


def test_its_length_is_bounded() -> None:
    graph = _graph("word " * 5000)
    assert len(query_context(graph.table("s"), graph)) == MAX_CHARACTERS
