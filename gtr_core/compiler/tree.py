"""Join trees from outside, taken by what the graph says of their tables and joins."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.catalog import JoinEdge
from gtr_core.compiler.exceptions import MisplacedReferenceError, UnknownReferenceError
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree, TreeJoin
from gtr_core.context.sibling_edges import sibling_edges

__all__ = ["looked_up"]


def looked_up(tree: JoinTree, graph: ContextGraph) -> JoinTree:
    """The tree with the graph's own relations and join edges, whatever it says of them itself.

    Raises:
        UnknownTableError: A table is not in the graph.
        UnknownReferenceError: A join is not in the graph.
        MisplacedReferenceError: Aliases repeat, or an instance is not joined to one listed before it.
    """
    nodes = tuple(replace(node, relation=graph.table(node.table).relation) for node in tree.nodes)
    aliases = [node.alias for node in nodes]
    if len({alias.casefold() for alias in aliases}) != len(aliases) or not aliases or tree.root != aliases[0]:
        raise MisplacedReferenceError("The join tree's aliases are not distinct, or its first node is not its root.")
    if [join.right for join in tree.joins] != aliases[1:]:
        raise MisplacedReferenceError("The join tree does not join each instance but the root exactly once, in order.")
    joins = []
    for position, join in enumerate(tree.joins):
        if join.left not in aliases[: position + 1]:
            raise MisplacedReferenceError(
                f"The join tree joins {join.right!r} to {join.left!r}, which stands behind it."
            )
        ends = nodes[aliases.index(join.left)].table, nodes[position + 1].table
        joins.append(replace(join, edge=_edge(join, ends, graph)))
    return replace(tree, nodes=nodes, joins=tuple(joins))


def _edge(join: TreeJoin, ends: tuple[str, str], graph: ContextGraph) -> JoinEdge:
    """The graph's edge between the tables of both ends over the same columns, or the one that two siblings have."""
    child, parent = reversed(ends) if join.fan_out else ends
    siblings = (edge for end in ends for _, edge in sibling_edges(graph, graph.positions[end]))
    for edge in (*graph.joins, *siblings):
        if (edge.child, edge.parent) == (child, parent) and set(edge.pairs) == set(join.edge.pairs):
            return edge
    known = (f"{edge.child} -> {edge.parent}" for edge in graph.joins)
    raise UnknownReferenceError("join", f"{child} -> {parent}", "the context", known)
