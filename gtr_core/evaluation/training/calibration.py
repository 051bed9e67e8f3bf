"""Fitting the confidence: a logistic regression on what is known of a question's best set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gtr_core.evaluation.training.examples import FOLDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["calibrated", "logistic"]


def calibrated(
    rows: NDArray[np.float64], right: NDArray[np.bool_], folds: NDArray[np.intp]
) -> tuple[NDArray[np.float64], float]:
    """Weights of a logistic regression, and its expected calibration error out of fold."""
    confidence = np.zeros(len(rows))
    for fold in range(FOLDS):
        inside = folds == fold
        confidence[inside] = 1.0 / (1.0 + np.exp(-rows[inside] @ logistic(rows[~inside], right[~inside])))
    bins = np.minimum((confidence * 10).astype(int), 9)
    gaps = [abs(confidence[bins == k].mean() - right[bins == k].mean()) * (bins == k).mean() for k in set(bins)]
    return logistic(rows, right), round(float(sum(gaps)), 4)


def logistic(rows: NDArray[np.float64], right: NDArray[np.bool_], penalty: float = 1.0) -> NDArray[np.float64]:
    """Newton's method; the intercept, in the first column, is not penalised."""
    weights = np.zeros(rows.shape[1])
    ridge = np.full(rows.shape[1], penalty)
    ridge[0] = 1e-6
    for _ in range(50):
        expected = 1.0 / (1.0 + np.exp(-rows @ weights))
        gradient = rows.T @ (right - expected) - ridge * weights
        curvature = (rows * (expected * (1 - expected))[:, None]).T @ rows + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if float(np.abs(step).max()) < 1e-8:
            break
    return weights
