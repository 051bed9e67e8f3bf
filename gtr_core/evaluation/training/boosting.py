"""Boosted trees fitted by LightGBM and turned into arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gtr_core.evaluation.training.exceptions import TrainingUnavailableError
from gtr_core.retrieval.scoring.forest import Forest

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Boosting", "fit_forest"]

DEPTH = 6


@dataclass(frozen=True, slots=True)
class Boosting:
    """How a forest is grown.

    Attributes:
        trees: Number of trees.
        rate: Learning rate.
        leaves: Most leaves a tree.
        least: Fewest examples a leaf.
        seed: Of the sampling of rows and features.
    """

    trees: int = 130
    rate: float = 0.1
    leaves: int = 31
    least: int = 60
    seed: int = 7


def fit_forest(rows: NDArray[np.float32], labels: NDArray[np.bool_], settings: Boosting) -> Forest:
    """A forest for the log-odds of the labels (Friedman, 2001; Ke et al., 2017: LightGBM).

    Raises:
        TrainingUnavailableError: LightGBM is not installed.
    """
    try:
        import lightgbm
    except ImportError as error:
        raise TrainingUnavailableError("lightgbm") from error
    booster = lightgbm.train(
        {
            "objective": "binary",
            "learning_rate": settings.rate,
            "num_leaves": settings.leaves,
            "max_depth": DEPTH,
            "min_data_in_leaf": settings.least,
            "feature_fraction": 0.6,
            "bagging_fraction": 0.8,
            "bagging_freq": 1,
            "lambda_l2": 5.0,
            "max_bin": 63,
            "seed": settings.seed,
            "deterministic": True,
            "verbose": -1,
            "num_threads": 1,
        },
        lightgbm.Dataset(rows, label=labels.astype(np.float32)),
        settings.trees,
    )
    return _forest(booster.dump_model()["tree_info"])


def _forest(trees: list[dict[str, Any]]) -> Forest:
    inner, leaves = 2**DEPTH - 1, 2**DEPTH
    feature = np.zeros((len(trees), inner), dtype=np.int16)
    threshold = np.full((len(trees), inner), np.inf, dtype=np.float32)
    leaf = np.zeros((len(trees), leaves), dtype=np.float32)
    for number, tree in enumerate(trees):
        _fill(tree["tree_structure"], 0, 0, feature[number], threshold[number], leaf[number])
    return Forest(feature, threshold, leaf)


def _fill(
    node: dict[str, Any],
    place: int,
    depth: int,
    feature: NDArray[np.int16],
    threshold: NDArray[np.float32],
    leaf: NDArray[np.float32],
) -> None:
    if "leaf_value" in node:
        # A leaf above the last level stands for all leaves below it.
        below = DEPTH - depth
        first = (place + 1) * 2**below - 2**DEPTH
        leaf[first : first + 2**below] = node["leaf_value"]
        return
    feature[place] = node["split_feature"]
    rounded = np.float32(node["threshold"])
    # The rows are float32: the largest float32 that is not above the threshold splits them alike.
    threshold[place] = rounded if float(rounded) <= node["threshold"] else np.nextafter(rounded, np.float32(-np.inf))
    _fill(node["left_child"], 2 * place + 1, depth + 1, feature, threshold, leaf)
    _fill(node["right_child"], 2 * place + 2, depth + 1, feature, threshold, leaf)
