"""A small network over the features of a question's candidate sets, which compares them with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.retrieval.scoring.products import product

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Perceptron"]


@dataclass(frozen=True, slots=True)
class Perceptron:
    """One hidden layer of rectified units; its outputs are compared by softmax over the candidates of one question.

    Attributes:
        mean, scale: ``(n_features,)``: rows are standardised by them, and cut at five deviations.
        hidden: ``(n_features, n_hidden)``.
        hidden_bias: ``(n_hidden,)``.
        out: ``(n_hidden,)``.
    """

    mean: NDArray[np.float32]
    scale: NDArray[np.float32]
    hidden: NDArray[np.float32]
    hidden_bias: NDArray[np.float32]
    out: NDArray[np.float32]

    def log_odds(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(n_rows,)``: log-odds of each row's share in the softmax over all rows, kept between -7 and 7."""
        if not len(rows):
            return np.zeros(0, dtype=np.float32)
        standard = np.clip((rows - self.mean) / self.scale, -5.0, 5.0)
        scores = np.maximum(product(standard, self.hidden) + self.hidden_bias, 0.0) @ self.out
        weights = np.exp(scores - scores.max())
        shares = np.clip(weights / weights.sum(), 0.0009, 0.9991)
        return np.asarray(np.log(shares / (1.0 - shares)), dtype=np.float32)

    def arrays(self, prefix: str) -> dict[str, NDArray[np.generic]]:
        """The arrays under names that start with a prefix."""
        return {
            f"{prefix}_mean": self.mean,
            f"{prefix}_scale": self.scale,
            f"{prefix}_hidden": self.hidden,
            f"{prefix}_hidden_bias": self.hidden_bias,
            f"{prefix}_out": self.out,
        }

    @classmethod
    def from_arrays(cls, prefix: str, arrays: Mapping[str, NDArray[np.generic]]) -> Perceptron:
        """The network whose arrays bear the prefix."""
        names = ("mean", "scale", "hidden", "hidden_bias", "out")
        return cls(*(np.asarray(arrays[f"{prefix}_{name}"], dtype=np.float32) for name in names))
