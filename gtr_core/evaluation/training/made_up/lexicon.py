"""The fields of business that made-up schemas are about: their things, what is told of them, how they hang together.

In ``lexicon.json`` a thing is a list of lines. The first is ``nouns; kind of name; phrases of its place``. The others
are ``name = values | phrases`` (a category), ``name # low-high sum|avg unit`` (a number), ``name @ participle`` (a
date), ``name ? adjective {n}`` (yes or no), ``~ names``, ``* codes of those names``, and
``> role: parent | phrases from here to the parent | phrases from the parent to here`` (a foreign key).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

__all__ = ["Attribute", "Deal", "Domain", "Entity", "Lexicon", "Link", "read_lexicon"]

_NAME_KINDS = ("person", "company", "town", "title", "bridge")


@dataclass(frozen=True, slots=True)
class Attribute:
    """What is told of a thing in one column.

    Attributes:
        kind: category, number, date or flag.
        phrases: How a question says it: ``{v}`` the value, ``{n}`` the noun; of a date, its participle.
        additive: A number whose sum means something.
    """

    name: str
    kind: str
    values: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    additive: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A foreign key.

    Attributes:
        of: Phrases that qualify the child by its parent, ``{p}``.
        did: Phrases that qualify the parent by its children, ``{c}``.
    """

    parent: str
    role: str
    of: tuple[str, ...]
    did: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing that has a table of its own.

    Attributes:
        nouns: What it is called, the usual word first.
        named: How its rows are named: person, company, town, title, listed; empty where they have no names.
        codes: Natural keys of the listed names.
        places: Phrases that say where it is, ``{p}``; empty where it has no place.
        bridge: It only relates others.
    """

    key: str
    nouns: tuple[str, ...]
    named: str = ""
    names: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    bridge: bool = False
    attributes: tuple[Attribute, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """What two things that a fact relates have to do with each other, in words that do not name the fact.

    Attributes:
        fact: The entity whose rows are the events.
        subject: Role, which may be empty, and entity.
        verbs: In the past tense.
        target: As ``subject``.
        preposition: Between verb and target; empty for a direct object.
    """

    fact: str
    subject: str
    verbs: tuple[str, ...]
    target: str
    preposition: str


@dataclass(frozen=True, slots=True)
class Domain:
    """A field of business: ``party`` is whom it serves, ``site`` where it works."""

    name: str
    party: str
    site: str
    entities: Mapping[str, Entity]
    deals: tuple[Deal, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All of ``lexicon.json``; ``modules`` are parts that any domain can take in, ``words`` lists for names."""

    domains: tuple[Domain, ...]
    modules: Mapping[str, Domain]
    words: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def read_lexicon() -> Lexicon:
    """The lexicon that ships with the package."""
    text = resources.files(__package__).joinpath("lexicon.json").read_text(encoding="utf-8")
    fields: dict[str, Any] = json.loads(text)
    return Lexicon(
        tuple(_domain(name, entry) for name, entry in fields["domains"].items()),
        {name: _domain(name, entry) for name, entry in fields["modules"].items()},
        {name: tuple(entry) for name, entry in fields.items() if isinstance(entry, list)},
    )


def _domain(name: str, fields: Mapping[str, Any]) -> Domain:
    entities = {key: _entity(key, lines) for key, lines in fields.items() if isinstance(lines, list) and key != "deals"}
    deals = tuple(_deal(line) for line in fields.get("deals", ()))
    return Domain(name, fields.get("party", ""), fields.get("site", ""), entities, deals)


def _deal(line: str) -> Deal:
    fact, rest = line.split(":", 1)
    subject, verbs, target, preposition = (part.strip() for part in rest.split("|"))
    return Deal(fact.strip(), subject, _alternatives(verbs), target, preposition)


def _entity(key: str, lines: Sequence[str]) -> Entity:
    nouns, *rest = (part.strip() for part in lines[0].split(";"))
    entity = Entity(key, tuple(noun.strip() for noun in nouns.split(",")))
    for part in rest:
        if part == "bridge":
            entity = replace(entity, bridge=True)
        elif part in _NAME_KINDS:
            entity = replace(entity, named=part)
        else:
            entity = replace(entity, places=_alternatives(part))
    attributes, links = [], []
    for line in lines[1:]:
        if line.startswith("~ "):
            entity = replace(entity, named="listed", names=_listed(line[2:]))
        elif line.startswith("* "):
            entity = replace(entity, codes=_listed(line[2:]))
        elif line.startswith("> "):
            links.append(_link(line[2:]))
        else:
            attributes.append(_attribute(line))
    return replace(entity, attributes=tuple(attributes), links=tuple(links))


def _link(line: str) -> Link:
    target, of, did = (part.strip() for part in line.split("|"))
    role, _, parent = target.rpartition(":")
    return Link(parent.strip(), role.strip(), _alternatives(of), _alternatives(did))


def _attribute(line: str) -> Attribute:
    if " # " in line:
        name, rest = line.split(" # ")
        bounds, way, *unit = rest.split()
        low, high = bounds.split("-")
        return Attribute(name, "number", (), (), int(low), int(high), way == "sum", " ".join(unit))
    if " @ " in line:
        name, participle = line.split(" @ ")
        return Attribute(name, "date", (), (participle,))
    if " ? " in line:
        name, phrase = line.split(" ? ")
        return Attribute(name, "flag", (), (phrase,))
    name, rest = line.split(" = ")
    values, _, phrases = rest.partition("|")
    return Attribute(name, "category", _listed(values), _alternatives(phrases))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("~") if part.strip())
