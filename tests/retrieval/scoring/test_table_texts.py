"""What the network reads of a table: no hidden column, no personal value, nothing longer than it has to be."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.catalog import Column, ColumnProfile, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.table_texts import TableTexts, table_texts


def _graph(*columns: Column, profiles: tuple[ColumnProfile, ...] = (), **fields: str) -> ContextGraph:
    made = Table("shop", Relation("db", "main", "dim_shop"), "dim_shop", columns=columns)
    of_tables = {"shop": TableProfile("shop", 9, 9, False, profiles)} if profiles else {}
    return ContextGraph(tables=[replace(made, **fields)], joins=[], keys=[], profiles=of_tables)


def _column(name: str, place: int = 0, **fields: object) -> Column:
    return replace(Column(name, "VARCHAR", place), **fields)  # type: ignore[arg-type]


def test_the_texts_of_a_table() -> None:
    graph = _graph(
        _column("cty", 0, alias="city", description="Where it stands"),
        _column("openedOn", 1),
        _column("no", 2, label="shop number", alias="number"),
        profiles=(
            ColumnProfile("openedOn", values=("2001-05-06", "2003-01-01")),
            ColumnProfile("cty", values=("Oslo", "Rome")),
        ),
    )
    assert table_texts(graph, 0) == TableTexts(
        name="dim shop",
        names=("city", "opened on", "shop number"),
        descriptions=("Where it stands", "", ""),
        values=("Oslo Rome", "2001-05-06 2003-01-01", ""),
    )


def test_a_label_stands_before_an_alias_before_the_name() -> None:
    column = _column("id")
    assert table_texts(_graph(column), 0).name == "dim shop"
    assert table_texts(_graph(column, alias="shop"), 0).name == "shop"
    assert table_texts(_graph(column, alias="shop", label="Our shops"), 0).name == "Our shops"
    # A name of which no word is left is read as it is.
    assert table_texts(_graph(_column("___")), 0).names == ("___",)


def test_hidden_columns_are_not_there() -> None:
    graph = _graph(
        _column("a", 0),
        _column("secret", 1, hidden=True, description="of nobody's concern"),
        _column("b", 2),
        profiles=(ColumnProfile("secret", values=("x1",)), ColumnProfile("b", values=("y",))),
    )
    found = table_texts(graph, 0)
    assert found.names == ("a", "b")
    assert found.descriptions == ("", "")
    assert found.values == ("", "y")


def test_values_of_personal_columns_are_not_read() -> None:
    """A profile holds none of them; one that was made before its column was declared personal is not read either."""
    graph = _graph(
        _column("city", 0),
        _column("email", 1),
        _column("nick", 2, personal=True),
        profiles=(
            ColumnProfile("city", values=("Oslo",)),
            ColumnProfile("email", values=("ann@example.org",), personal=True),
            ColumnProfile("nick", values=("annie",)),
        ),
    )
    assert table_texts(graph, 0).values == ("Oslo", "", "")


def test_long_texts_are_cut_and_many_values_left_out() -> None:
    values = tuple(f"{k}" * 30 for k in range(9))
    graph = _graph(
        _column("a", 0, description="x" * 200 + "y"), profiles=(ColumnProfile("a", values=values, distinct=9),)
    )
    found = table_texts(graph, 0)
    assert found.descriptions == ("x" * 200,)
    assert found.values == (" ".join(f"{k}" * 24 for k in range(6)),)


def test_they_are_read_once_a_graph() -> None:
    graph = _graph(_column("a"))
    schema = schema_features(graph)
    assert schema.texts(graph, 0) == table_texts(graph, 0)
    assert schema.texts(graph, 0) is schema.texts(graph, 0)
