"""How a set of tables hangs together in the graph, whatever is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits

__all__ = ["SetShape", "set_shape"]


@dataclass(frozen=True, slots=True)
class SetShape:
    """The shape of one set.

    Attributes:
        tables: Positions, ascending.
        ends: Those that at most one edge joins to the others; all tables where there is none.
        features: As floats: size, whether edges connect it, number of edges (two tables once), of edges beyond a tree,
            of roots, whether one table reaches all, number of ends, of tables with several parents, of tables over
            which the project prefers others, whether only siblings' joins connect it, and whether it has several roots
            that one fact relates.
    """

    tables: tuple[int, ...]
    ends: tuple[int, ...]
    features: tuple[float, ...]


def set_shape(
    graph: ContextGraph, whole: int, neighbours: Callable[[int], int], siblings: Callable[[int], int]
) -> SetShape:
    """The shape of a set of tables.

    Args:
        graph: The context graph.
        whole: Bit set of the tables; at least one.
        neighbours: Position -> bit set of the tables that an edge joins to it.
        siblings: Position -> bit set of the tables that refer to the same columns of one parent as it does.
    """
    tables = bits(whole)
    degrees = [(neighbours(position) & whole).bit_count() for position in tables]
    ends = [position for position, degree in zip(tables, degrees, strict=True) if degree <= 1]
    reached = [graph.reachability[position] & whole for position in tables]
    roots = [
        position
        for k, position in enumerate(tables)
        if not any(row >> position & 1 for j, row in enumerate(reached) if j != k)
    ]
    linked = _connected(whole, neighbours)
    features = (
        len(tables),
        linked,
        sum(degrees) / 2,
        sum(degrees) / 2 - len(tables) + 1,
        len(roots),
        any(row == whole for row in reached),
        len(ends),
        sum(len(graph.successors[position]) >= 2 for position in tables),
        sum(graph.tables[position].preferred is not None for position in tables),
        not linked and _connected(whole, lambda position: neighbours(position) | siblings(position)),
        len(roots) > 1 and _one_fact(graph, roots),
    )
    return SetShape(tuple(tables), tuple(ends or tables), tuple(map(float, features)))


def _one_fact(graph: ContextGraph, roots: Sequence[int]) -> bool:
    """Whether some table reaches all roots of a set: a fact that relates what the set joins by a shared parent."""
    facts = ~0
    for position in roots:
        facts &= graph.reached_from[position]
    return facts != 0


def _connected(whole: int, near: Callable[[int], int]) -> bool:
    reached = queue = whole & -whole
    while queue:
        position = queue.bit_length() - 1
        queue ^= 1 << position
        new = near(position) & whole & ~reached
        queue |= new
        reached |= new
    return reached == whole
