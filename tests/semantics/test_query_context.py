"""What is embedded of a table."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Metric, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.semantics import query_context
from gtr_core.semantics.query_context import MAX_CHARACTERS

_PROFILES = (
    ColumnProfile("mode", values=("AIR", "RAIL", "SHIP", "TRUCK"), semantic_type="category", use="dimension"),
    ColumnProfile("person", values=("Ann Lee",), semantic_type="name", personal=True),
    ColumnProfile("wgt", values=("12.5",), semantic_type="quantity", use="measure"),
    ColumnProfile("sent", semantic_type="date", use="time"),
)
_COLUMNS = (
    Column("mode", alias="ship mode", description="How the goods\n travel"),
    Column("person", alias="contact person"),
    Column("buyer_id"),
    Column("wgt", alias="weight"),
    Column("sent"),
)


def _text(columns: tuple[Column, ...] = _COLUMNS, **changes: object) -> str:
    table = Table("s", Relation(None, None, "s"), "shpmts", columns=columns, alias="shipments")
    table = replace(table, **changes)
    buyers = Table("b", Relation(None, None, "b"), "buyers", columns=(Column("id"),))
    hidden = Table("h", Relation(None, None, "h"), "ledger", columns=(Column("id"),), hidden=True)
    graph = ContextGraph(
        tables=[table, buyers, hidden],
        joins=[
            JoinEdge("s", ("buyer_id",), "b", ("id",), role="bill_to"),
            JoinEdge("s", ("buyer_id",), "h", ("id",)),
            JoinEdge("s", ("buyer_id",), "s", ("buyer_id",)),
        ],
        metrics=[Metric("units_sent", tables=("s",)), Metric("other", tables=("b",))],
        profiles={"s": TableProfile("s", 2, 2, False, _PROFILES)},
    )
    return query_context(graph.table("s"), graph)


def test_all_that_is_known_is_told_the_most_telling_first() -> None:
    text = _text(description="Goods sent out.", synonyms=("deliveries",), glossary=(("express", "mode = 'AIR'"),))
    assert text == (
        "shipments (shpmts). Goods sent out. Also called deliveries, express. What is the units sent?"
        " What is the total or average per shipments of weight? How many shipments are there by ship mode?"
        " When, by shipments sent? Each shipments has its buyers (bill to)."
        " What is known of shipments: ship mode, contact person, buyer id, weight, sent."
        " ship mode such as AIR, RAIL, SHIP. ship mode: How the goods travel."
    )


def test_a_table_of_which_nothing_is_known_is_its_name() -> None:
    table = Table("t", Relation(None, None, "t"), "order_lines")
    assert query_context(table, ContextGraph(tables=[table])) == "order lines (order_lines)."


def test_no_value_of_a_personal_column_is_in_it() -> None:
    assert "Ann Lee" not in _text()
    declared = replace(_COLUMNS[0], personal=True, known_values=("SLED",))
    assert not {"AIR", "SLED"} & set(_text((declared,)).replace(",", "").replace(".", "").split())


def test_declared_values_of_a_column_that_is_not_personal_are_in_it() -> None:
    assert "SLED" in _text((replace(_COLUMNS[0], known_values=("SLED",)),))


def test_hidden_columns_and_tables_are_not_in_it() -> None:
    text = _text((replace(_COLUMNS[0], hidden=True), _COLUMNS[3]))
    assert "mode" not in text
    assert "AIR" not in text
    assert "ledger" not in text


def test_a_long_description_is_cut_at_a_word_and_leaves_room() -> None:
    text = _text(description="word " * 5000)
    assert len(text) <= MAX_CHARACTERS
    assert "word. What is" in text
    assert "buyers" in text


@given(st.text(max_size=3000), st.lists(st.text(max_size=300), max_size=60, unique=True))
def test_its_length_is_bounded_and_it_is_one_line(description: str, names: list[str]) -> None:
    text = _text(tuple(Column(name, description=description) for name in names), description=description)
    assert len(text) <= MAX_CHARACTERS
    assert "\n" not in text
