"""How far means may be off: 95% intervals, bootstrapped over databases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import astuple, fields

import numpy as np

from gtr_core.evaluation.set_metrics import SetScores

__all__ = ["bootstrap_intervals"]

ROUNDS = 2000
SEED = 20260101


def bootstrap_intervals(databases: Sequence[str], scores: Sequence[SetScores]) -> dict[str, list[float]]:
    """Lower and upper end of each metric's interval.

    Databases are drawn with replacement, all questions of each together: questions of one database succeed and
    fail together, so that single questions would give intervals that are too narrow. With one database there is
    nothing to draw, and both ends are the mean.

    Args:
        databases: Database of each question.

    Source: Efron and Tibshirani (1993), percentile intervals, with clusters as units.
    """
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for database, score in zip(databases, scores, strict=True):
        rows[database].append(astuple(score))
    sums = np.array([np.sum(rows[name], axis=0) for name in sorted(rows)])
    sizes = np.array([len(rows[name]) for name in sorted(rows)])
    drawn = np.random.default_rng(SEED).integers(0, len(sizes), (ROUNDS, len(sizes)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)[:, None]
    low, high = np.percentile(means, [2.5, 97.5], axis=0)
    return {
        field.name: [round(float(low[i]), 6), round(float(high[i]), 6)] for i, field in enumerate(fields(SetScores))
    }
