"""What the network reads of one question: cut to the likeliest columns, aligned with the candidates and the hits."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.candidate_tables import Candidates, candidate_tables
from gtr_core.retrieval.scoring.hits import Hits
from gtr_core.retrieval.scoring.relation_inputs import MAX_COLUMNS, MAX_WORDS, RelationInputs, relation_inputs
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.table_texts import table_texts
from tests.context.random_graphs import graphs
from tests.context.shapes import edge, table
from tests.retrieval.scoring.scoring_inputs import inputs as made
from tests.retrieval.scoring.trade import grounded, means, named, trade, valued


def _wide(*counts: int) -> ContextGraph:
    """Tables t0, t1, ... of so many columns, each of which but the first refers to it; every fifth column is hidden."""
    tables = []
    for k, count in enumerate(counts):
        of = table(f"t{k}", *(f"c{i}" for i in range(count)))
        tables.append(replace(of, columns=tuple(replace(one, hidden=i % 5 == 3) for i, one in enumerate(of.columns))))
    joins = [edge(f"t{k}", "c1", "t0", "c0") for k in range(1, len(counts)) if counts[k] > 1]
    return ContextGraph(tables=tables, joins=joins, keys=[])


def _hits(seed: int, n_tokens: int, candidates: Candidates) -> Hits:
    chance = np.random.default_rng(seed)
    n_columns, n_tables = candidates.n_columns, len(candidates.tables)

    def matrix(*shape: int) -> NDArray[np.float32]:
        return chance.random(shape).astype(np.float32)

    by_column = [matrix(n_tokens, n_columns) for _ in range(4)]
    return Hits(
        *by_column,
        matrix(n_tokens, n_tables),
        matrix(n_columns),
        matrix(n_columns),
        matrix(n_tokens, n_tables),
        matrix(n_tokens, n_tables),
        matrix(n_tables),
        matrix(n_tables),
    )


Given = tuple[
    Candidates, Hits, tuple[NDArray[np.float32], NDArray[np.float32]], tuple[NDArray[np.float32], NDArray[np.float32]]
]


def _given(graph: ContextGraph, seed: int, n_tokens: int) -> Given:
    candidates = candidate_tables(graph, [])
    chance = np.random.default_rng(seed)
    n_columns, n_tables = candidates.n_columns, len(candidates.tables)
    columns = chance.normal(size=(n_columns, 3)).astype(np.float32), chance.random(n_columns).astype(np.float32)
    tables = chance.normal(size=(n_tables, 2)).astype(np.float32), chance.random(n_tables).astype(np.float32)
    return candidates, _hits(seed, n_tokens, candidates), columns, tables


def _inputs(graph: ContextGraph, seed: int = 0, n_tokens: int = 5, n_question: int = 3) -> tuple[RelationInputs, Given]:
    given_ = _given(graph, seed, n_tokens)
    candidates, hits, columns, tables = given_
    words = [f"w{k}" for k in range(n_tokens)]
    return relation_inputs(schema_features(graph), candidates, hits, words, n_question, columns, tables), given_


def _log_odds(probability: float) -> float:
    kept = min(max(probability, 0.001), 0.999)
    return math.log(kept / (1.0 - kept))


def test_of_many_columns_the_likeliest_are_kept_in_their_order() -> None:
    found, (candidates, _, (_, scores), _) = _inputs(_wide(90, 90, 90))
    assert candidates.n_columns == 3 * 72 > MAX_COLUMNS
    assert len(found.columns) == MAX_COLUMNS
    kept = set(found.columns.tolist())
    assert found.columns.tolist() == sorted(kept)
    left_out = [float(scores[k]) for k in range(candidates.n_columns) if k not in kept]
    assert min(float(scores[k]) for k in kept) >= max(left_out)


def test_of_equally_likely_columns_the_first_are_kept() -> None:
    graph = _wide(90, 90)
    candidates, hits, (rows, _), tables = _given(graph, 1, 2)
    # Beyond six digits nothing tells two columns apart.
    even = (0.25 + 3e-8 * (np.arange(candidates.n_columns) % 8)).astype(np.float32)
    assert len(set(even.tolist())) == 8
    found = relation_inputs(schema_features(graph), candidates, hits, ["a", "b"], 2, (rows, even), tables)
    assert found.columns.tolist() == list(range(MAX_COLUMNS))


def test_few_columns_are_all_kept() -> None:
    found, (candidates, *_) = _inputs(_wide(4, 6, 1))
    assert found.columns.tolist() == list(range(candidates.n_columns))
    assert found.tables == candidates.tables


def test_words_beyond_the_most_are_left_out() -> None:
    found, (_, hits, *_) = _inputs(_wide(4, 6), n_tokens=MAX_WORDS + 20, n_question=MAX_WORDS - 8)
    assert found.words == tuple(f"w{k}" for k in range(MAX_WORDS))
    assert found.notes.tolist() == [0.0] * (MAX_WORDS - 8) + [1.0] * 8
    assert found.word_column.shape[0] == found.word_table.shape[0] == MAX_WORDS
    assert np.array_equal(found.word_table[:, :, 0], hits.table[:MAX_WORDS])


def test_without_notes_no_word_is_theirs() -> None:
    assert not _inputs(_wide(4, 6), n_tokens=4, n_question=4)[0].notes.any()
    assert _inputs(_wide(4, 6), n_tokens=0, n_question=0)[0].word_column.shape == (0, 8, 4)


@given(counts=st.lists(st.integers(1, 60), min_size=1, max_size=5), seed=st.integers(0, 2**16))
@settings(deadline=None, max_examples=30)
def test_every_row_is_that_of_its_column(counts: list[int], seed: int) -> None:
    graph = _wide(*counts)
    found, (candidates, hits, (rows, scores), (_, of_tables)) = _inputs(graph, seed)
    for k, column in enumerate(found.columns.tolist()):
        row, place = int(found.table_of[k]), int(found.column_in_table[k])
        name = table_texts(graph, candidates.tables[row]).names[place].replace(" ", "")
        assert candidates.column_place[row][name] == column
        expected = [*rows[column].tolist(), _log_odds(float(scores[column])), float(of_tables[row])]
        assert found.column_features[k].tolist() == pytest.approx(expected, abs=1e-4)
        strengths = np.stack([of[:, column] for of in (hits.name, hits.exact, hits.value, hits.description)], axis=1)
        assert np.array_equal(found.word_column[:, k], strengths)


@given(graph=graphs(), seed=st.integers(0, 2**16))
@settings(deadline=None, max_examples=40)
def test_every_row_is_that_of_its_table(graph: ContextGraph, seed: int) -> None:
    found, (candidates, hits, _, (rows, of_tables)) = _inputs(graph, seed)
    assert found.tables == candidates.tables
    for k, position in enumerate(found.tables):
        expected = [*rows[k].tolist(), _log_odds(float(of_tables[k]))]
        assert found.table_features[k].tolist() == pytest.approx(expected, abs=1e-4)
        strengths = np.stack([of[:, k] for of in (hits.table, hits.table_description, hits.near)], axis=1)
        assert np.array_equal(found.word_table[:, k], strengths)
        for j, other in enumerate(found.tables):
            one, two = graph.tables[position].id, graph.tables[other].id
            joined = any({of.child, of.parent} == {one, two} for of in graph.joins) and one != two
            assert bool(found.adjacent[k, j]) == joined
    for array in (found.notes, found.column_features, found.table_features, found.word_column, found.adjacent):
        assert array.dtype == np.float32


def test_the_hits_of_a_question() -> None:
    graph = trade()
    words = grounded("suppliers in India", means(0, named("supplier")), means(2, valued("India")))
    of = made(graph, words)
    n_columns, n_tables = of.candidates.n_columns, len(of.candidates.tables)
    columns = np.zeros((n_columns, 1), np.float32), np.full(n_columns, 0.5, np.float32)
    tables = np.zeros((n_tables, 1), np.float32), np.full(n_tables, 0.5, np.float32)
    tokens = [token.text for token in words.tokens]
    found = relation_inputs(of.schema, of.candidates, of.texts[1], tokens, 3, columns, tables)
    assert found.words == ("suppliers", "in", "India")
    assert np.argwhere(found.word_column).tolist() == [[2, of.column("country", "country_name"), 2]]
    assert np.argwhere(found.word_table[:, :, 0]).tolist() == [[0, of.row("supplier")]]
    # The sure are no surer than 999 in 1,000.
    sure = relation_inputs(
        of.schema, of.candidates, of.texts[1], tokens, 3, (columns[0], np.ones(n_columns, np.float32)), tables
    )
    assert sure.column_features[:, 1].tolist() == pytest.approx([math.log(999)] * n_columns, rel=1e-3)
