"""Questions about parents by their children: some, none, many, more than another."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.talk import Talk
from gtr_core.evaluation.training.made_up.world import Edge, Step

__all__ = ["KINDS", "did"]


def _family(talk: Talk) -> Edge | None:
    """A foreign key from a thing to a named one."""
    edges = [
        edge
        for parent in talk.entities(named=True)
        for edge in talk.world.children(parent)
        if not talk.world.entities[edge.child].bridge and edge.child != parent
    ]
    return talk.chance.choice(edges) if edges else None


def did(talk: Talk, edge: Edge, children: str, *, never: bool = False) -> str:
    """The phrase that qualifies the parent by its children, ``who booked consignments``."""
    form = talk.chance.choice(edge.did).replace("{c}", children)
    if not never:
        return form
    pronoun, verb, rest = form.split(" ", 2)
    if verb in ("were", "are"):
        return f"{pronoun} {verb} never {rest}"
    return f"{pronoun} never {verb} {rest}"


def parents_with_some(talk: Talk) -> str | None:
    """Parents of children that meet a condition."""
    edge = _family(talk)
    if edge is None:
        return None
    query = talk.ask(edge.parent)
    who = talk.describe((), edge.parent, talk.chance.choice([0, 0, 1]), 1)
    down = (Step(edge, up=False),)
    query.at(down)
    what = talk.describe(down, edge.child, talk.chance.choice([1, 1, 2]), talk.chance.choice([1, 2]), barred=(edge,))
    query.selected, query.distinct = query.name_of(()), True
    done = did(talk, edge, what.many)
    if not who.bare and talk.chance.random() < 0.25:
        query.selected, query.distinct = (
            ["COUNT(DISTINCT " + query.column((), talk.world.tables[edge.parent].key) + ")"],
            False,
        )
        return talk.pick(f"How many {who.many} are there {done}?", f"Number of {who.many} {done}")
    return talk.pick(
        f"List the {who.many} {done}.",
        f"Which {who.many} are there {done}?",
        f"Names of the {who.many} {done}",
        f"Show {who.many} {done}",
    )


def parents_without(talk: Talk) -> str | None:
    """Parents without children."""
    edge = _family(talk)
    if edge is None:
        return None
    query = talk.ask(edge.parent)
    who = talk.describe((), edge.parent, talk.chance.choice([0, 0, 1]), 1)
    down = (Step(edge, up=False),)
    query.at(down)
    query.absent.add(down)
    counted = talk.chance.random() < 0.3
    query.selected = ["COUNT(*)"] if counted else query.name_of(())
    many = plural(talk.noun(edge.child))
    never = talk.pick(did(talk, edge, many, never=True), did(talk, edge, f"no {many}"))
    if edge.role:
        never = did(talk, edge, many, never=True)
    if counted:
        return talk.pick(f"How many {who.many} are there {never}?", f"Count the {who.many} {never}.")
    return talk.pick(
        f"Which {who.many} are there {never}?",
        f"List the {who.many} {never}.",
        f"Find {who.many} without any {many}." if not edge.role else f"Find the {who.many} {never}.",
        f"{who.many} {never}",
    )


def parents_with_many(talk: Talk) -> str | None:
    """Parents with at least so many children, or with how many."""
    edge = _family(talk)
    if edge is None:
        return None
    query = talk.ask(edge.parent)
    who = talk.describe((), edge.parent, talk.chance.choice([0, 1]), 1)
    down = (Step(edge, up=False),)
    query.at(down)
    what = talk.describe(down, edge.child, talk.chance.choice([0, 0, 1]), 0, barred=(edge,))
    names = query.name_of(())
    query.selected, query.groups = [*names, "COUNT(*)"], names
    if talk.chance.random() < 0.5:
        number = talk.chance.randint(2, 12)
        query.having = f"COUNT(*) > {number}"
        done = did(talk, edge, f"more than {number} {what.many}")
        return talk.pick(f"Which {who.many} are there {done}?", f"List {who.many} {done}.", f"{who.many} {done}")
    query.order, query.limit = "COUNT(*) DESC", 1
    done = did(talk, edge, f"the most {what.many}")
    return talk.pick(
        f"Which are the {who.many} {done}?",
        f"Which {talk.noun(edge.parent)} has the most {what.many}?"
        if who.bare and not edge.role
        else f"Find {who.many} {done}.",
        f"Name the {who.many} {done}",
    )


def one_or_the_other(talk: Talk) -> str | None:
    """Two named parents compared by their children."""
    edge = _family(talk)
    if edge is None or edge.role:
        return None
    query = talk.ask(edge.parent)
    down = (Step(edge, up=False),)
    query.at(down)
    what = talk.describe(down, edge.child, talk.chance.choice([0, 0, 1]), 0, barred=(edge,))
    mark = query.mark()
    names = [talk.named_value(()) for _ in range(2)]
    pair = query.conditions[mark[0] :]
    half = len(pair) // 2
    if None in names or pair[:half] == pair[half:]:
        return None
    query.undo(mark)
    query.conditions.append(f"(({' AND '.join(pair[:half])}) OR ({' AND '.join(pair[half:])}))")
    own = query.name_of(())
    query.selected, query.groups = [*own, "COUNT(*)"], own
    done = did(talk, edge, f"more {what.many}").split(" ", 1)[1]
    return talk.pick(
        f"Which {done}, {names[0]} or {names[1]}?",
        f"Compare the number of {what.many} of {names[0]} and {names[1]}.",
        f"Of {names[0]} and {names[1]}, which {done}?",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "parents with some": (parents_with_some, 1.6),
    "parents without": (parents_without, 0.8),
    "parents with many": (parents_with_many, 0.9),
    "one or the other": (one_or_the_other, 0.6),
}
