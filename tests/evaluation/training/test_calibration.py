"""The logistic regression of the confidence: made-up weights found again, and sound where all are alike."""

from __future__ import annotations

import numpy as np
import pytest

from gtr_core.evaluation.training.calibration import calibrated, logistic
from gtr_core.evaluation.training.examples import FOLDS
from gtr_core.retrieval.scoring.model import CALIBRATION_FEATURES


def test_the_regression_finds_the_weights_that_made_the_labels() -> None:
    chance = np.random.default_rng(1)
    rows = np.column_stack([np.ones(6000), chance.normal(size=(6000, 2))])
    truth = np.array([-0.5, 2.0, -1.0])
    right = chance.random(6000) < 1 / (1 + np.exp(-rows @ truth))
    assert logistic(rows, right).tolist() == pytest.approx(truth.tolist(), abs=0.15)


def test_the_intercept_alone_is_the_share_that_is_right() -> None:
    right = np.arange(100) % 5 != 0
    (weight,) = logistic(np.ones((100, 1)), right)
    assert weight == pytest.approx(np.log(0.8 / 0.2), abs=1e-3)


@pytest.mark.parametrize("right", [np.ones(30, bool), np.zeros(30, bool)])
def test_where_all_are_alike_the_weights_are_finite(right: np.ndarray) -> None:
    chance = np.random.default_rng(2)
    rows = np.column_stack([np.ones(30), chance.normal(size=(30, len(CALIBRATION_FEATURES) - 1))])
    weights, error = calibrated(rows, right, np.arange(30) % FOLDS)
    assert np.isfinite(weights).all()
    assert error < 0.05


def test_labels_that_follow_the_rows_are_calibrated_well() -> None:
    chance = np.random.default_rng(3)
    rows = np.column_stack([np.ones(3000), chance.normal(size=3000)])
    right = chance.random(3000) < 1 / (1 + np.exp(-2 * rows[:, 1]))
    weights, error = calibrated(rows, right, np.arange(3000) % FOLDS)
    assert weights[1] == pytest.approx(2.0, abs=0.2)
    assert error < 0.03
