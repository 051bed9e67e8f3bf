"""From a ranked list of tables to the set that is answered with: the rule of the methods that only rank."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.connecting import connect
from gtr_core.retrieval.result import Retrieval

__all__ = ["Ranking", "SelectionRule", "margin", "outcome_of_ranking", "selected", "selection_rule"]


@dataclass(frozen=True, slots=True)
class SelectionRule:
    """Which tables of a ranking are the answer; fitted for each method on training questions.

    Attributes:
        share: A table is selected whose score is at least this share of the best one's.
        most: Most tables that are selected; the tables that bridge them are not counted.
        bridges: Most tables in a row, not selected, by which a selected one is joined to the others.
        least: Where no table is this like the question (cosine), it is unresolved.
        slope, intercept: Confidence as the logistic function of the margin.
    """

    share: float
    most: int
    bridges: int
    least: float
    slope: float
    intercept: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Tables by their scores for one question.

    Attributes:
        tables: Positions in the graph, best first.
        scores: Their scores, not below zero, in the same order.
        likeness: How like the question the best table is, a cosine.
        worth: What speaks for single join edges; empty where the method says nothing of them.
    """

    tables: tuple[int, ...]
    scores: tuple[float, ...]
    likeness: float
    worth: Mapping[JoinEdge, float]


@lru_cache(maxsize=1)
def _rules() -> dict[str, SelectionRule]:
    text = (files("gtr_core.retrieval") / "selection_rules.json").read_text(encoding="utf-8")
    return {name: SelectionRule(**fields) for name, fields in json.loads(text).items()}


def selection_rule(method: str) -> SelectionRule:
    """The rule that ships for a method."""
    return _rules()[method]


def selected(ranking: Ranking, rule: SelectionRule) -> int:
    """How many tables from the top are selected; 0 where there are none.

    >>> selected(Ranking((4, 2, 7), (1.0, 0.9, 0.2), 0.6, {}), SelectionRule(0.8, 5, 1, 0.1, 1.0, 0.0))
    2
    """
    if not ranking.tables:
        return 0
    floor = rule.share * ranking.scores[0]
    return max(1, sum(score >= floor and score > 0 for score in ranking.scores[: rule.most]))


def margin(ranking: Ranking, count: int) -> float:
    """How far the last of the selected stands above the first that is not, as a share of the best score.

    >>> round(margin(Ranking((4, 2, 7), (1.0, 0.9, 0.2), 0.6, {}), 2), 3)
    0.7
    """
    if not ranking.tables or ranking.scores[0] <= 0:
        return 0.0
    below = ranking.scores[count] if count < len(ranking.scores) else 0.0
    return (ranking.scores[count - 1] - below) / ranking.scores[0]


def outcome_of_ranking(
    question: str,
    graph: ContextGraph,
    ranking: Ranking,
    rule: SelectionRule,
    timings_ms: Mapping[str, float],
    trace: Mapping[str, object],
) -> Retrieval:
    """The typed outcome: the selected tables, joined where they can be.

    A selected table that no join connects with the better ones is left out of the tree and named in the trace;
    a ranking never ties.
    """
    ranked = tuple(
        (graph.tables[table].id, round(score, 6)) for table, score in zip(ranking.tables, ranking.scores, strict=True)
    )
    count = selected(ranking, rule)
    if not count or ranking.likeness < rule.least:
        reason = "No table of the context is like the question."
        return Retrieval(question, "unresolved", 0.0, reason, None, (), (), (), ranked, dict(trace), dict(timings_ms))
    chosen = ranking.tables[:count]
    ranks = {table: place for place, table in enumerate(ranking.tables)}
    tree = connect(graph, chosen, bridges=rule.bridges, worth=ranking.worth, ranks=ranks)
    apart = [graph.tables[table].id for table in chosen if graph.tables[table].id not in tree.tables]
    return Retrieval(
        question=question,
        status="resolved",
        confidence=_confidence(margin(ranking, count), rule),
        reason=None,
        tree=tree,
        tokens=(),
        mentions=(),
        ranked=ranked,
        trace={**trace, "selected": [graph.tables[table].id for table in chosen], "not_joined": apart},
        timings_ms=dict(timings_ms),
    )


def _confidence(margin: float, rule: SelectionRule) -> float:
    return round(1.0 / (1.0 + math.exp(-(rule.slope * margin + rule.intercept))), 4)
