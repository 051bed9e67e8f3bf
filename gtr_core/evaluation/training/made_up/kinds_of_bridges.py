"""Questions across tables that only relate others, and that nobody mentions."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.talk import Talk
from gtr_core.evaluation.training.made_up.world import Edge, Step

__all__ = ["KINDS"]


def _bridges(talk: Talk) -> list[tuple[str, Edge, Edge]]:
    """Bridges between two named things, both ways; those to one thing in two roles as well."""
    found = []
    for key, entity in talk.world.entities.items():
        if entity.bridge:
            edges = talk.world.links(key)
            found += [
                (key, mine, theirs)
                for mine in edges
                for theirs in edges
                if mine is not theirs and talk.world.named(mine.parent) and talk.world.named(theirs.parent)
            ]
    return found


def through_a_bridge(talk: Talk) -> str | None:
    """Things by others that only a table nobody mentions relates them to."""
    found = _bridges(talk)
    if not found:
        return None
    key, mine, theirs = talk.chance.choice(found)
    query = talk.ask(key)
    here, there = (Step(mine),), (Step(theirs),)
    called, other = _called(talk, mine), _called(talk, theirs)
    roll = talk.chance.random()
    if roll < 0.4:
        value = talk.named_value(there)
        who = talk.describe(here, mine.parent, talk.chance.choice([0, 0, 1]), 1)
        tail = " ".join(who.after)
        head = " ".join([*who.before, plural(called)])
        query.selected, query.distinct = query.name_of(here), True
        return talk.pick(
            f"Which {head} {tail} have the {other} {value}?".replace("  ", " "),
            f"List the {head} {tail} that go with the {other} {value}.".replace("  ", " "),
            f"Which {plural(called)} belong to {value}?" if who.bare else f"{head} with {value} {tail}".strip(),
            f"How many {head} {tail} have the {other} {value}?".replace("  ", " "),
        )
    if roll < 0.6:
        what = talk.describe(there, theirs.parent, 1, 1)
        if what.bare or theirs.role:
            return None
        query.selected, query.distinct = query.name_of(here), True
        return talk.pick(
            f"Which {plural(called)} have {what.many}?",
            f"List {plural(called)} with {what.many}.",
            f"{plural(called)} that go with {what.many}",
        )
    names = query.name_of(here)
    if roll < 0.8:
        query.selected, query.groups, query.order = [*names, "COUNT(*)"], names, "COUNT(*) DESC"
        return talk.pick(
            f"How many {plural(other)} does each {called} have?",
            f"Which {called} has the most {plural(other)}?",
            f"Number of {plural(other)} per {called}",
            f"Rank the {plural(called)} by number of {plural(other)}.",
        )
    query.selected = [*names, *query.name_of(there)]
    return talk.pick(
        f"Show every {called} with its {plural(other)}.",
        f"List the {plural(called)} and the names of their {plural(other)}.",
        f"{plural(called)} and their {plural(other)}",
    )


def _called(talk: Talk, edge: Edge) -> str:
    noun = talk.noun(edge.parent)
    return f"{edge.role} {noun}" if edge.role else noun


def beyond_a_bridge(talk: Talk) -> str | None:
    """Counts of one side of a bridge by something that hangs on the other."""
    found = _bridges(talk)
    further = [
        (key, mine, theirs, edge)
        for key, mine, theirs in found
        for edge in talk.world.links(theirs.parent)
        if talk.world.named(edge.parent) and not mine.role and not theirs.role and edge.parent != mine.parent
    ]
    if not further:
        return None
    key, mine, theirs, edge = talk.chance.choice(further)
    query = talk.ask(key)
    there = (Step(theirs), Step(edge))
    called = talk.noun(mine.parent)
    middle, last = plural(talk.noun(theirs.parent)), talk.noun(edge.parent)
    if edge.parent == theirs.parent or talk.chance.random() < 0.5:
        query.selected, query.distinct = query.name_of((Step(mine),)), True
        value = talk.named_value(there)
        form = talk.chance.choice(edge.of).replace("{p}", value or "")
        return talk.pick(
            f"Which {plural(called)} go with {middle} {form}?",
            f"List the {plural(called)} that have to do with {middle} {form}.",
        )
    names = query.name_of(there)
    # To count them, the bridge's key will do.
    count = f"COUNT(DISTINCT {query.column((), mine.column)})"
    query.selected, query.groups, query.distinct = [*names, count], names, False
    return talk.pick(
        f"How many different {plural(called)} are there per {last} of their {middle}?",
        f"For each {last}, how many {plural(called)} do its {middle} have?",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "through a bridge": (through_a_bridge, 1.5),
    "beyond a bridge": (beyond_a_bridge, 0.7),
}
