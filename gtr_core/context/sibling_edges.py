"""Joins of two tables that refer to the same parent: their copies of its key are equal."""

from __future__ import annotations

from collections.abc import Iterator

from gtr_core.catalog import Cardinality, JoinEdge
from gtr_core.context.graph import ContextGraph

__all__ = ["MOST_SIBLINGS", "sibling_edges", "sibling_set"]

# A parent with more children is a hub; that two tables refer to it says little of them.
MOST_SIBLINGS = 24


def sibling_edges(graph: ContextGraph, position: int) -> Iterator[tuple[int, JoinEdge]]:
    """Per table that shares a parent with this one, its position and the edge that joins the two without the parent.

    The edge rests on two edges of the graph with the same parent and the same parent columns, where each of the
    two tables refers to that parent once. Its child is the side that is not known to be unique in the columns;
    where neither is, it is many-to-many. Its role and rates are unknown, its origin is the weaker of the two.
    """
    for edge, other in _pairs(graph, position):
        yield graph.positions[other.child], _joined(graph, edge, other)


def sibling_set(graph: ContextGraph, position: int) -> int:
    """Bit set of the tables that ``sibling_edges`` finds."""
    found = 0
    for _, other in _pairs(graph, position):
        found |= 1 << graph.positions[other.child]
    return found


def _pairs(graph: ContextGraph, position: int) -> Iterator[tuple[JoinEdge, JoinEdge]]:
    """The table's own edge and the sibling's of every two that refer to the same columns of one parent."""
    for edge in graph.successors[position]:
        sisters = graph.predecessors[graph.positions[edge.parent]]
        if len(sisters) > MOST_SIBLINGS or _referring(sisters, edge.child) > 1:
            continue
        for other in sisters:
            alike = other.child != edge.child and other.parent_columns == edge.parent_columns
            if alike and _referring(sisters, other.child) == 1:
                yield edge, other


def _referring(sisters: tuple[JoinEdge, ...], child: str) -> int:
    return sum(edge.child == child for edge in sisters)


def _joined(graph: ContextGraph, one: JoinEdge, other: JoinEdge) -> JoinEdge:
    one_unique = set(graph.primary_key(one.child)) == set(one.child_columns)
    other_unique = set(graph.primary_key(other.child)) == set(other.child_columns)
    if one_unique == other_unique:
        child, parent = sorted((one, other), key=lambda edge: edge.child)
    else:
        child, parent = (other, one) if one_unique else (one, other)
    return JoinEdge(
        child.child,
        child.child_columns,
        parent.child,
        parent.child_columns,
        origins=tuple(sorted({*one.origins[-1:], *other.origins[-1:]})),
        confidence=min(one.confidence, other.confidence),
        claimed=_cardinality(one_unique, other_unique),
    )


def _cardinality(one_unique: bool, other_unique: bool) -> Cardinality:
    if one_unique and other_unique:
        return "one_to_one"
    return "many_to_one" if one_unique or other_unique else "many_to_many"
