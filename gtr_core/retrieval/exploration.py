"""Phase 2, exploration (step 4): which tables can be the source of a join tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.candidate import Phrase

__all__ = ["Source", "explore", "strong_phrases", "target_set"]

MAX_SOURCES = 10
STRONG = 0.28
OPTIONS_CONSIDERED = 8


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
    Hidden tables are no sources. O(phrases · n / 64 + sources).

    Source: Guided Table Retrieval, section 3.2 (coverage scoring), with weights of the matches instead of
    counts.
    """
    strong = strong_phrases(phrases)
    coverage: dict[int, float] = {}
    by_phrase: list[dict[int, float]] = []
    for i in strong:
        best: dict[int, float] = {}
        for target, weight in target_set(graph, phrases[i]).items():
            for source in bits(graph.reached_from[target]):
                if weight > best.get(source, 0.0):
                    best[source] = weight
        by_phrase.append(best)
        for source, weight in best.items():
            coverage[source] = coverage.get(source, 0.0) + weight
    visible = [source for source in coverage if not graph.tables[source].hidden]
    visible.sort(key=lambda source: (-round(coverage[source], 6), graph.reachability[source].bit_count(), source))
    chosen = visible[:MAX_SOURCES]
    return tuple(
        Source(source, round(coverage[source], 6), _missed(graph, phrases, strong, by_phrase, source))
        for source in chosen
    )


def _missed(
    graph: ContextGraph,
    phrases: Sequence[Phrase],
    strong: Sequence[int],
    by_phrase: Sequence[dict[int, float]],
    source: int,
) -> int:
    """Tables of those phrases of which the source reaches no meaning that is nearly the best."""
    missed = 0
    for i, best in zip(strong, by_phrase, strict=True):
        targets = target_set(graph, phrases[i])
        if best.get(source, 0.0) < 0.8 * max(targets.values()):
            for target in targets:
                missed |= 1 << target
    return missed
