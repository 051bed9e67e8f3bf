"""Which tables are candidates, by hand: all of a small graph, of a wide one those most spoken of."""

from __future__ import annotations

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.candidate_tables import MAX_TABLES, candidate_tables
from tests.context.shapes import table
from tests.retrieval.scoring.trade import grounded, means, named, trade


def test_all_tables_of_a_small_graph_are_candidates() -> None:
    graph = trade()
    candidates = candidate_tables(graph, [])
    assert candidates.tables == tuple(range(7))
    assert candidates.n_columns == sum(len(one.columns) for one in graph.tables)
    assert [int(start) for start in candidates.starts] == sorted(int(start) for start in candidates.starts)
    places = [place for of_table in candidates.column_place for place in of_table.values()]
    assert sorted(places) == list(range(candidates.n_columns))


def test_hidden_tables_are_no_candidates() -> None:
    graph = ContextGraph(tables=[table("a", "id"), table("b", "id", hidden=True), table("c", "id")])
    candidates = candidate_tables(graph, [])
    assert [graph.tables[position].id for position in candidates.tables] == ["a", "c"]


def _wide(n: int, *, hidden: int = 0) -> ContextGraph:
    return ContextGraph(tables=[table(f"t{i:03}", "id", hidden=i < hidden) for i in range(n)])


def test_of_many_tables_those_most_spoken_of_are_candidates() -> None:
    graph = _wide(MAX_TABLES + 10, hidden=1)
    spoken = [means(0, *(named(f"t{i:03}", weight=0.5) for i in range(40)), named("t041", weight=0.9))]
    candidates = candidate_tables(graph, [grounded("thing", *spoken)])
    assert len(candidates.tables) == MAX_TABLES
    assert 41 in candidates.tables
    assert 0 not in candidates.tables
    # The others tie, so that the first of them by place are taken.
    assert candidates.tables[:-1] == tuple(range(1, MAX_TABLES))


def test_a_token_counts_once_a_table_by_its_best_weight() -> None:
    graph = _wide(MAX_TABLES + 1)
    many = [named("t032", weight=0.3) for _ in range(9)]
    phrases = [means(0, *(named(f"t{i:03}", weight=0.5) for i in range(32)), *many)]
    assert 32 not in candidate_tables(graph, [grounded("thing", *phrases)]).tables
    twice = [*phrases, means(1, named("t032", weight=0.3))]
    assert 32 in candidate_tables(graph, [grounded("thing other", *twice)]).tables


def test_tables_that_are_wanted_are_candidates_whatever_is_said() -> None:
    graph = _wide(MAX_TABLES + 10)
    phrases = [means(0, *(named(f"t{i:03}") for i in range(40)))]
    candidates = candidate_tables(graph, [grounded("thing", *phrases)], extra=1 << 41)
    assert 41 in candidates.tables
    assert len(candidates.tables) == MAX_TABLES
