"""Joins that names suggest, as pairs of tables and edges."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.catalog import Catalog, Column, ColumnProfile, JoinEdge, Key, Relation, Table, TableProfile
from gtr_core.joins.suggestion import CALLED_AS_TABLE, ENDS_AS_KEY, SAME_NAME, suggested_joins

Shape = Mapping[str, str]


def _catalog(shape: Shape, joins: tuple[JoinEdge, ...] = ()) -> Catalog:
    """Tables by name, columns separated by blanks, each with its type after a colon; the key has a star."""
    tables, keys = [], []
    for name, columns in shape.items():
        made = []
        for i, column in enumerate(columns.split()):
            called, _, data_type = column.partition(":")
            if called.endswith("*"):
                called = called[:-1]
                keys.append(Key(name, (called,), "constraint", primary=True))
            made.append(Column(called, data_type or "INTEGER", i))
        tables.append(Table(name, Relation("db", "main", name), name, columns=tuple(made)))
    return Catalog(tables=tuple(tables), joins=joins, keys=tuple(keys))


def _suggested(shape: Shape, *joins: JoinEdge, profiles: Mapping[str, TableProfile] | None = None) -> set[str]:
    return {
        f"{edge.child}.{edge.child_columns[0]} -> {edge.parent}.{edge.parent_columns[0]}"
        for edge in suggested_joins(_catalog(shape, joins), profiles or {})
    }


CASES: list[tuple[str, Shape, set[str]]] = [
    (
        "called as the key",
        {"customer": "customer_id* label:TEXT", "invoice": "invoice_id* customer_id"},
        {"invoice.customer_id -> customer.customer_id"},
    ),
    (
        "called as the table, whose key is a bare id",
        {"customers": "id* label:TEXT", "invoices": "id* customer_id"},
        {"invoices.customer_id -> customers.id"},
    ),
    (
        "a role before the table's name",
        {"person": "id* label:TEXT", "letter": "id* sender_person_id reader_person_id"},
        {"letter.sender_person_id -> person.id", "letter.reader_person_id -> person.id"},
    ),
    (
        "ends as a key of two words",
        {"airport": "iata_code*:TEXT city:TEXT", "flight": "flight_no* start_iata_code:TEXT end_iata_code:TEXT"},
        {"flight.start_iata_code -> airport.iata_code", "flight.end_iata_code -> airport.iata_code"},
    ),
    ("a bare id says nothing", {"a": "id* x:TEXT", "b": "id* y:TEXT"}, set()),
    ("a nameless key says nothing", {"a": "name*:TEXT", "b": "id* name:TEXT"}, set()),
    ("another type", {"customer": "customer_id*:TEXT", "invoice": "invoice_id* customer_id:INTEGER"}, set()),
    ("dates refer to nothing", {"calendar": "calendar_date*:DATE", "sale": "id* calendar_date:DATE"}, set()),
    ("no key, no parent", {"customer": "customer_id label:TEXT", "invoice": "invoice_id* customer_id"}, set()),
    (
        "several tables with the key of a thing that none of them is",
        {"age": "person_id* years", "height": "person_id* cm", "weight": "person_id* kg", "visit": "id* person_id"},
        set(),
    ),
    (
        "two tables that share a key join each other",
        {"height": "person_id* cm", "weight": "person_id* kg"},
        {"height.person_id -> weight.person_id"},
    ),
    (
        "the table that the name is about, among others with that key",
        {"person": "person_id* label:TEXT", "height": "person_id* cm", "visit": "visit_id* person_id"},
        {"height.person_id -> person.person_id", "visit.person_id -> person.person_id"},
    ),
    (
        "numbers of any kind are alike",
        {"customer": "customer_id*:BIGINT", "invoice": "invoice_id* customer_id:DECIMAL(10,0)"},
        {"invoice.customer_id -> customer.customer_id"},
    ),
    (
        "no table refers to itself by its own key",
        {"customer": "customer_id* label:TEXT"},
        set(),
    ),
]


@pytest.mark.parametrize(("shape", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_suggested(shape: Shape, expected: set[str]) -> None:
    assert _suggested(shape) == expected


def test_how_sure_each_kind_of_name_is() -> None:
    shape = {
        "customer": "customer_id* label:TEXT",
        "city": "id* label:TEXT",
        "airport": "iata_code*:TEXT",
        "invoice": "invoice_id* customer_id city_id from_iata_code:TEXT",
    }
    found = {edge.parent: edge for edge in suggested_joins(_catalog(shape), {})}
    assert {parent: edge.confidence for parent, edge in found.items()} == {
        "customer": SAME_NAME,
        "city": CALLED_AS_TABLE,
        "airport": ENDS_AS_KEY,
    }
    assert all(edge.origins == ("inferred",) and edge.measurement is None for edge in found.values())


def _known(table: str, column: str, *values: str, truncated: bool = False) -> dict[str, TableProfile]:
    return {table: TableProfile(table, 9, 9, False, (ColumnProfile(column, values=values, truncated=truncated),))}


TEXTS = {"team": "team_id*:TEXT", "player": "player_id* team_id:TEXT"}


@pytest.mark.parametrize(
    ("mine", "theirs", "truncated", "joined"),
    [
        (("a", "b"), ("a", "b", "c"), False, True),
        (("A", "b"), ("a", "B"), False, True),
        (("a", "b", "c", "d", "x"), ("a", "b", "c", "d"), False, True),
        (("a", "b", "c", "x"), ("a", "b", "c"), False, False),
        (("x", "y"), ("a", "b"), False, False),
        (("x", "y"), ("a", "b"), True, True),
        ((), ("a",), False, True),
        (("x",), (), False, True),
    ],
)
def test_kept_values_have_the_last_word(
    mine: tuple[str, ...], theirs: tuple[str, ...], truncated: bool, joined: bool
) -> None:
    profiles = _known("player", "team_id", *mine) | _known("team", "team_id", *theirs, truncated=truncated)
    assert bool(_suggested(TEXTS, profiles=profiles)) is joined


def test_a_column_that_is_stated_to_refer_refers_to_nothing_else() -> None:
    shape = {**TEXTS, "club": "club_id*:TEXT"}
    assert _suggested(shape, JoinEdge("player", ("team_id",), "club", ("club_id",))) == set()


def test_two_tables_that_are_stated_to_join_are_left_alone() -> None:
    shape = {"team": "team_id*:TEXT", "player": "player_id* team_id:TEXT club:TEXT"}
    assert _suggested(shape, JoinEdge("player", ("club",), "team", ("team_id",))) == set()
    assert _suggested(shape, JoinEdge("team", ("team_id",), "player", ("player_id",))) == set()


def test_of_two_tables_that_share_a_key_one_is_the_child() -> None:
    found = _suggested({"orders": "order_id* total", "order_details": "order_id* notes:TEXT"})
    assert found == {"order_details.order_id -> orders.order_id"}


_WORDS = st.sampled_from(["id", "person_id", "team_id", "code", "person", "team", "team_code", "lead_team_id", "name"])


@st.composite
def _catalogs(draw: st.DrawFn) -> Catalog:
    names = draw(st.lists(st.sampled_from(["person", "team", "teams", "match", "dim_person"]), min_size=1, unique=True))
    shape = {}
    for name in names:
        columns = draw(st.lists(_WORDS, min_size=1, max_size=4, unique=True))
        types = [draw(st.sampled_from(["INTEGER", "TEXT", "DATE"])) for _ in columns]
        key = draw(st.integers(-1, len(columns) - 1))
        shape[name] = " ".join(
            f"{column}{'*' if k == key else ''}:{data_type}"
            for k, (column, data_type) in enumerate(zip(columns, types, strict=True))
        )
    return _catalog(shape)


@given(catalog=_catalogs(), seed=st.integers(0, 99))
@settings(deadline=None)
def test_what_always_holds(catalog: Catalog, seed: int) -> None:
    edges = suggested_joins(catalog, {})
    keys = {(key.table, key.columns) for key in catalog.keys}
    types = {(table.id, column.name): column.data_type for table in catalog.tables for column in table.columns}
    for edge in edges:
        assert edge.child != edge.parent
        assert (edge.parent, edge.parent_columns) in keys
        (pair,) = edge.pairs
        assert types[edge.child, pair[0]] == types[edge.parent, pair[1]] != "DATE"
        assert 0.0 < edge.confidence <= SAME_NAME
    directed = {(edge.child, edge.child_columns, edge.parent, edge.parent_columns) for edge in edges}
    assert len(directed) == len(edges)
    assert not any((parent, theirs, child, mine) in directed for child, mine, parent, theirs in directed)
    tables, keys_again = list(catalog.tables), list(catalog.keys)
    random.Random(seed).shuffle(tables)
    random.Random(seed).shuffle(keys_again)
    assert suggested_joins(Catalog(tables=tuple(tables), keys=tuple(keys_again)), {}) == edges
