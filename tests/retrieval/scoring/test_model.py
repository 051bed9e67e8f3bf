"""The weights that ship, and the confidence that they give."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES
from gtr_core.retrieval.scoring.model import CALIBRATION_FEATURES, calibration_row, mixed, shipped_model
from gtr_core.retrieval.scoring.set_features import SET_FEATURES
from gtr_core.retrieval.scoring.table_features import TABLE_FEATURES
from gtr_core.retrieval.scoring.word_vectors import piece_tokenizer

FEATURES = {"columns": COLUMN_FEATURES, "tables": TABLE_FEATURES, "sets": SET_FEATURES}


@pytest.mark.parametrize("name", FEATURES)
def test_the_shipped_forests_look_at_features_that_there_are(name: str) -> None:
    forest, features = getattr(shipped_model(), name), FEATURES[name]
    assert forest.feature.min() >= 0
    assert forest.feature.max() < len(features)
    assert forest.feature.shape == forest.threshold.shape == (len(forest.leaf), 2**forest.depth - 1)
    assert np.isfinite(forest.leaf).all()
    assert not np.isnan(forest.threshold).any()


@pytest.mark.parametrize("name", FEATURES)
def test_features_have_one_name_each(name: str) -> None:
    assert len(set(FEATURES[name])) == len(FEATURES[name])


def test_the_shipped_network_and_calibration_have_their_shapes() -> None:
    model = shipped_model()
    assert model.comparison.mean.shape == model.comparison.scale.shape == (len(SET_FEATURES),)
    assert (model.comparison.scale > 0).all()
    assert model.calibration.shape == (len(CALIBRATION_FEATURES),)
    assert shipped_model() is model


def test_the_shipped_relation_aware_network_reads_what_there_is() -> None:
    model = shipped_model()
    weights = {name.removeprefix("x:"): array for name, array in model.network.arrays("x").items()}
    # The network reads the forests' answers beside the features.
    assert weights["column_mean"].shape == weights["column_scale"].shape == (len(COLUMN_FEATURES) + 2,)
    assert weights["table_mean"].shape == weights["table_scale"].shape == (len(TABLE_FEATURES) + 1,)
    assert weights["word.weight"].shape[1] == model.words.dimensions
    assert weights["column.weight"].shape[1] == 4 * model.words.dimensions
    assert all(np.isfinite(array).all() for array in weights.values())
    assert (weights["column_scale"] > 0).all()
    assert (weights["table_scale"] > 0).all()


def test_the_shipped_vectors_are_those_of_the_tokenizers_pieces() -> None:
    arrays = shipped_model().words.arrays("x")
    assert len(arrays["x_pieces"]) == len(arrays["x_piece_scale"]) == piece_tokenizer().get_vocab_size()
    assert np.isfinite(arrays["x_piece_scale"]).all()
    assert np.abs(arrays["x_pieces"]).max() == 127


def test_the_shipped_vectors_know_what_words_are_about() -> None:
    customer, client, banana = shipped_model().words.of(["customer", "client", "banana"])

    def cosine(one: NDArray[np.float32], two: NDArray[np.float32]) -> float:
        return float(one @ two / np.linalg.norm(one) / np.linalg.norm(two))

    assert cosine(customer, client) > cosine(customer, banana) + 0.1


def test_a_set_is_scored_by_the_mean_of_forest_and_network() -> None:
    rows = np.random.default_rng(0).random((6, len(SET_FEATURES))).astype(np.float32)
    model = shipped_model()
    expected = (model.sets.scores(rows) + model.comparison.log_odds(rows)) / 2
    assert model.set_scores(rows).tolist() == pytest.approx(expected.tolist(), abs=1e-6)
    assert mixed(np.array([1.0, -2.0], np.float32), np.array([3.0, 0.0], np.float32)).tolist() == [2.0, -1.0]


def test_the_row_of_the_calibration_by_hand() -> None:
    row = calibration_row(np.array([0.2, 0.5, 0.1], np.float32), 0.25, has_notes=True)
    share = 0.5 / 0.8
    assert row.tolist() == pytest.approx([1.0, 0.0, math.log(share / (1 - share)), 0.4, 0.25, 1.0], abs=1e-6)


def test_a_set_alone_has_no_runner_up() -> None:
    row = calibration_row(np.array([0.9], np.float32), 0.0, has_notes=False)
    assert row[CALIBRATION_FEATURES.index("runner_up")] == 0.0
    assert row[CALIBRATION_FEATURES.index("share_log_odds")] == pytest.approx(math.log(0.9999 / 0.0001))


@given(
    chances=st.lists(st.floats(0.0, 1.0, width=32), min_size=1, max_size=50),
    unexplained=st.floats(0.0, 1.0),
    has_notes=st.booleans(),
)
@settings(deadline=None)
def test_the_confidence_is_a_probability(chances: list[float], unexplained: float, has_notes: bool) -> None:
    row = calibration_row(np.array(chances, np.float32), unexplained, has_notes=has_notes)
    assert np.isfinite(row).all()
    assert 0.0 <= shipped_model().confidence(row) <= 1.0
