"""Questions about what one thing belongs to: its parent, its parent's key, another of its kind."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.talk import Talk
from gtr_core.evaluation.training.made_up.world import Step

__all__ = ["KINDS"]


def parent_of_one(talk: Talk) -> str | None:
    """The name of what a named row belongs to, or a feature of that."""
    found = [
        edge
        for entity in talk.entities(named=True)
        for edge in talk.world.links(entity)
        if talk.world.named(edge.parent) and not edge.role
    ]
    if not found:
        return None
    edge = talk.chance.choice(found)
    query = talk.ask(edge.child)
    value = talk.named_value(())
    up = (Step(edge),)
    far = [feature for feature in talk.world.features[edge.parent] if feature.kind != "flag" and not feature.calendar]
    parent = talk.noun(edge.parent)
    if far and talk.chance.random() < 0.4:
        feature = talk.chance.choice(far)
        query.selected = [query.column((*up, *feature.path), feature.column)]
        return talk.pick(
            f"What is the {feature.name} of the {parent} of {value}?",
            f"Give the {feature.name} of the {parent} that the {talk.noun(edge.child)} {value} belongs to.",
        )
    query.selected = query.name_of(up)
    return talk.pick(
        f"What is the {parent} of {value}?",
        f"Which {parent} does {value} belong to?",
        f"Which {parent} goes with the {talk.noun(edge.child)} {value}?",
        f"Name the {parent} of the {talk.noun(edge.child)} {value}.",
    )


def keys_alone(talk: Talk) -> str | None:
    """Keys and codes of a parent, which the child holds itself."""
    natural = talk.world.natural
    if natural and talk.chance.random() < 0.6:
        edge, noun, codes = talk.chance.choice(natural)
        query = talk.ask(edge.child)
        code = talk.chance.choice(codes)
        query.conditions.append(f"{query.column((), edge.column)} = '{code}'")
        query.selected = ["COUNT(*)"]
        many = plural(talk.noun(edge.child))
        return talk.pick(
            f"How many {many} are in {code}?",
            f"Number of {many} with {noun} code {code}",
            f"Count the {many} in {code}.",
        )
    word = "id"
    edges = [
        edge
        for entity in talk.entities()
        for edge in talk.world.links(entity)
        if edge.column.lower().endswith(("id", "key", "no"))
    ]
    if not edges:
        return None
    edge = talk.chance.choice(edges)
    word = "key" if edge.column.lower().endswith("key") else "number" if edge.column.lower().endswith("no") else "id"
    query = talk.ask(edge.child)
    asked = " ".join(part for part in (edge.role, talk.world.nouns[edge.parent][0]) if part)
    phrase = talk.describe((), edge.child, 1, 0, barred=(edge,))
    if talk.chance.random() < 0.4:
        query.selected = [f"COUNT(DISTINCT {query.column((), edge.column)})"]
        return talk.pick(
            f"How many different {asked} {word}s appear on the {phrase.many}?",
            f"Count the distinct {asked} {word}s of {phrase.many}.",
        )
    query.selected = [query.column((), edge.column)]
    return talk.pick(
        f"List the {asked} {word} of all {phrase.many}.",
        f"Show the {asked} {word} for the {phrase.many}.",
        f"{asked} {word}s of {phrase.many}",
    )


def same_kind(talk: Talk) -> str | None:
    """A thing and another of its kind: manager, mentor, parent category."""
    found = [edge for entity in talk.entities(named=True) for edge in talk.world.links(entity) if edge.parent == entity]
    if not found:
        return None
    edge = talk.chance.choice(found)
    entity = edge.child
    role = edge.role if edge.role != "parent" else f"parent {talk.noun(entity)}"
    query = talk.ask(entity)
    up = (Step(edge),)
    roll = talk.chance.random()
    noun = talk.noun(entity)
    if roll < 0.3:
        value = talk.named_value(())
        query.selected = query.name_of(up)
        return talk.pick(
            f"Who or what is the {role} of {value}?",
            f"Name the {role} of the {noun} {value}.",
            f"What is the name of {value}'s {role}?",
        )
    if roll < 0.55:
        query.selected = [*query.name_of(()), *query.name_of(up)]
        return talk.pick(
            f"List every {noun} together with the name of its {role}.",
            f"Show each {noun}'s name beside the {role}'s name.",
        )
    if roll < 0.8:
        value = talk.named_value(up)
        form = talk.chance.choice(edge.of).replace("{p}", value or "")
        query.selected = query.name_of(())
        return talk.pick(f"Which {plural(noun)} are {form}?", f"List the {plural(noun)} {form}.")
    query.selected = [*query.name_of(up), "COUNT(*)"]
    query.groups = query.name_of(up)
    return talk.pick(
        f"How many {plural(noun)} does each {role} have?",
        f"Which {role} has the most {plural(noun)} directly below?",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "parent of one": (parent_of_one, 0.9),
    "keys alone": (keys_alone, 0.6),
    "same kind": (same_kind, 1.0),
}
