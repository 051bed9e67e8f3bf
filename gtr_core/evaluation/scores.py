"""All scores of a run, in the form that ``gtr eval --json`` writes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from gtr_core.evaluation.calibration import exact_of_most_confident, expected_calibration_error
from gtr_core.evaluation.intervals import bootstrap_intervals
from gtr_core.evaluation.prediction import Prediction
from gtr_core.evaluation.set_metrics import SetScores, mean_scores, ranking_scores, set_scores
from gtr_core.evaluation.tree_metrics import join_scores, roles_exact

__all__ = ["evaluation_form", "scored", "scores_of"]

Group = TypeVar("Group", bound=Hashable)


def evaluation_form(
    folder: str,
    predictions: Sequence[Prediction],
    names: Mapping[str, tuple[str, str]],
    depths: Sequence[int] = (5, 15),
) -> dict[str, Any]:
    """The form of DESIGN.md; without scores where no question has gold tables.

    Questions that are marked as incomplete, or have no gold table, are answered and left out of the scores. An
    ambiguous question is scored by its first tree, an unresolved one by the empty set.

    Args:
        folder: The benchmark's name.
        names: Database and table name by table id.
        depths: The k of the ranking scores.
    """
    status: Counter[str] = Counter(prediction.status for prediction in predictions)
    form: dict[str, Any] = {
        "folder": folder,
        "questions": len(predictions),
        "scored": 0,
        "status": {name: status[name] for name in ("resolved", "ambiguous", "unresolved")},
        "latency_ms": latencies(predictions),
        "llm_calls": sum(prediction.llm_calls for prediction in predictions),
    }
    fallbacks = sum(prediction.llm_fallbacks for prediction in predictions)
    if fallbacks or form["llm_calls"]:
        form["llm_fallbacks"] = fallbacks
    counted = scored(predictions)
    if counted:
        form |= {"scored": len(counted)} | _scores_form(counted, names, depths)
    return form


def scored(predictions: Sequence[Prediction]) -> list[Prediction]:
    """The predictions that count in scores."""
    return [prediction for prediction in predictions if prediction.question.scored]


def scores_of(prediction: Prediction) -> SetScores:
    """How well one prediction's tables fit the gold ones."""
    return set_scores(prediction.tables, prediction.question.gold_tables or frozenset())


def _scores_form(
    predictions: Sequence[Prediction], names: Mapping[str, tuple[str, str]], depths: Sequence[int]
) -> dict[str, Any]:
    scores = [scores_of(prediction) for prediction in predictions]
    golds = [prediction.question.gold_tables or frozenset() for prediction in predictions]
    confidences = [prediction.confidence for prediction in predictions]
    hits = [score.exact == 1.0 for score in scores]
    databases = [prediction.question.db for prediction in predictions]
    share, with_roles = roles_exact(predictions)
    return {
        **mean_scores(scores).to_json(),
        "at_k": ranking_scores([prediction.ranked for prediction in predictions], golds, depths),
        "joins": join_scores(predictions, names),
        "roles_exact": share,
        "roles_scored": with_roles,
        "calibration": {
            "ece": expected_calibration_error(confidences, hits),
            "exact_of_most_confident": exact_of_most_confident(confidences, hits),
        },
        "intervals": bootstrap_intervals(databases, scores),
        "ambiguity": _ambiguity(predictions),
        "by_database": _by(databases, scores, str),
        "by_gold_size": _by([len(gold) for gold in golds], scores, int),
    }


def latencies(predictions: Sequence[Prediction]) -> dict[str, float | None]:
    """Percentiles of the wall clock a question, in milliseconds; None without questions."""
    if not predictions:
        return {"p50": None, "p95": None, "p99": None}
    times = [prediction.latency_ms for prediction in predictions]
    p50, p95, p99 = np.percentile(times, [50, 95, 99])
    return {"p50": round(float(p50), 3), "p95": round(float(p95), 3), "p99": round(float(p99), 3)}


def _ambiguity(predictions: Sequence[Prediction]) -> dict[str, float | int | None]:
    """How many questions are ambiguous, and how often the gold tables are those of the first tree, or of any."""
    tied = [prediction for prediction in predictions if prediction.status == "ambiguous"]
    first = sum(frozenset(one.tables) == one.question.gold_tables for one in tied)
    among = sum(one.question.gold_tables in (frozenset(one.tables), *one.alternatives) for one in tied)
    return {
        "ambiguous": len(tied),
        "first_exact": round(first / len(tied), 6) if tied else None,
        "among_alternatives": round(among / len(tied), 6) if tied else None,
    }


def _by(groups: Sequence[Group], scores: Sequence[SetScores], order: Callable[[Group], Any]) -> dict[str, Any]:
    parts: dict[Group, list[SetScores]] = defaultdict(list)
    for group, score in zip(groups, scores, strict=True):
        parts[group].append(score)
    return {
        str(group): {"questions": len(parts[group]), **mean_scores(parts[group]).to_json()}
        for group in sorted(parts, key=order)
    }
