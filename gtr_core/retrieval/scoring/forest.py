"""Boosted regression trees as arrays: every row walks every tree at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Forest"]


@dataclass(frozen=True, slots=True)
class Forest:
    """A sum of trees of one depth, filled up so that the children of node i are 2i + 1 and 2i + 2.

    Attributes:
        feature: ``(n_trees, 2**depth - 1)``: the feature that a node looks at.
        threshold: Of the same shape: greater goes right.
        leaf: ``(n_trees, 2**depth)``: what a row earns there.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    leaf: NDArray[np.float32]
    _levels: tuple[tuple[NDArray[np.intp], NDArray[np.float32]], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Lay the nodes out level by level: below place k of one level stand 2k and 2k + 1 of the next."""
        spans = [slice(2**level - 1, 2 ** (level + 1) - 1) for level in range(self.depth)]
        levels = tuple(
            (self.feature[:, span].astype(np.intp).ravel(), np.ascontiguousarray(self.threshold[:, span]).ravel())
            for span in spans
        )
        object.__setattr__(self, "_levels", levels)

    @property
    def depth(self) -> int:
        """Steps from the root to a leaf."""
        return int(self.leaf.shape[1]).bit_length() - 1

    def scores(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(n_rows,)``: log-odds. O(n_rows · n_trees · depth), as array operations."""
        n_rows, n_trees = len(rows), len(self.leaf)
        if not n_rows:
            return np.zeros(0, dtype=np.float32)
        flat = np.ascontiguousarray(rows).ravel()
        starts = (np.arange(n_rows) * rows.shape[1])[:, None]
        at = np.tile(np.arange(n_trees), (n_rows, 1))
        for feature, threshold in self._levels:
            looked_at = feature.take(at)
            looked_at += starts
            right = flat.take(looked_at) > threshold.take(at)
            at *= 2
            at += right
        return np.asarray(self.leaf.ravel().take(at).sum(axis=1), dtype=np.float32)

    def probabilities(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(n_rows,)``: the logistic function of the scores."""
        return np.asarray(1.0 / (1.0 + np.exp(-self.scores(rows))), dtype=np.float32)

    def arrays(self, prefix: str) -> dict[str, NDArray[np.generic]]:
        """The arrays under names that start with a prefix, for a file of several forests."""
        return {f"{prefix}_feature": self.feature, f"{prefix}_threshold": self.threshold, f"{prefix}_leaf": self.leaf}

    @classmethod
    def from_arrays(cls, prefix: str, arrays: Mapping[str, NDArray[np.generic]]) -> Forest:
        """The forest whose arrays bear the prefix."""
        return cls(
            np.asarray(arrays[f"{prefix}_feature"], dtype=np.int16),
            np.asarray(arrays[f"{prefix}_threshold"], dtype=np.float32),
            np.asarray(arrays[f"{prefix}_leaf"], dtype=np.float32),
        )
