"""Join trees for a given set of tables: which root, which paths and roles, and who speaks of what."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree, left_join_tree
from gtr_core.context.reachability import bits
from gtr_core.retrieval.assignment import Assignment, Costs, assign
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.disambiguation import Choice
from gtr_core.retrieval.exploration import strong_phrases
from gtr_core.retrieval.said_roles import SaidRoles

__all__ = ["trees_of_set"]

MAX_ROOTS = 4


def trees_of_set(graph: ContextGraph, grounding: Grounding, whole: int, costs: Costs, said: SaidRoles) -> list[Choice]:
    """The ways to join exactly these tables, best first; empty where no joins connect them.

    The roots from which most of the set is reached many-to-one are tried; what a root does not reach is joined
    from parent to child, and where the set hangs together only so, by the keys of a parent that two of its
    tables share. A table of which no phrase speaks is an anchor: it belongs to the tree all the same.

    Args:
        graph: The context graph.
        grounding: Of the question.
        whole: Bit set of the tables.
        costs: What trees pay.
        said: What the question says of roles.
    """
    for siblings in (False, True):
        choices = _rooted(graph, grounding, whole, costs, said, siblings=siblings)
        if choices:
            return sorted(choices, key=lambda choice: (-choice.score, choice.tree.root))
    return []


def _rooted(
    graph: ContextGraph, grounding: Grounding, whole: int, costs: Costs, said: SaidRoles, *, siblings: bool
) -> list[Choice]:
    tables = bits(whole)
    roots = sorted(tables, key=lambda position: (-(graph.reachability[position] & whole).bit_count(), position))
    strong = strong_phrases(grounding.phrases)
    choices: list[Choice] = []
    for root in roots[:MAX_ROOTS]:
        down = whole & ~graph.reachability[root] & ~(1 << root)
        tree = left_join_tree(graph, root, whole, fan_out_to=down, within=whole, siblings=siblings)
        if {instance.table for instance in tree.instances} != set(tables):
            # What the root reaches may leave the set on the way: then these tables too are walked down to.
            tree = left_join_tree(graph, root, whole, fan_out_to=whole & ~(1 << root), within=whole, siblings=siblings)
        if {instance.table for instance in tree.instances} != set(tables):
            continue
        for found in assign(graph, tree, grounding.phrases, strong, costs, said):
            choices.append(Choice(tree, _anchored(graph, tree, found, costs, said)))
    return choices


def _anchored(graph: ContextGraph, tree: LeftJoinTree, found: Assignment, costs: Costs, said: SaidRoles) -> Assignment:
    """The assignment with an anchor on each table of the tree that it does not use yet."""
    used, score, anchors = found.used, found.score, list(found.anchors)
    missing = {instance.table for instance in tree.instances} - {tree.instances[index].table for index in bits(used)}
    for table in sorted(missing):
        chains = [
            (sum(1 << index for index in tree.chain(instance.index)), instance.index)
            for instance in tree.instances
            if instance.table == table
        ]
        # Most tables have one instance, of which nothing is to be weighed.
        chain, index = chains[0]
        if len(chains) > 1:
            chain, index = min(chains, key=lambda one: _rank(graph, tree, one, used, said))
        new = bits(chain & ~used)
        score += _credit(graph, tree, chain & ~used, said)
        score -= costs.bridge * len(new)
        score -= costs.fan_out * sum(
            step is not None and step.fan_out for step in (tree.instances[i].step for i in new)
        )
        used |= chain
        anchors.append(index)
    if not (found.anchors or any(choice for choice in found.choices) or anchors):
        anchors.append(0)
    spoken = {choice[1] for choice in found.choices if choice} | set(anchors)
    anchors += _ends(tree, used, spoken)
    return replace(found, score=round(score, 6), used=used, anchors=tuple(anchors))


def _rank(
    graph: ContextGraph, tree: LeftJoinTree, chain: tuple[int, int], used: int, said: SaidRoles
) -> tuple[int, float, tuple[int, ...], int]:
    """Smaller is better as the chain of an anchor, as bits and the index of its end."""
    new = chain[0] & ~used
    return new.bit_count(), -_credit(graph, tree, new, said), _places(graph, tree, new), chain[1]


def _credit(graph: ContextGraph, tree: LeftJoinTree, new: int, said: SaidRoles) -> float:
    """What the roles of the edges earn by which the instances are reached."""
    steps = (tree.instances[index].step for index in bits(new))
    return sum(said.credit(step.edge) for step in steps if step is not None)


def _places(graph: ContextGraph, tree: LeftJoinTree, new: int) -> tuple[int, ...]:
    """Where the keys stand in their tables: of several like keys the one listed first is the plainest."""
    places = []
    for index in bits(new):
        step = tree.instances[index].step
        if step is not None:
            places.append(graph.column(step.edge.child, step.edge.child_columns[0]).position)
    return tuple(places)


def _ends(tree: LeftJoinTree, used: int, spoken: AbstractSet[int]) -> list[int]:
    """The ends of what is used that have to stay though nobody speaks of them, or their table would be lost.

    An end whose table stands in the tree once more is cut, and with it what then becomes such an end.
    """
    left = bits(used)
    stay: list[int] = []
    while True:
        links = [(index, tree.instances[index].above) for index in left if tree.instances[index].above in left]
        joined = [index for link in links for index in link]
        end = next((index for index in left if joined.count(index) <= 1 and index not in spoken | set(stay)), None)
        if end is None:
            return stay
        if any(tree.instances[other].table == tree.instances[end].table for other in left if other != end):
            left.remove(end)
        else:
            stay.append(end)
