"""Phase 2, exploration (step 4): which tables can be the source of a join tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bit_array
from gtr_core.retrieval.candidate import Phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Source", "explore", "strong_phrases", "target_set"]

MAX_SOURCES = 10
STRONG = 0.28
OPTIONS_CONSIDERED = 8
# Tables whose coverages are rounded one by one; of more there are many alike.
FEW = 64


@dataclass(frozen=True, slots=True)
class Source:
    """A candidate source s.

    Attributes:
        table: Position in the graph.
        coverage: Sum over the strong phrases of the best weight among the meanings that s reaches.
        missed: Bit set of tables that phrases mean which s reaches in none of their meanings.
    """

    table: int
    coverage: float
    missed: int


def strong_phrases(phrases: Sequence[Phrase]) -> tuple[int, ...]:
    """Indices of the phrases that may bring a table into the tree; the others only add to it.

    Where no phrase reaches the threshold, the weightiest ones do.
    """
    strong = [i for i, phrase in enumerate(phrases) if phrase.weight >= STRONG]
    if not strong and phrases:
        top = max(phrase.weight for phrase in phrases)
        strong = [i for i, phrase in enumerate(phrases) if phrase.weight >= top - 1e-9]
    return tuple(strong)


def target_set(graph: ContextGraph, phrase: Phrase) -> dict[int, float]:
    """Tables that a phrase may mean, by position, each with the weight of its best meaning."""
    weights: dict[int, float] = {}
    for option in phrase.options[:OPTIONS_CONSIDERED]:
        table = graph.positions[option.posting.table]
        weights[table] = max(weights.get(table, 0.0), option.weight)
    return weights


def explore(graph: ContextGraph, phrases: Sequence[Phrase]) -> tuple[Source, ...]:
    """The most promising sources: those with the largest coverage |R(s) ∩ T0|, weighted; near ones first.

    Of sources with equal coverage the one that reaches least comes first, since its trees are smallest.
    Hidden tables are no sources. O(phrases · n).

    Source: Guided Table Retrieval, section 3.2 (coverage scoring), with weights of the matches instead of
    counts.
    """
    strong = strong_phrases(phrases)
    coverage = np.zeros(len(graph.tables))
    by_phrase = []
    for i in strong:
        targets = target_set(graph, phrases[i])
        best = _best_reached(graph, targets)
        by_phrase.append((best, targets, 0.8 * max(targets.values())))
        coverage += best
    return tuple(
        Source(source, covered, _missed(by_phrase, source)) for source, covered in _most_covering(graph, coverage)
    )


def _best_reached(graph: ContextGraph, targets: dict[int, float]) -> NDArray[np.float64]:
    """``(n_tables,)``: of each table the best weight of a target that it reaches, 0 where it reaches none."""
    by_weight: dict[float, int] = {}
    for target, weight in targets.items():
        by_weight[weight] = by_weight.get(weight, 0) | graph.reached_from[target]
    best = np.zeros(len(graph.tables))
    for weight in sorted(by_weight):
        best[bit_array(by_weight[weight], len(best))] = weight
    return best


def _most_covering(graph: ContextGraph, coverage: NDArray[np.float64]) -> list[tuple[int, float]]:
    """The best sources with their coverage."""
    found = np.flatnonzero((coverage > 0) & ~graph.hidden)
    if len(found) <= FEW:
        rounded = np.array([round(value, 6) for value in coverage[found].tolist()])
    else:
        values, place = np.unique(coverage[found], return_inverse=True)
        rounded = np.array([round(value, 6) for value in values.tolist()])[place]
    if len(found) > MAX_SOURCES:
        least = np.partition(rounded, -MAX_SOURCES)[-MAX_SOURCES]
        found, rounded = found[rounded >= least], rounded[rounded >= least]
    order = np.lexsort((found, graph.reach_counts[found], -rounded))[:MAX_SOURCES]
    return list(zip(found[order].tolist(), rounded[order].tolist(), strict=True))


def _missed(by_phrase: Sequence[tuple[NDArray[np.float64], dict[int, float], float]], source: int) -> int:
    """Tables of those phrases of which the source reaches no meaning that is nearly the best."""
    missed = 0
    for best, targets, least in by_phrase:
        if best[source] < least:
            for target in targets:
                missed |= 1 << target
    return missed
