"""The fitted scorer that ships with the package: forests, networks and a calibration."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES
from gtr_core.retrieval.scoring.forest import Forest
from gtr_core.retrieval.scoring.perceptron import Perceptron
from gtr_core.retrieval.scoring.relation_aware import RelationAware
from gtr_core.retrieval.scoring.set_features import SET_FEATURES
from gtr_core.retrieval.scoring.table_features import TABLE_FEATURES
from gtr_core.retrieval.scoring.word_vectors import WordVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CALIBRATION_FEATURES", "ScoringModel", "calibration_row", "mixed", "shipped_model"]

CALIBRATION_FEATURES = ("intercept", "log_odds", "share_log_odds", "runner_up", "unexplained", "has_notes")


@dataclass(frozen=True, slots=True)
class ScoringModel:
    """What scores columns, tables and sets of tables.

    Attributes:
        columns: Log-odds that the query uses a column, over ``COLUMN_FEATURES``.
        tables: That it uses a table, over ``TABLE_FEATURES``.
        sets: That a set of tables is exactly the query's, over ``SET_FEATURES``.
        comparison: A network over the same features that compares the sets of one question.
        network: Reads words, columns and tables together, after the forests.
        words: The vectors of texts that it reads.
        calibration: Weights of ``CALIBRATION_FEATURES`` for the confidence of the best set.
    """

    columns: Forest
    tables: Forest
    sets: Forest
    comparison: Perceptron
    network: RelationAware
    words: WordVectors
    calibration: NDArray[np.float64]

    def set_scores(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(n_sets,)``: the mean of what the forest and the network say, as log-odds."""
        return mixed(self.sets.scores(rows), self.comparison.log_odds(rows))

    def confidence(self, row: NDArray[np.float64]) -> float:
        """Calibrated probability that the best set is exactly right."""
        return 1.0 / (1.0 + math.exp(-float(row @ self.calibration)))


def mixed(forest: NDArray[np.float32], comparison: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of both log-odds."""
    return np.asarray((forest + comparison) / 2.0, dtype=np.float32)


def calibration_row(probabilities: NDArray[np.float32], unexplained: float, *, has_notes: bool) -> NDArray[np.float64]:
    """``(len(CALIBRATION_FEATURES),)`` from the sets' probabilities and the share of words left unexplained."""
    ordered = np.sort(probabilities.astype(np.float64))[::-1]
    best = float(ordered[0])
    share = best / max(float(ordered.sum()), 1e-9)
    runner_up = float(ordered[1]) / max(best, 1e-9) if len(ordered) > 1 else 0.0
    return np.array([1.0, _log_odds(best), _log_odds(share), runner_up, unexplained, float(has_notes)])


def _log_odds(probability: float) -> float:
    kept = min(max(probability, 1e-4), 1.0 - 1e-4)
    return math.log(kept / (1.0 - kept))


@lru_cache(maxsize=1)
def shipped_model() -> ScoringModel:
    """The weights in ``weights/scoring.npz``; loaded once a process, without pickle."""
    with (files("gtr_core.retrieval.scoring") / "weights" / "scoring.npz").open("rb") as file:
        arrays = dict(np.load(file, allow_pickle=False))
    for name, features in (("columns", COLUMN_FEATURES), ("tables", TABLE_FEATURES), ("sets", SET_FEATURES)):
        assert tuple(arrays[f"{name}_names"]) == features, "the weights were fitted to other features"
    return ScoringModel(
        Forest.from_arrays("columns", arrays),
        Forest.from_arrays("tables", arrays),
        Forest.from_arrays("sets", arrays),
        Perceptron.from_arrays("comparison", arrays),
        RelationAware.from_arrays("network", arrays),
        WordVectors.from_arrays("words", arrays),
        np.asarray(arrays["calibration"], dtype=np.float64),
    )
