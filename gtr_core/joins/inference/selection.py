"""From scored candidates to join edges: one parent to a column, one direction to a pair."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.candidates import Candidate
from gtr_core.joins.inference.column_values import ColumnId
from gtr_core.joins.inference.composite import CompositeCandidate

__all__ = [
    "ScoredEdge", "composite_confidence", "select_composites", "select_edges", "select_possible", "without_parts",
    "without_second_keys",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScoredEdge:
    """A join that the data and the names show.

    Attributes:
        confidence: Calibrated probability that a person would call it a join.
        contained: Share of the child's distinct values (tuples) that the parent has.
        reasons: What speaks for it, in words.
    """

    child: str
    child_columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]
    confidence: float
    contained: float
    reasons: tuple[str, ...] = ()


def select_edges(
    candidates: Sequence[Candidate], confidences: NDArray[np.float64], least: float
) -> tuple[ScoredEdge, ...]:
    """The likeliest parent of each column, where it is likely enough, from the likeliest edge downwards.

    Two columns that could each refer to the other make one edge, in the likelier direction.

    Args:
        candidates: All of one inference.
        confidences: (candidates,) float64.
        least: Confidence below which nothing is a join.
    """
    order = sorted(
        range(len(candidates)), key=lambda place: (-round(float(confidences[place]), 6), _ids(candidates[place]))
    )
    with_parent: set[ColumnId] = set()
    pairs: set[frozenset[ColumnId]] = set()
    chosen: list[ScoredEdge] = []
    for place in order:
        candidate, confidence = candidates[place], float(confidences[place])
        if confidence < least:
            break
        child, parent = candidate.child.column.id, candidate.parent.column.id
        if child in with_parent or frozenset((child, parent)) in pairs:
            continue
        with_parent.add(child)
        pairs.add(frozenset((child, parent)))
        chosen.append(
            ScoredEdge(
                child[0], (child[1],), parent[0], (parent[1],), round(confidence, 4), candidate.contained or 0.0,
                _reasons(candidate),
            )
        )  # fmt: skip
    return tuple(chosen)


def select_composites(
    candidates: Sequence[CompositeCandidate], singles: Sequence[ScoredEdge], least: float
) -> tuple[ScoredEdge, ...]:
    """Composite edges that are likely enough.

    Where one column already leads to the same parent, none is needed, unless that column is a part of the key:
    then it leads there because the whole key does (``without_parts``). Of several parents for the same columns
    the one with the widest key wins, then the one in which the key stands first.
    """
    chosen = []
    used: dict[str, list[frozenset[str]]] = {}
    for candidate in sorted(_best_of_each_pair(select_possible(candidates, singles)), key=_composite_order):
        confidence = composite_confidence(candidate)
        columns = frozenset(candidate.child_columns)
        if any(columns <= other for other in used.get(candidate.child, ())):
            continue
        if confidence >= least:
            used.setdefault(candidate.child, []).append(columns)
            chosen.append(
                ScoredEdge(
                    candidate.child, candidate.child_columns, candidate.parent, candidate.parent_columns,
                    round(confidence, 4), candidate.contained,
                    (f"{candidate.contained:.1%} of the tuples occur in the key", "the columns are named alike"),
                )
            )  # fmt: skip
    return tuple(chosen)


def without_second_keys(edges: Sequence[ScoredEdge], primary: Collection[ColumnId]) -> tuple[ScoredEdge, ...]:
    """The edges but those to a second key of a table whose primary key the same child refers to.

    A table that knows the calendar by its surrogate key does not refer to it by plain dates as well: these are
    facts of their own (when a record began to hold) and lie in the calendar because all dates do.
    """
    through_primary = {(edge.child, edge.parent) for edge in edges if (edge.parent, edge.parent_columns[0]) in primary}
    return tuple(
        edge
        for edge in edges
        if (edge.child, edge.parent) not in through_primary or (edge.parent, edge.parent_columns[0]) in primary
    )


def select_possible(
    candidates: Sequence[CompositeCandidate], singles: Sequence[ScoredEdge]
) -> tuple[CompositeCandidate, ...]:
    """The candidates that no single edge between the same tables makes needless."""
    joined: dict[frozenset[str], list[frozenset[ColumnId]]] = {}
    for edge in singles:
        joined.setdefault(frozenset((edge.child, edge.parent)), []).append(_ends(edge))
    return tuple(
        candidate
        for candidate in candidates
        if all(
            ends in _column_pairs(candidate) for ends in joined.get(frozenset((candidate.child, candidate.parent)), ())
        )
    )


def without_parts(singles: Sequence[ScoredEdge], composites: Sequence[ScoredEdge]) -> tuple[ScoredEdge, ...]:
    """The single edges but those that a composite edge between the same tables states with more columns."""
    parts = {ends for edge in composites for ends in _column_pairs(edge)}
    return tuple(edge for edge in singles if _ends(edge) not in parts)


def _ends(edge: ScoredEdge) -> frozenset[ColumnId]:
    return frozenset(((edge.child, edge.child_columns[0]), (edge.parent, edge.parent_columns[0])))


def _column_pairs(edge: CompositeCandidate | ScoredEdge) -> set[frozenset[ColumnId]]:
    return {
        frozenset(((edge.child, child), (edge.parent, parent)))
        for child, parent in zip(edge.child_columns, edge.parent_columns, strict=True)
    }


def composite_confidence(candidate: CompositeCandidate) -> float:
    """By containment and names, not fitted: edges of several columns are too rare in the training data."""
    full = float(np.clip((candidate.contained - 0.9) / 0.1, 0, 1))
    alike = float(np.clip((candidate.similarity - 0.6) / 0.4, 0, 1))
    return 0.3 + 0.3 * full + 0.35 * alike if candidate.contained >= 0.9 else 0.0


def _best_of_each_pair(found: Sequence[CompositeCandidate]) -> list[CompositeCandidate]:
    """One candidate for two tables, whichever way: the wider, then the better contained."""
    best: dict[frozenset[str], CompositeCandidate] = {}
    for candidate in found:
        pair = frozenset((candidate.child, candidate.parent))
        known = best.get(pair)
        if known is None or _rank(candidate) > _rank(known):
            best[pair] = candidate
    return [best[pair] for pair in sorted(best, key=sorted)]


def _rank(candidate: CompositeCandidate) -> tuple[float, ...]:
    return (candidate.contained >= 0.999, len(candidate.child_columns), -candidate.depth, candidate.contained)


def _composite_order(candidate: CompositeCandidate) -> tuple[float | str, ...]:
    return (-len(candidate.child_columns), candidate.depth, -candidate.covered, candidate.child, candidate.parent)


def _ids(candidate: Candidate) -> tuple[str, ...]:
    return (*candidate.child.column.id, *candidate.parent.column.id)


def _reasons(candidate: Candidate) -> tuple[str, ...]:
    reasons = [
        f"{candidate.contained or 0:.1%} of {candidate.child.column.name}'s distinct values occur in "
        f"{candidate.parent.column.name}",
        f"{candidate.covered:.1%} of the parent's values are used",
    ]
    if candidate.similarity >= 0.5:
        reasons.append("the names speak for it")
    return tuple(reasons)
