"""Meanings kept from question to question are those that would be looked up again."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.index import Posting, ValueIndex, write_index
from gtr_core.retrieval.candidate import Option
from gtr_core.retrieval.kept_meanings import MOST_KEPT, NGRAM, KeptMeanings, kept_meanings
from gtr_core.retrieval.meanings import as_written, meanings
from gtr_core.text import tokenize
from tests.context.shapes import table

_TABLES = 48


@pytest.fixture
def graph() -> ContextGraph:
    return ContextGraph(tables=[table(f"thing{i}", "status", f"size{i}") for i in range(_TABLES)])


@pytest.fixture
def index(graph: ContextGraph, tmp_path: Path) -> ValueIndex:
    write_index(index_entries(graph), tmp_path)
    return ValueIndex.open(tmp_path)


def _options(count: int) -> tuple[Option, ...]:
    return tuple(Option(Posting("column", f"t{i}", "status"), "status", "exact", 0.5) for i in range(count))


def test_what_is_kept_is_what_is_looked_up(graph: ContextGraph, index: ValueIndex) -> None:
    ngrams = [[token] for token in tokenize("status size3 nothing")]
    first = meanings(ngrams, graph, index)
    again = meanings(ngrams, graph, index)
    assert again == first
    assert again[0] is first[0]
    assert len(first[0]) == _TABLES
    fresh = meanings(ngrams, graph, ValueIndex.open(index.folder))
    assert fresh == first
    assert fresh[0] is not first[0]


def test_capitals_and_other_variants_are_read_anew(graph: ContextGraph, index: ValueIndex) -> None:
    plural, written = tokenize("statuses"), tokenize("STATUS")
    assert len(meanings([plural], graph, index)[0]) == _TABLES
    assert meanings([plural], graph, index, as_written) == [()]
    assert meanings([written], graph, index)[0] is not meanings([tokenize("status")], graph, index)[0]


def test_another_graph_over_the_same_index_has_meanings_of_its_own(graph: ContextGraph, index: ValueIndex) -> None:
    fewer = ContextGraph(tables=graph.tables[:24])
    for asked, expected in ((graph, _TABLES), (fewer, 24), (graph, _TABLES)):
        assert len(meanings([tokenize("status")], asked, index)[0]) == expected


def test_an_index_with_entries_more_has_meanings_of_its_own(graph: ContextGraph, index: ValueIndex) -> None:
    known = meanings([tokenize("status")], graph, index)[0]
    more = index.with_entries([])
    assert kept_meanings(graph, more) is not kept_meanings(graph, index)
    assert meanings([tokenize("status")], graph, more)[0] == known


def test_tables_that_another_is_preferred_to_weigh_less(index: ValueIndex, graph: ContextGraph) -> None:
    mart, *others = graph.tables
    outranked = ContextGraph(tables=[mart, *(replace(other, preferred=mart.id) for other in others)])
    assert outranked.outranked == {other.id for other in others}
    found = meanings([tokenize("status")], outranked, index)[0]
    assert found[0].posting.table == mart.id
    assert [option.weight for option in found[1:]] == pytest.approx([0.7 * found[0].weight] * len(others), abs=1e-6)
    hidden = ContextGraph(tables=[replace(mart, hidden=True), *outranked.tables[1:]])
    assert not hidden.outranked


def test_none_are_kept_as_well_and_many_drop_those_before(graph: ContextGraph) -> None:
    kept = KeptMeanings(graph)
    kept.keep("none", ())
    assert kept.get("none") == ()
    half = _options(MOST_KEPT // 2 - NGRAM)
    kept.keep("one", half)
    assert kept.get("none") == ()
    kept.keep("two", half)
    assert [kept.get(key) for key in ("none", "one", "two")] == [None, None, half]
    kept.keep("too many", _options(MOST_KEPT))
    assert kept.get("too many") is None
    assert kept.get("two") is half


def test_nothing_is_kept_beyond_its_index(graph: ContextGraph, index: ValueIndex) -> None:
    opened = ValueIndex.open(index.folder)
    kept = kept_meanings(graph, opened)
    assert kept_meanings(graph, opened) is kept
    del opened
    gc.collect()
    again = ValueIndex.open(index.folder)
    assert kept_meanings(graph, again) is not kept
