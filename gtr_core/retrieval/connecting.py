"""A join tree over tables that a ranking selected."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree, TreeJoin
from gtr_core.retrieval.roles import name_instances

__all__ = ["connect"]

_Placed = tuple[int, int, JoinEdge | None, bool]


def connect(
    graph: ContextGraph,
    tables: Sequence[int],
    *,
    bridges: int,
    worth: Mapping[JoinEdge, float] | None = None,
    ranks: Mapping[int, int] | None = None,
) -> JoinTree:
    """Join the selected tables, best first, each by the shortest path to what is joined so far.

    A table to which no path leads over at most ``bridges`` tables that were not selected is left out; the first
    is always in. Each table stands in the tree once. The root is the table from which most others are reached
    many-to-one, then that with the fewest joins from parent to child, then that of the smallest id.

    Args:
        tables: Positions in the graph, best first; at least one.
        worth: What speaks for an edge where several join the same two tables; 0 where nothing does.
        ranks: Place of each table in the ranking; of paths of equal length that over the better tables is taken.

    Cost: O(tables² · edges), bounded by the tables within reach of ``bridges + 1`` steps.
    """
    joined = {tables[0]}
    links: list[JoinEdge] = []
    grown = True
    while grown:
        # A table that is too far away may come near by another that is joined after it.
        grown = False
        for table in tables[1:]:
            path = [] if table in joined else _path(graph, joined, table, bridges + 1, worth or {}, ranks or {})
            for edge in path:
                links.append(edge)
                joined.update((graph.positions[edge.child], graph.positions[edge.parent]))
                grown = True
    return _rooted(graph, sorted(joined), links)


def _path(
    graph: ContextGraph,
    joined: set[int],
    goal: int,
    most: int,
    worth: Mapping[JoinEdge, float],
    ranks: Mapping[int, int],
) -> list[JoinEdge]:
    """The edges of the shortest path from the goal to a joined table; none where there is none."""
    came: dict[int, tuple[int, JoinEdge] | None] = {goal: None}
    queue = deque([(goal, 0)])
    while queue:
        table, depth = queue.popleft()
        if table in joined:
            return _walked(came, table)
        if depth < most:
            for reached, edge in _steps(graph, table, worth, ranks):
                if reached not in came:
                    came[reached] = (table, edge)
                    queue.append((reached, depth + 1))
    return []


def _walked(came: Mapping[int, tuple[int, JoinEdge] | None], end: int) -> list[JoinEdge]:
    edges = []
    step = came[end]
    while step is not None:
        edges.append(step[1])
        step = came[step[0]]
    return edges


def _steps(
    graph: ContextGraph, table: int, worth: Mapping[JoinEdge, float], ranks: Mapping[int, int]
) -> list[tuple[int, JoinEdge]]:
    """Neighbouring visible tables with the edges to them, the best edge of each first, better tables first."""
    found = [(graph.positions[edge.parent], edge) for edge in graph.successors[table]]
    found += [(graph.positions[edge.child], edge) for edge in graph.predecessors[table]]
    found = [(reached, edge) for reached, edge in found if not graph.tables[reached].hidden and reached != table]
    last = len(graph.tables)
    return sorted(found, key=lambda step: (ranks.get(step[0], last), step[0], -round(worth.get(step[1], 0.0), 9)))


def _rooted(graph: ContextGraph, tables: Sequence[int], links: Sequence[JoinEdge]) -> JoinTree:
    orders = {root: _breadth_first(graph, root, links) for root in tables}
    root = min(tables, key=lambda table: _root_rank(graph, table, orders[table]))
    order = orders[root]
    nodes = name_instances(graph, order)
    joins = tuple(
        TreeJoin(nodes[above].alias, nodes[place].alias, edge, down)
        for place, (_, above, edge, down) in enumerate(order)
        if edge is not None
    )
    return JoinTree(nodes[0].alias, tuple(nodes), joins)


def _root_rank(graph: ContextGraph, root: int, order: Sequence[_Placed]) -> tuple[int, int, str]:
    """Smaller is better as a root."""
    many_to_one = {0}
    for place, (_, above, _, down) in enumerate(order):
        if above in many_to_one and not down:
            many_to_one.add(place)
    return (-len(many_to_one), sum(down for _, _, _, down in order), graph.tables[root].id)


def _breadth_first(graph: ContextGraph, root: int, links: Sequence[JoinEdge]) -> list[_Placed]:
    """The tables from the root: (position, place of the one above, edge, walked from parent to child)."""
    order: list[_Placed] = [(root, -1, None, False)]
    seen = {root}
    for place, (table, _, _, _) in enumerate(order):
        for edge in links:
            child, parent = graph.positions[edge.child], graph.positions[edge.parent]
            if child == table and parent not in seen:
                seen.add(parent)
                order.append((parent, place, edge, False))
            elif parent == table and child not in seen:
                seen.add(child)
                order.append((child, place, edge, True))
    return order
