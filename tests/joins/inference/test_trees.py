from __future__ import annotations

import numpy as np
import pytest

from gtr_core.joins.inference.features import JOIN_FEATURES
from gtr_core.joins.inference.models import join_model, key_model
from gtr_core.joins.inference.trees import BoostedTrees

FORM = {
    "features": ["a", "b"],
    "intercept": 0.5,
    "slope": 2.0,
    "offset": -1.0,
    "trees": [
        {"feature": [0, -1, 1, -1, -1], "threshold": [1.0, 0, 5.0, 0, 0], "left": [1, 0, 3, 0, 0],
         "right": [2, 0, 4, 0, 0], "value": [9, 10.0, 9, 20.0, 30.0]},
        {"feature": [-1], "threshold": [0], "left": [0], "right": [0], "value": [0.25]},
    ],
}  # fmt: skip


def test_scores_are_the_sum_of_the_leaves_that_vectors_fall_into():
    trees = BoostedTrees.from_json(FORM)
    vectors = np.array([[1.0, 9.0], [2.0, 5.0], [2.0, 5.1]])
    assert trees.scores(vectors).tolist() == [10.75, 20.75, 30.75]


def test_probabilities_are_calibrated():
    form = FORM | {"trees": FORM["trees"][1:]}
    assert BoostedTrees.from_json(form).probabilities(np.zeros((1, 2)))[0] == pytest.approx(1 / (1 + np.exp(-0.5)))


def test_the_shipped_models_fit_the_features():
    vectors = np.random.default_rng(0).normal(size=(20, len(JOIN_FEATURES)))
    assert ((join_model().probabilities(vectors) > 0) & (join_model().probabilities(vectors) < 1)).all()
    assert len(key_model().weights) == len(key_model().features)
