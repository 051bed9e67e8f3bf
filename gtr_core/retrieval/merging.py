"""Phase 4, merging (step 9): the chosen paths' prefixes, merged, trimmed, rooted and put in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree, TreeJoin
from gtr_core.retrieval.disambiguation import Choice
from gtr_core.retrieval.roles import name_instances

__all__ = ["Merged", "merge", "merged_shape", "merged_tables"]


@dataclass(frozen=True, slots=True)
class Merged:
    """A join tree, and the alias of the instance that each phrase speaks of (None where left out)."""

    tree: JoinTree
    aliases: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class _Link:
    """A join between two instances, whichever of them ends nearer to the root."""

    child: int
    parent: int
    edge: JoinEdge


def merge(graph: ContextGraph, choice: Choice) -> Merged | None:
    """The join tree of a choice; None where no phrase was placed.

    The prefixes of the chosen paths are united; instances beyond the last one that a phrase speaks of are
    trimmed, at the root's end too. The root is the instance from which most of the targets are reached
    many-to-one, then that with the fewest joins from parent to child, then that of the smallest table id;
    the nodes are listed breadth first from it.

    Source: Guided Table Retrieval, section 3.4.
    """
    placed_on = {placed[1] for placed in choice.assignment.choices if placed is not None}
    spoken = sorted(placed_on.union(choice.assignment.anchors))
    if not spoken:
        return None
    used, links = _trimmed(choice, set(spoken))
    near = _near(links)
    root = used[0] if len(used) == 1 else min(used, key=lambda start: _root_rank(graph, choice, near, spoken, start))
    order = _breadth_first(graph, choice, root, links)
    nodes = name_instances(
        graph,
        [
            (choice.tree.instances[index].table, above, link.edge if link else None, down)
            for index, above, link, down in order
        ],
    )
    place = {index: k for k, (index, _, _, _) in enumerate(order)}
    joins = tuple(
        TreeJoin(nodes[above].alias, nodes[k].alias, link.edge, down)
        for k, (_, above, link, down) in enumerate(order)
        if link is not None
    )
    tree = JoinTree(nodes[0].alias, tuple(nodes), joins)
    aliases = tuple(None if placed is None else nodes[place[placed[1]]].alias for placed in choice.assignment.choices)
    return Merged(tree, aliases)


def merged_shape(graph: ContextGraph, choice: Choice) -> frozenset[object] | None:
    """What decides the tree that ``merge`` makes of a choice, but for which phrase speaks of what.

    Its joins, and the tables that are spoken of. None where that does not decide it, as a table stands in it twice or
    two tables are called alike, and where no phrase was placed.
    """
    spoken = {placed[1] for placed in choice.assignment.choices if placed is not None}.union(choice.assignment.anchors)
    if not spoken:
        return None
    used, links = _trimmed(choice, spoken)
    instances = choice.tree.instances
    names = {graph.tables[instances[index].table].relation.identifier.casefold() for index in used}
    if len(names) < len(used):
        return None
    edges = [link.edge for link in links]
    joins = [(edge.child, edge.child_columns, edge.parent, edge.parent_columns) for edge in edges]
    return frozenset([*joins, *[instances[index].table for index in spoken]])


def merged_tables(choice: Choice) -> int:
    """The tables of what ``merge`` makes of a choice, as a bit set; 0 where no phrase was placed."""
    spoken = {placed[1] for placed in choice.assignment.choices if placed is not None}.union(choice.assignment.anchors)
    whole = 0
    for index in _trimmed(choice, spoken)[0] if spoken else ():
        whole |= 1 << choice.tree.instances[index].table
    return whole


def _trimmed(choice: Choice, spoken: set[int]) -> tuple[list[int], list[_Link]]:
    """Instances and links that remain when leaves without a phrase are cut, the root's end included."""
    instances = choice.tree.instances
    used = {index for end in spoken for index in choice.tree.chain(end)}
    links: list[_Link] = []
    for index in sorted(used):
        instance = instances[index]
        if instance.step is not None:
            down = instance.step.fan_out
            child, parent = (index, instance.above) if down else (instance.above, index)
            links.append(_Link(child, parent, instance.step.edge))
    while True:
        degree = dict.fromkeys(used, 0)
        for link in links:
            degree[link.child] += 1
            degree[link.parent] += 1
        idle = {index for index in used if degree[index] <= 1 and index not in spoken}
        if not idle:
            return sorted(used), links
        used -= idle
        links = [link for link in links if link.child in used and link.parent in used]


def _near(links: Sequence[_Link]) -> dict[int, list[tuple[int, _Link, bool]]]:
    """Per instance, its links in their order: (instance at the other end, link, walked from parent to child)."""
    near: dict[int, list[tuple[int, _Link, bool]]] = {}
    for link in links:
        near.setdefault(link.child, []).append((link.parent, link, False))
        near.setdefault(link.parent, []).append((link.child, link, True))
    return near


def _root_rank(
    graph: ContextGraph,
    choice: Choice,
    near: Mapping[int, Sequence[tuple[int, _Link, bool]]],
    spoken: Sequence[int],
    start: int,
) -> tuple[int, int, str, int]:
    """Smaller is better as a root."""
    many_to_one = {start}
    fan_outs = 0
    for index, above, _, down in _walk(start, near)[1:]:
        fan_outs += down
        if not down and above in many_to_one:
            many_to_one.add(index)
    reached = len(many_to_one.intersection(spoken))
    return (-reached, fan_outs, graph.tables[choice.tree.instances[start].table].id, start)


def _walk(
    start: int, near: Mapping[int, Sequence[tuple[int, _Link, bool]]]
) -> list[tuple[int, int, _Link | None, bool]]:
    """Breadth first from an instance: (instance, instance above, link, walked from parent to child)."""
    walk: list[tuple[int, int, _Link | None, bool]] = [(start, -1, None, False)]
    seen = {start}
    for index, _, _, _ in walk:
        for other, link, down in near.get(index, ()):
            if other not in seen:
                seen.add(other)
                walk.append((other, index, link, down))
    return walk


def _breadth_first(
    graph: ContextGraph, choice: Choice, root: int, links: Sequence[_Link]
) -> list[tuple[int, int, _Link | None, bool]]:
    """The walk from the root with ``above`` as a place in the list; sisters by table id and edge."""

    def key(link: _Link) -> tuple[str, tuple[str, ...], int]:
        ends = (link.child, link.parent)
        return (
            min(graph.tables[choice.tree.instances[end].table].id for end in ends),
            link.edge.child_columns,
            max(ends),
        )

    walk = _walk(root, _near(sorted(links, key=key) if len(links) > 1 else links))
    place = {index: k for k, (index, _, _, _) in enumerate(walk)}
    return [(index, place.get(above, -1), link, down) for index, above, link, down in walk]
