"""How well a predicted set of tables fits the gold set, and a ranked list its top."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

__all__ = ["SetScores", "mean_scores", "ranking_scores", "set_scores"]


@dataclass(frozen=True, slots=True)
class SetScores:
    """Scores of one question, or their means; each between 0 and 1."""

    exact: float
    jaccard: float
    precision: float
    recall: float
    f1: float
    perfect_recall: float

    def to_json(self) -> dict[str, float]:
        """By name, rounded to six digits."""
        return {field.name: round(getattr(self, field.name), 6) for field in fields(self)}


def set_scores(predicted: Collection[str], gold: Collection[str]) -> SetScores:
    """Scores of a predicted set; the empty set scores 0 throughout.

    Args:
        gold: At least one table.

    >>> set_scores({"a", "b", "c"}, {"a", "b", "d"})
    SetScores(exact=0.0, jaccard=0.5, precision=0.6666666666666666, recall=0.6666666666666666, f1=0.6666666666666666, perfect_recall=0.0)
    """  # noqa: E501
    mine, theirs = set(predicted), set(gold)
    hits = len(mine & theirs)
    precision = hits / len(mine) if mine else 0.0
    recall = hits / len(theirs)
    return SetScores(
        exact=float(mine == theirs),
        jaccard=hits / len(mine | theirs),
        precision=precision,
        recall=recall,
        f1=harmonic(precision, recall),
        perfect_recall=float(theirs <= mine),
    )


def harmonic(precision: float, recall: float) -> float:
    """F1; 0 where both are."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def mean_scores(scores: Iterable[SetScores]) -> SetScores:
    """Means over at least one question."""
    rows = list(scores)
    return SetScores(*(sum(getattr(row, field.name) for row in rows) / len(rows) for field in fields(SetScores)))


def ranking_scores(
    ranked: Sequence[Sequence[str]], gold: Sequence[Collection[str]], depths: Iterable[int]
) -> dict[str, Mapping[str, float]]:
    """Means of precision, recall and perfect recall of the first k tables, for each k; precision is divided by k.

    >>> ranking_scores([["a", "b", "c"]], [{"a", "c"}], [2])
    {'2': {'precision': 0.5, 'recall': 0.5, 'perfect_recall': 0.0}}
    """
    return {str(k): _at(k, ranked, gold) for k in depths}


def _at(k: int, ranked: Sequence[Sequence[str]], gold: Sequence[Collection[str]]) -> dict[str, float]:
    hits = [len(set(tables[:k]) & set(wanted)) for tables, wanted in zip(ranked, gold, strict=True)]
    sizes = [len(set(wanted)) for wanted in gold]
    count = len(hits)
    return {
        "precision": round(sum(hit / k for hit in hits) / count, 6),
        "recall": round(sum(hit / size for hit, size in zip(hits, sizes, strict=True)) / count, 6),
        "perfect_recall": round(sum(hit == size for hit, size in zip(hits, sizes, strict=True)) / count, 6),
    }
