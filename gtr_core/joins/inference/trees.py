"""Boosted regression trees: what a score that was fitted elsewhere needs at run time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BoostedTrees"]


@dataclass(frozen=True, slots=True, eq=False)
class BoostedTrees:
    """A sum of small trees under a logistic link (Friedman, 2001: Greedy function approximation).

    Attributes:
        features: Names of the features, in order.
        feature: (trees, nodes) int32: the feature by which a node parts, -1 for a leaf.
        threshold: (trees, nodes) float64: vectors not above it go left.
        left, right: (trees, nodes) int32: the nodes below.
        value: (trees, nodes) float64: what a leaf adds, learning rate included.
        intercept: The score before all trees.
        slope, offset: Calibration of the summed score (Platt, 1999).
    """

    features: tuple[str, ...]
    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float64]
    intercept: float
    slope: float = 1.0
    offset: float = 0.0

    def scores(self, vectors: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) float64 log-odds before calibration, from (n, features) float64. Cost: O(n · trees · depth)."""
        total = np.full(len(vectors), self.intercept)
        rows = np.arange(len(vectors))
        for tree in range(len(self.feature)):
            node = np.zeros(len(vectors), np.int64)
            while True:
                feature = self.feature[tree][node]
                inner = feature >= 0
                if not inner.any():
                    break
                goes_left = vectors[rows, np.maximum(feature, 0)] <= self.threshold[tree][node]
                below = np.where(goes_left, self.left[tree][node], self.right[tree][node])
                node = np.where(inner, below, node)
            total += self.value[tree][node]
        return total

    def probabilities(self, vectors: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) float64, calibrated."""
        linear = self.slope * self.scores(vectors) + self.offset
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(linear, -30, 30))), dtype=np.float64)

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> BoostedTrees:
        """From the form that training writes: a list of trees, each with lists of equal length."""
        trees = form["trees"]
        nodes = max((len(tree["feature"]) for tree in trees), default=1)

        def stacked(key: str, filler: float, kind: type[np.generic]) -> NDArray[Any]:
            return np.array([tree[key] + [filler] * (nodes - len(tree[key])) for tree in trees], kind)

        return cls(
            features=tuple(form["features"]),
            feature=stacked("feature", -1, np.int32),
            threshold=stacked("threshold", 0.0, np.float64),
            left=stacked("left", 0, np.int32),
            right=stacked("right", 0, np.int32),
            value=stacked("value", 0.0, np.float64),
            intercept=float(form["intercept"]),
            slope=float(form["slope"]),
            offset=float(form["offset"]),
        )
