"""Forests of arrays predict what LightGBM itself predicts."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from gtr_core.evaluation.training.boosting import DEPTH, Boosting, fit_forest
from gtr_core.evaluation.training.exceptions import TrainingUnavailableError

N_FEATURES = 6


def _data(seed: int, n: int = 400) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Rows of floats, of few whole numbers and of zeros; labels that some of them explain."""
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(n, N_FEATURES)).astype(np.float32)
    rows[:, 1] = chance.integers(-2, 3, n)
    rows[:, 2] = np.where(chance.random(n) < 0.5, 0.0, rows[:, 2])
    labels = rows[:, 0] + rows[:, 1] * rows[:, 2] + 0.3 * chance.normal(size=n) > 0
    return rows, labels


def test_without_lightgbm_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    with pytest.raises(TrainingUnavailableError, match="lightgbm") as raised:
        fit_forest(*_data(0), Boosting(trees=1))
    assert raised.value.package == "lightgbm"
    assert "pip install" in str(raised.value.remedy)


@pytest.mark.parametrize("settings", [Boosting(trees=12, least=5), Boosting(trees=3, least=1, leaves=64, rate=0.5)])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_arrays_score_as_lightgbm_does(settings: Boosting, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lightgbm = pytest.importorskip("lightgbm", reason="fitting forests needs lightgbm")
    kept = []
    train = lightgbm.train

    def remembered(*args: object, **more: object) -> object:
        kept.append(train(*args, **more))
        return kept[-1]

    monkeypatch.setattr(lightgbm, "train", remembered)
    rows, labels = _data(seed)
    forest = fit_forest(rows, labels, settings)
    (booster,) = kept
    # Rows never seen, those that were learnt from, and rows that stand on the thresholds themselves.
    held_out, _ = _data(seed + 100, 3000)
    # Of numbers about as small as 1e-35 LightGBM makes zeros.
    finite = np.isfinite(forest.threshold) & (np.abs(forest.threshold) > 1e-30)
    thresholds = forest.threshold[finite]
    on_them = np.random.default_rng(seed).choice(thresholds, size=(2000, N_FEATURES)).astype(np.float32)
    for given in (held_out, rows, on_them, np.zeros((1, N_FEATURES), np.float32)):
        expected = booster.predict(given.astype(np.float64), raw_score=True)
        assert np.abs(forest.scores(given) - expected).max() < 1e-4


def test_what_explains_the_labels_is_learnt() -> None:
    pytest.importorskip("lightgbm", reason="fitting forests needs lightgbm")
    rows, labels = _data(3, 1500)
    forest = fit_forest(rows, labels, Boosting(trees=30, least=10))
    assert (len(forest.leaf), forest.depth) == (30, DEPTH)
    held_out, truth = _data(4, 1500)
    assert ((forest.scores(held_out) > 0) == truth).mean() > 0.8


def test_the_same_data_give_the_same_forest() -> None:
    pytest.importorskip("lightgbm", reason="fitting forests needs lightgbm")
    one, two = (fit_forest(*_data(5), Boosting(trees=5, least=5)) for _ in range(2))
    for name, array in one.arrays("x").items():
        assert np.array_equal(array, two.arrays("x")[name])


def test_labels_that_nothing_explains_give_one_leaf() -> None:
    pytest.importorskip("lightgbm", reason="fitting forests needs lightgbm")
    rows, labels = np.zeros((40, 3), np.float32), np.arange(40) % 4 == 0
    forest = fit_forest(rows, labels, Boosting(trees=2, least=5))
    scores = forest.scores(np.ones((2, 3), np.float32))
    assert scores[0] == scores[1] == pytest.approx(np.log(0.25 / 0.75), abs=1e-3)
