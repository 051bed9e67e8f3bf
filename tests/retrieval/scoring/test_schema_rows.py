"""What a column and a table are, as numbers, by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from gtr_core.retrieval.scoring.schema_rows import SCHEMA_COLUMN_FEATURES, SCHEMA_TABLE_FEATURES
from tests.context.shapes import table
from tests.retrieval.scoring.trade import trade


def _column(graph: ContextGraph, name: str, column: str) -> dict[str, float]:
    position = graph.positions[name]
    place = [one.name for one in graph.tables[position].columns if not one.hidden].index(column)
    row = SchemaFeatures(graph).columns(graph, position)[place]
    return dict(zip(SCHEMA_COLUMN_FEATURES, row.tolist(), strict=True))


def _table(graph: ContextGraph, name: str) -> dict[str, float]:
    row = SchemaFeatures(graph).table(graph, graph.positions[name])
    return dict(zip(SCHEMA_TABLE_FEATURES, row.tolist(), strict=True))


def test_a_key_that_is_referred_to() -> None:
    found = _column(trade(), "country", "id")
    assert (found["primary_key"], found["referenced"], found["foreign_key"]) == (1.0, 1.0, 0.0)
    assert found["position"] == 0.0
    assert found["siblings"] == pytest.approx(math.log1p(2))
    assert found["same_name_tables"] == pytest.approx(math.log1p(5))


def test_a_reference() -> None:
    found = _column(trade(), "customer", "country_id")
    assert (found["primary_key"], found["referenced"], found["foreign_key"]) == (0.0, 0.0, 1.0)
    assert found["position"] == pytest.approx(2 / 3)
    assert found["name_words"] == 2.0


def test_a_name_with_known_values() -> None:
    found = _column(trade(), "country", "country_name")
    assert (found["names_rows"], found["has_values"], found["described"]) == (1.0, 1.0, 0.0)
    assert _column(trade(), "part", "part_name")["has_values"] == 0.0


@pytest.mark.parametrize(
    ("data_type", "kind"),
    [
        ("VARCHAR", "text_type"),
        ("", "text_type"),
        ("BIGINT", "integer_type"),
        ("serial", "integer_type"),
        ("DOUBLE", "real_type"),
        ("NUMERIC(12, 2)", "real_type"),
        ("NUMBER(38,0)", "integer_type"),
        ("DECIMAL(9)", "integer_type"),
        ("number", "real_type"),
        ("DATE", "date_type"),
        ("TIMESTAMP WITH TIME ZONE", "date_type"),
    ],
)
def test_a_type_is_of_one_kind(data_type: str, kind: str) -> None:
    graph = ContextGraph(tables=[Table("a", Relation("db", "main", "a"), "a", columns=(Column("x", data_type),))])
    found = _column(graph, "a", "x")
    kinds = ("text_type", "integer_type", "real_type", "date_type")
    assert {name: found[name] for name in kinds} == {name: float(name == kind) for name in kinds}


def test_hidden_columns_have_no_row() -> None:
    columns = (Column("id"), Column("secret", hidden=True), Column("name", description="what it is called"))
    graph = ContextGraph(tables=[Table("a", Relation("db", "main", "a"), "a", columns=columns)])
    assert SchemaFeatures(graph).columns(graph, 0).shape == (2, len(SCHEMA_COLUMN_FEATURES))
    assert _column(graph, "a", "name")["described"] == 1.0


def test_a_table_without_columns_has_no_rows() -> None:
    graph = ContextGraph(tables=[table("a")])
    assert SchemaFeatures(graph).columns(graph, 0).shape == (0, len(SCHEMA_COLUMN_FEATURES))


def test_a_junction_has_parents_and_little_of_its_own() -> None:
    offer = _table(trade(), "offer")
    assert (offer["parents"], offer["children"], offer["junction"]) == (2.0, 1.0, 1.0)
    assert offer["own_columns"] == pytest.approx(math.log1p(1))
    country = _table(trade(), "country")
    assert (country["parents"], country["children"], country["junction"]) == (0.0, 2.0, 0.0)
    assert country["preferred_over"] == 0.0


def test_a_table_that_another_is_preferred_to() -> None:
    graph = ContextGraph(tables=[replace(table("a", "id"), preferred="b"), table("b", "id")])
    assert (_table(graph, "a")["preferred_over"], _table(graph, "b")["preferred_over"]) == (1.0, 0.0)
