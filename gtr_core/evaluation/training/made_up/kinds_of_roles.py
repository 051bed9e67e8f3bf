"""Questions about one thing in two roles, "from Oslo to Rome"."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.measures import PLACES, measure_of, measured
from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.query import literal
from gtr_core.evaluation.training.made_up.talk import NounPhrase, Talk
from gtr_core.evaluation.training.made_up.world import Edge, Step

__all__ = ["KINDS"]


def _roles_of(talk: Talk) -> list[tuple[str, Edge, Edge]]:
    """Entities with two foreign keys to one named parent."""
    return [
        (fact, first, second)
        for fact in talk.entities()
        for first in talk.world.links(fact)
        for second in talk.world.links(fact)
        if first is not second
        and first.role
        and first.parent == second.parent
        and second.role
        and first.parent != fact
        and talk.world.named(first.parent)
    ]


def between_roles(talk: Talk) -> str | None:
    """One parent in two roles, each with a value of its own."""
    found = _roles_of(talk)
    if not found:
        return None
    fact, first, second = talk.chance.choice(found)
    query = talk.ask(fact)
    measure = measure_of(talk, fact, talk.noun(fact), counted=0.6)
    phrase = NounPhrase(talk.noun(fact))
    by_place = [feature for feature in talk.world.features[first.parent] if feature.kind in PLACES]
    feature = talk.chance.choice(by_place) if by_place and talk.chance.random() < 0.55 else None
    said: set[str] = set()
    for edge in (first, second):
        up = (Step(edge),)
        form = edge.of[0]
        if feature is None:
            value = talk.named_value(up) or ""
        else:
            value = talk.chance.choice(feature.values)
            column = query.column((*up, *feature.path), feature.column)
            query.conditions.append(f"{column} = {literal(value)}")
            if len(form.split()) > 2 or talk.chance.random() < 0.3:
                value = f"{plural(talk.noun(edge.parent))} in {value}"
        if value.lower() in said:
            return None
        said.add(value.lower())
        # "Entered by one and approved by another", but "from here to there".
        joined = "and " if phrase.after and " by " in f"{phrase.after[0]} " and " by " in form else ""
        phrase.after.append(joined + form.replace("{p}", value))
    query.selected = [measure.sql]
    what = measured(phrase, measure)
    return talk.pick(
        f"How many {phrase.many} are there?" if not measure.column else f"What is the {what}?",
        what,
        f"Tell me the {what}.",
    )


def roles_side_by_side(talk: Talk) -> str | None:
    """One parent in two roles: both names, or the same or different features of both."""
    found = _roles_of(talk)
    if not found:
        return None
    fact, first, second = talk.chance.choice(found)
    query = talk.ask(fact)
    many = plural(talk.noun(fact))
    parent = talk.noun(first.parent)
    ups = ((Step(first),), (Step(second),))
    features = [feature for feature in talk.world.features[first.parent] if feature.kind in ("category", *PLACES)]
    if features and talk.chance.random() < 0.5:
        feature = talk.chance.choice(features)
        columns = [query.column((*up, *feature.path), feature.column) for up in ups]
        same = talk.chance.random() < 0.5
        query.conditions.append(f"{columns[0]} {'=' if same else '<>'} {columns[1]}")
        query.selected = ["COUNT(*)"]
        word = "the same" if same else "a different"
        return talk.pick(
            f"How many {many} have {word} {feature.name} for the {first.role} {parent} and the {second.role} {parent}?",
            f"Count the {many} whose {first.role} {parent} and {second.role} {parent} are of {word} {feature.name}.",
        )
    names = [name for up in ups for name in query.name_of(up)]
    query.selected = [*names, "COUNT(*)"]
    query.groups = names
    return talk.pick(
        f"How many {many} are there for each pair of {first.role} {parent} and {second.role} {parent}?",
        f"Number of {many} by {first.role} {parent} and {second.role} {parent}",
        f"Which combinations of {first.role} and {second.role} {parent} occur most often in {many}?",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "between roles": (between_roles, 3.0),
    "roles side by side": (roles_side_by_side, 1.0),
}
