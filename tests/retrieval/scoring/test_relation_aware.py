"""The relation-aware network with random weights, against itself written out by hand."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.retrieval.scoring.relation_aware import HEADS, LAYERS, NetworkScores, RelationAware, TextVectors
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs
from tests.retrieval.scoring.plain_relation_aware import plain_scores
from tests.retrieval.scoring.random_network import random_network, random_question, random_weights

SIZES = st.tuples(st.integers(0, 5), st.integers(1, 6), st.integers(1, 5))


def _scores_are_near(found: NetworkScores, expected: tuple[np.ndarray, ...], atol: float) -> None:
    for name, of in zip(("columns", "tables", "alone", "pairs"), expected, strict=True):
        np.testing.assert_allclose(getattr(found, name), of, rtol=1e-3, atol=atol, err_msg=name)


@given(seed=st.integers(0, 2**16), sizes=SIZES)
@settings(deadline=None, max_examples=12)
def test_it_is_what_it_is_said_to_be(seed: int, sizes: tuple[int, int, int]) -> None:
    weights = random_weights(seed)
    inputs, texts = random_question(seed, *sizes)
    found = RelationAware(weights).score(inputs, texts)
    _scores_are_near(found, plain_scores(weights, inputs, texts, HEADS, LAYERS), 1e-3)
    assert all(getattr(found, name).dtype == np.float32 for name in NetworkScores.__slots__)


def _tables_in_order(
    inputs: RelationInputs, texts: TextVectors, order: np.ndarray
) -> tuple[RelationInputs, TextVectors]:
    """The same question whose k-th table is the former ``order[k]``-th; columns stand where they stood."""
    return replace(
        inputs,
        tables=tuple(inputs.tables[k] for k in order),
        table_of=np.argsort(order)[inputs.table_of],
        table_features=inputs.table_features[order],
        word_table=inputs.word_table[:, order],
        adjacent=inputs.adjacent[order][:, order],
    ), replace(texts, tables=texts.tables[order])


def _columns_in_order(
    inputs: RelationInputs, texts: TextVectors, order: np.ndarray
) -> tuple[RelationInputs, TextVectors]:
    return replace(
        inputs,
        columns=inputs.columns[order],
        table_of=inputs.table_of[order],
        column_in_table=inputs.column_in_table[order],
        column_features=inputs.column_features[order],
        word_column=inputs.word_column[:, order],
    ), replace(texts, names=texts.names[order], descriptions=texts.descriptions[order], values=texts.values[order])


@given(seed=st.integers(0, 2**16), n_words=st.integers(0, 9), n_columns=st.integers(1, 30), n_tables=st.integers(1, 9))
@settings(deadline=None, max_examples=60)
def test_the_order_of_tables_and_columns_does_not_matter(
    seed: int, n_words: int, n_columns: int, n_tables: int
) -> None:
    network = random_network(seed)
    inputs, texts = random_question(seed, n_words, n_columns, n_tables)
    chance = np.random.default_rng(seed + 1)
    by_table, by_column = chance.permutation(n_tables), chance.permutation(n_columns)
    found = network.score(inputs, texts)
    moved = network.score(*_columns_in_order(*_tables_in_order(inputs, texts, by_table), by_column))
    expected = (
        found.columns[by_column],
        found.tables[by_table],
        found.alone[by_table],
        found.pairs[by_table][:, by_table],
    )
    _scores_are_near(moved, expected, 1e-4)
    members = chance.random((7, n_tables)) < 0.5
    np.testing.assert_allclose(found.sets(members), moved.sets(members[:, by_table]), rtol=1e-3, atol=1e-3)


@given(seed=st.integers(0, 2**16), n_tables=st.integers(1, 8), n_sets=st.integers(1, 20))
@settings(deadline=None)
def test_a_set_is_the_sum_of_its_tables_and_their_pairs(seed: int, n_tables: int, n_sets: int) -> None:
    chance = np.random.default_rng(seed)
    halves = np.triu(chance.normal(size=(n_tables, n_tables)), 1).astype(np.float32)
    alone = chance.normal(size=n_tables).astype(np.float32)
    scores = NetworkScores(np.zeros(1, np.float32), np.zeros(n_tables, np.float32), alone, halves + halves.T)
    members = chance.random((n_sets, n_tables)) < 0.5
    expected = []
    for held in members:
        total = 0.0
        for i in range(n_tables):
            if held[i]:
                total += float(alone[i])
                for j in range(i):
                    if held[j]:
                        total += float(halves[j, i])
        expected.append(total)
    assert scores.sets(members).tolist() == pytest.approx(expected, abs=1e-4)


def test_pairs_are_symmetric_and_no_table_is_a_pair_with_itself() -> None:
    found = random_network(4).score(*random_question(4, 6, 12, 5))
    assert np.array_equal(found.pairs, found.pairs.T)
    assert not np.diag(found.pairs).any()
    assert np.count_nonzero(found.pairs) == 20


def test_a_word_of_the_notes_is_another_word() -> None:
    network = random_network(5)
    inputs, texts = random_question(5, 4, 8, 3)
    asked = replace(inputs, notes=np.zeros(4, np.float32))
    assert not np.allclose(network.score(inputs, texts).tables, network.score(asked, texts).tables, atol=1e-3)


def test_features_far_from_all_that_was_learnt_are_cut() -> None:
    network = random_network(6)
    inputs, texts = random_question(6, 3, 6, 3)
    far, farther = (
        network.score(replace(inputs, table_features=np.full_like(inputs.table_features, value)), texts)
        for value in (1e3, 1e9)
    )
    assert np.array_equal(far.tables, farther.tables)
    assert np.isfinite(far.pairs).all()


def test_texts_without_pieces_are_like_nothing() -> None:
    """Zero vectors have no direction; what relates them is 0, not a division by it."""
    inputs, texts = random_question(7, 3, 6, 3)
    none = TextVectors(*(np.zeros_like(getattr(texts, name)) for name in TextVectors.__slots__))
    weights = random_weights(7)
    found = RelationAware(weights).score(inputs, none)
    _scores_are_near(found, plain_scores(weights, inputs, none, HEADS, LAYERS), 1e-3)


def test_a_weights_file_holds_the_network_in_two_bytes_a_number() -> None:
    network = random_network(8)
    file = io.BytesIO()
    np.savez(file, other=np.zeros(2), **network.arrays("network"))
    file.seek(0)
    arrays = dict(np.load(file, allow_pickle=False))
    assert {array.dtype for name, array in arrays.items() if name != "other"} == {np.dtype(np.float16)}
    again = RelationAware.from_arrays("network", arrays)
    question = random_question(8, 5, 10, 4)
    found, expected = again.score(*question), network.score(*question)
    _scores_are_near(found, (expected.columns, expected.tables, expected.alone, expected.pairs), 0.03)
    # What was read once is kept as it is.
    once_more = RelationAware.from_arrays("network", again.arrays("network"))
    assert np.array_equal(once_more.score(*question).pairs, found.pairs)
