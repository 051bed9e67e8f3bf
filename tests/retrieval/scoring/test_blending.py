"""Forest and network together: the mean of their log-odds, and the features of sets, by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.blending import (
    NETWORK_FEATURES,
    Judged,
    judged,
    network_features,
    network_scores,
)
from gtr_core.retrieval.scoring.candidate_tables import candidate_tables
from gtr_core.retrieval.scoring.relation_aware import NetworkScores, RelationAware, TextVectors
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs, relation_inputs
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.word_vectors import WordVectors
from tests.context.shapes import table
from tests.retrieval.scoring.random_network import random_question
from tests.retrieval.scoring.scoring_inputs import inputs as made
from tests.retrieval.scoring.trade import grounded


def _odds(probability: float) -> float:
    return math.log(probability / (1.0 - probability))


def _row(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def _scores(tables: np.ndarray, alone: np.ndarray | None = None, pairs: np.ndarray | None = None) -> NetworkScores:
    n = len(tables)
    empty = np.zeros((n, n), np.float32)
    return NetworkScores(
        np.zeros(0, np.float32), tables, tables if alone is None else alone, empty if pairs is None else pairs
    )


def test_the_mean_of_both_log_odds() -> None:
    inputs, _ = random_question(0, 2, 3, 2)
    inputs = replace(inputs, columns=np.array([0, 2, 3]))
    network = replace(_scores(_row(3.0, -1.0)), columns=_row(0.0, 2.0, -4.0))
    found = judged(_row(0.8, 0.3, 0.5, 1.0), _row(0.1, 0.5), inputs, network)
    odds = [_odds(0.8) / 2, None, 1.0, (math.log(999) - 4.0) / 2]
    expected = [0.3 if of is None else 1 / (1 + math.exp(-of)) for of in odds]
    assert found.columns.tolist() == pytest.approx(expected, abs=1e-5)
    of_tables = [(_odds(0.1) + 3.0) / 2, -0.5]
    assert found.tables.tolist() == pytest.approx([1 / (1 + math.exp(-of)) for of in of_tables], abs=1e-5)
    assert found.forest.tolist() == pytest.approx([0.1, 0.5])
    assert found.network is network


@given(seed=st.integers(0, 2**16))
@settings(deadline=None)
def test_what_the_network_did_not_see_stays(seed: int) -> None:
    chance = np.random.default_rng(seed)
    inputs, _ = random_question(seed, 2, 6, 2)
    inputs = replace(inputs, columns=np.sort(chance.permutation(20)[:6]))
    forest = chance.random(20).astype(np.float32)
    kept = forest.copy()
    network = replace(_scores(_row(0.0, 0.0)), columns=(9 * chance.normal(size=6)).astype(np.float32))
    found = judged(forest, _row(0.5, 0.5), inputs, network)
    assert np.array_equal(forest, kept)
    unseen = np.setdiff1d(np.arange(20), inputs.columns)
    assert np.array_equal(found.columns[unseen], forest[unseen])
    assert ((found.columns >= 0.0) & (found.columns <= 1.0)).all()
    # Where both say the same it stays as well.
    same = replace(network, columns=np.log(kept / (1 - kept))[inputs.columns].astype(np.float32).clip(-6.9, 6.9))
    assert judged(forest, _row(0.5, 0.5), inputs, same).columns == pytest.approx(forest.clip(0.001, 0.999), abs=2e-3)


FEATURES = {name: place for place, name in enumerate(NETWORK_FEATURES)}


def test_the_features_of_sets_by_hand() -> None:
    tables, alone = _row(2.0, -1.0, 0.5), _row(1.0, -2.0, 0.5)
    pairs = np.zeros((3, 3), np.float32)
    pairs[0, 2] = pairs[2, 0] = 3.0
    pairs[0, 1] = pairs[1, 0] = -0.5
    forest = _row(0.9, 0.2, 0.6)
    found = Judged(np.zeros(0, np.float32), _row(0.5, 0.5, 0.5), forest, _scores(tables, alone, pairs))
    members = np.array([[1, 0, 0], [1, 0, 1], [1, 1, 0]], bool)
    rows = network_features(found, members)
    assert rows.shape == (3, len(NETWORK_FEATURES))
    assert rows.dtype == np.float32
    # 1; 1 + 0.5 + 3; 1 - 2 - 0.5
    below = [-3.5, 0.0, -6.0]
    total = math.log(sum(math.exp(of) for of in below))
    expected = {
        "network_below_best": below,
        "network_share": [of - total for of in below],
        "network_margin": [-3.5, 3.5, -6.0],
        "network_least_inside": [2.0, 0.5, -1.0],
        "network_most_outside": [0.5, -1.0, 0.5],
        "forest_least_inside": [_odds(0.9), _odds(0.6), _odds(0.2)],
        "forest_most_outside": [_odds(0.6), _odds(0.2), _odds(0.6)],
        "network_sum": [2.0, 2.5, 1.0],
        "forest_sum": [_odds(0.9), _odds(0.9) + _odds(0.6), _odds(0.9) + _odds(0.2)],
    }
    assert list(expected) == list(NETWORK_FEATURES)
    for name, column in expected.items():
        assert rows[:, FEATURES[name]].tolist() == pytest.approx(column, abs=1e-4), name


def test_one_set_alone() -> None:
    found = Judged(np.zeros(0, np.float32), _row(0.5), _row(0.7), _scores(_row(0.4)))
    (row,) = network_features(found, np.array([[True]])).tolist()
    expected = [0.0, 0.0, 5.0, 0.4, -9.0, _odds(0.7), -9.0, 0.4, _odds(0.7)]
    assert row == pytest.approx(expected, abs=1e-4)


def test_two_sets_that_are_equally_good_have_no_margin() -> None:
    found = Judged(np.zeros(0, np.float32), _row(0.5, 0.5), _row(0.7, 0.7), _scores(_row(0.4, 0.4)))
    rows = network_features(found, np.eye(2, dtype=bool))
    assert rows[:, FEATURES["network_margin"]].tolist() == [0.0, 0.0]


def test_a_set_of_tables_that_are_no_candidates_is_unlikely() -> None:
    """A large context's rules may hand on sets that reach beyond the tables that are looked at."""
    found = Judged(np.zeros(0, np.float32), _row(0.5, 0.5), _row(0.7, 0.6), _scores(_row(0.4, 2.0)))
    rows = network_features(found, np.array([[True, True], [False, False]]))
    assert np.isfinite(rows).all()
    assert rows[1, FEATURES["network_least_inside"]] == rows[1, FEATURES["forest_least_inside"]] == -9.0


class _Recording(RelationAware):
    """Keeps what it is given."""

    def __init__(self) -> None:
        super().__init__({})
        self.seen: list[tuple[RelationInputs, TextVectors]] = []

    def score(self, inputs: RelationInputs, texts: TextVectors) -> NetworkScores:
        self.seen.append((inputs, texts))
        return _scores(_row(*[0.0] * len(inputs.tables)))


def test_every_column_is_read_by_its_own_texts() -> None:
    shop = table("shop", "id", "secret", "city", "opened")
    columns = tuple(
        replace(column, hidden=column.name == "secret", description=f"the {column.name} itself")
        for column in shop.columns
    )
    graph = ContextGraph(tables=[replace(shop, columns=columns), table("sale", "price", "day")], joins=[], keys=[])
    of = made(graph, grounded("price now"))
    n = of.candidates.n_columns
    # The least likely is left out where there are too many; here all are kept, whatever their order.
    rows, scores = np.zeros((n, 1), np.float32), np.linspace(0.9, 0.1, n).astype(np.float32)
    inputs = relation_inputs(
        of.schema,
        candidate_tables(graph, []),
        of.texts[1],
        ["price", "now"],
        2,
        (rows, scores),
        (np.zeros((2, 1), np.float32), _row(0.5, 0.5)),
    )
    words = WordVectors.quantise(np.random.default_rng(0).normal(size=(30_522, 4)).astype(np.float32))
    network = _Recording()
    network_scores(graph, schema_features(graph), network, words, inputs)
    ((seen, texts),) = network.seen
    assert seen is inputs
    names = [name for position in inputs.tables for name in of.candidates.column_place[of.candidates.place[position]]]
    assert sorted(names) == ["city", "day", "id", "opened", "price"]
    assert np.array_equal(texts.words, words.of(["price", "now"]))
    assert np.array_equal(texts.names, words.of(names))
    described = [f"the {name} itself" if name in ("id", "city", "opened") else "" for name in names]
    assert np.array_equal(texts.descriptions, words.of(described))
    assert not texts.values.any()
    assert np.array_equal(texts.tables, words.of([graph.tables[position].id for position in inputs.tables]))
