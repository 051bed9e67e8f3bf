"""How well the joins and the roles of predicted trees fit the gold ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gtr_core.context.join_tree import JoinTree
from gtr_core.evaluation.prediction import Prediction
from gtr_core.evaluation.set_metrics import harmonic

__all__ = ["join_pairs", "join_scores", "roles_exact"]

_Pair = tuple[str, str]


def join_scores(predictions: Sequence[Prediction], names: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """Means over the questions with gold joins: exact, precision, recall, F1, and how many were scored.

    Joins are unordered pairs of columns, counted as often as they stand: a table that is joined in two roles
    by the same column has the pair twice. Nothing predicted scores 0.

    Args:
        names: Database and table name by table id.
    """
    rows = []
    for prediction in predictions:
        gold = prediction.question.gold_joins
        if gold and prediction.question.scored:
            rows.append(_scores(join_pairs(prediction.tree, names), Counter(map(_unordered, gold))))
    if not rows:
        return {"exact": None, "precision": None, "recall": None, "f1": None, "scored": 0}
    means = [round(sum(column) / len(rows), 6) for column in zip(*rows, strict=True)]
    return dict(zip(("exact", "precision", "recall", "f1"), means, strict=True)) | {"scored": len(rows)}


def roles_exact(predictions: Iterable[Prediction]) -> tuple[float | None, int]:
    """Share of the questions with gold roles whose tree has as many instances of each of those tables, and of how many.

    The share is None where no question has them.
    """
    hits = []
    for prediction in predictions:
        gold = prediction.question.gold_roles
        if gold and prediction.question.scored:
            nodes = prediction.tree.nodes if prediction.tree is not None else ()
            counts = Counter(node.table for node in nodes)
            hits.append(all(counts[table] == count for table, count in gold.items()))
    return (round(sum(hits) / len(hits), 6), len(hits)) if hits else (None, 0)


def join_pairs(tree: JoinTree | None, names: Mapping[str, tuple[str, str]]) -> Counter[_Pair]:
    """The column pairs of a tree's joins, each as ``table.column`` without its database, in sorted order."""
    pairs: Counter[_Pair] = Counter()
    for join in tree.joins if tree is not None else ():
        child, parent = names[join.edge.child][1], names[join.edge.parent][1]
        pairs.update(_unordered((f"{child}.{mine}", f"{parent}.{theirs}")) for mine, theirs in join.edge.pairs)
    return pairs


def _unordered(pair: _Pair) -> _Pair:
    left, right = sorted(pair)
    return left, right


def _scores(predicted: Counter[_Pair], gold: Counter[_Pair]) -> tuple[float, float, float, float]:
    hits = (predicted & gold).total()
    precision = hits / predicted.total() if predicted else 0.0
    recall = hits / gold.total()
    return float(predicted == gold), precision, recall, harmonic(precision, recall)
