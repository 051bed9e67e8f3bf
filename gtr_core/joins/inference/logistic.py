"""Logistic regression: what a score that was fitted elsewhere needs at run time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Logistic"]


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """Weights over standardised features.

    Attributes:
        features: Their names, in order.
        mean, scale: (features,) float64, by which features are standardised.
        weights: (features,) float64.
        intercept: Of the linear score.
    """

    features: tuple[str, ...]
    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    weights: NDArray[np.float64]
    intercept: float

    def probabilities(self, vectors: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) float64 from (n, features) float64."""
        linear = ((vectors - self.mean) / self.scale) @ self.weights + self.intercept
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(linear, -30, 30))), dtype=np.float64)

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Logistic:
        """From the form that training writes."""
        return cls(
            features=tuple(form["features"]),
            mean=np.array(form["mean"], np.float64),
            scale=np.array(form["scale"], np.float64),
            weights=np.array(form["weights"], np.float64),
            intercept=float(form["intercept"]),
        )
