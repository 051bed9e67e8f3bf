"""Questions about two facts that hang on one thing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from gtr_core.evaluation.training.made_up.kinds_of_children import did
from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.talk import Talk
from gtr_core.evaluation.training.made_up.world import Edge, Path, Step

__all__ = ["KINDS"]


def _siblings(talk: Talk) -> tuple[Edge, Edge] | None:
    """Foreign keys of two different things to one named parent."""
    pairs = []
    for parent in talk.entities(named=True):
        edges = [edge for edge in talk.world.children(parent) if not talk.world.entities[edge.child].bridge]
        pairs += [
            (first, second)
            for first in edges
            for second in edges
            if first.child != second.child and parent not in (first.child, second.child)
        ]
    return talk.chance.choice(pairs) if pairs else None


def two_kinds_of_children(talk: Talk) -> str | None:
    """Parents with children of two kinds, or of one and none of the other, or how many of each."""
    pair = _siblings(talk)
    if pair is None:
        return None
    first, second = pair
    query = talk.ask(first.parent)
    downs = [(Step(edge, up=False),) for edge in pair]
    for down in downs:
        query.at(down)
    keys = [
        query.column(down, talk.world.tables[edge.child].key or edge.column)
        for down, edge in zip(downs, pair, strict=True)
    ]
    who = plural(talk.noun(first.parent))
    many = [plural(talk.noun(edge.child)) for edge in pair]
    names = query.name_of(())
    roll = talk.chance.random()
    if roll < 0.3 and not first.role and not second.role:
        query.selected = [*names, *(f"COUNT(DISTINCT {key})" for key in keys)]
        query.groups = names
        return talk.pick(
            f"For each {talk.noun(first.parent)}, show the number of {many[0]} and the number of {many[1]}.",
            f"How many {many[0]} and how many {many[1]} does each {talk.noun(first.parent)} have?",
            f"Number of {many[0]} and {many[1]} per {talk.noun(first.parent)}",
        )
    query.selected, query.distinct = names, True
    if roll < 0.6:
        query.absent.add(downs[1])
        never = did(talk, second, many[1], never=True).split(" ", 1)[1]
        return talk.pick(
            f"Which {who} are there {did(talk, first, many[0])} but {never}?",
            f"List the {who} {did(talk, first, many[0])} but {never}.",
        )
    one = talk.describe(downs[0], first.child, talk.chance.choice([0, 1]), 1, barred=(first,))
    other = talk.describe(downs[1], second.child, talk.chance.choice([0, 1]), 1, barred=(second,))
    also = did(talk, second, other.many).split(" ", 1)[1]
    return talk.pick(
        f"List the {who} {did(talk, first, one.many)} and also {also}.",
        f"Which {who} are there {did(talk, first, one.many)} and {also}?",
    )


def two_facts(talk: Talk) -> str | None:
    """Sums or counts of two facts for each row of what both hang on, one of them at least from afar."""
    found = []
    facts = [key for key in talk.entities(named=False) if talk.world.links(key)]
    for parent in talk.entities(named=True):
        routes = [(fact, talk.world.route(fact, parent)) for fact in facts]
        paths = [(fact, path) for fact, path in routes if path and not any(step.edge.role for step in path)]
        found += [
            (one, other)
            for one, other in combinations(paths, 2)
            if len(one[1]) + len(other[1]) > 2 and _apart(one, other)
        ]
    if not found:
        return None
    pair = talk.chance.choice(found)
    parent = pair[0][1][-1].end
    query = talk.ask(parent)
    told, selected = [], []
    for fact, path in pair:
        down = tuple(Step(step.edge, up=False) for step in reversed(path))
        query.at(down)
        sums = [feature for feature in talk.world.features[fact] if feature.kind == "number" and feature.additive]
        many = plural(talk.noun(fact))
        if sums and talk.chance.random() < 0.5:
            feature = talk.chance.choice(sums)
            selected.append(f"SUM({query.column(down, feature.column)})")
            told.append(f"total {feature.name} of {many}")
        else:
            selected.append("COUNT(*)")
            told.append(f"number of {many}")
    names = query.name_of(())
    query.selected, query.groups = [*names, *selected], names
    called = talk.noun(parent)
    return talk.pick(
        f"For each {called}, show the {told[0]} and the {told[1]}.",
        f"Compare {told[0]} with {told[1]} by {called}.",
        f"{told[0]} and {told[1]} per {called}",
        f"Which {plural(called)} have a high {told[0]} but a low {told[1]}?",
    )


def _apart(one: tuple[str, Path], other: tuple[str, Path]) -> bool:
    """Whether the paths of two facts meet only at their end."""
    mine, theirs = ({fact, *(step.end for step in path[:-1])} for fact, path in (one, other))
    return mine.isdisjoint(theirs)


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "two kinds of children": (two_kinds_of_children, 1.0),
    "two facts": (two_facts, 0.9),
}
