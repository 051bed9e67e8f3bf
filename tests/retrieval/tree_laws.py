"""What holds of every join tree, whatever was asked."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.context.reachability import bits
from gtr_core.context.sibling_edges import sibling_edges

__all__ = ["check_tree", "is_connected", "sibling_joins"]


def sibling_joins(graph: ContextGraph) -> list[JoinEdge]:
    """All edges between children of one parent that two edges of the graph imply."""
    return [found for position in range(len(graph.tables)) for _, found in sibling_edges(graph, position)]


def is_connected(graph: ContextGraph, whole: int) -> bool:
    """Whether edges of the graph, or those between siblings, connect a set of tables."""
    edges = [*graph.joins, *sibling_joins(graph)]
    links = [(graph.positions[one.child], graph.positions[one.parent]) for one in edges]
    inside = bits(whole)
    reached, queue = {inside[0]}, [inside[0]]
    for at in queue:
        for ends in links:
            for one, two in (ends, ends[::-1]):
                if one == at and whole >> two & 1 and two not in reached:
                    reached.add(two)
                    queue.append(two)
    return len(reached) == len(inside)


def check_tree(graph: ContextGraph, tree: JoinTree, *, spoken: AbstractSet[str], anchors: AbstractSet[str]) -> None:
    """Connected and topologically ordered below one root, of known edges, and minimal: no leaf can be
    dropped without losing what a phrase speaks of or a table that belongs to the tree.

    Args:
        graph: The context graph.
        tree: The tree.
        spoken: Aliases of which a phrase speaks.
        anchors: Tables that belong to it all the same.
    """
    aliases = [node.alias for node in tree.nodes]
    assert len(set(aliases)) == len(aliases)
    assert tree.root == aliases[0]
    # One join for each node but the root, in their order, from a node listed before it: connected and acyclic.
    assert [join.right for join in tree.joins] == aliases[1:]
    known = [*graph.joins, *sibling_joins(graph)]
    for join in tree.joins:
        assert aliases.index(join.left) < aliases.index(join.right)
        assert join.edge in known
        left, right = tree.node(join.left), tree.node(join.right)
        assert left is not None
        assert right is not None
        ends = (join.edge.parent, join.edge.child) if join.fan_out else (join.edge.child, join.edge.parent)
        assert (left.table, right.table) == ends
    assert not any(graph.table(node.table).hidden for node in tree.nodes)
    links = [join.left for join in tree.joins] + [join.right for join in tree.joins]
    leaves = [node for node in tree.nodes if links.count(node.alias) <= 1]
    for leaf in leaves:
        alone = sum(node.table == leaf.table for node in tree.nodes) == 1
        assert leaf.alias in spoken or (leaf.table in anchors and alone), f"{leaf.alias} could be dropped"
