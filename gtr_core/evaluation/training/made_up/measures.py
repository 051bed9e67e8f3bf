"""What is computed over the rows of a fact, and by what it can be grouped."""

from __future__ import annotations

from dataclasses import dataclass

from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.talk import NounPhrase, Talk
from gtr_core.evaluation.training.made_up.world import Path, Step

__all__ = ["PLACES", "Measure", "measure_of", "measured", "some_fact", "towards"]

PLACES = ("city", "country", "region")


@dataclass(frozen=True, slots=True)
class Measure:
    """What is computed: its words, its SQL, the column that it reads if any."""

    words: str
    sql: str
    column: str = ""


def some_fact(talk: Talk) -> str | None:
    """A nameless entity with foreign keys; those with more of them more often."""
    facts = [key for key in talk.entities(named=False) if talk.world.links(key)]
    if not facts:
        return None
    return talk.chance.choices(facts, [len(talk.world.links(key)) for key in facts])[0]


def measure_of(talk: Talk, fact: str, noun: str, *, counted: float = 0.5) -> Measure:
    """A count of a fact's rows, or a sum, average or extreme of one of its numbers."""
    numbers = [feature for feature in talk.world.features[fact] if feature.kind == "number"]
    if not numbers or talk.chance.random() < counted:
        return Measure(f"number of {plural(noun)}", "COUNT(*)")
    feature = talk.chance.choice(numbers)
    column = talk.query.column((), feature.column)
    if feature.additive and talk.chance.random() < 0.7:
        return Measure(f"{talk.pick('total', 'total', 'overall')} {feature.name}", f"SUM({column})", column)
    way, word = talk.chance.choice([("AVG", "average"), ("AVG", "mean"), ("MAX", "highest"), ("MIN", "lowest")])
    return Measure(f"{word} {feature.name}", f"{way}({column})", column)


def measured(phrase: NounPhrase, measure: Measure) -> str:
    """The measure of the rows that a phrase describes."""
    if not measure.column:
        return f"number of {phrase.many}"
    return f"{measure.words} of {phrase.many}"


def towards(talk: Talk, fact: str, far: bool) -> tuple[Path, str] | None:
    """A path to a named entity, near or far, and what a question calls it there."""
    found: list[tuple[Path, str]] = []
    for entity in talk.entities(named=True):
        if entity == fact:
            continue
        path = talk.world.route(fact, entity)
        if path is not None and (len(path) > 1) == far:
            found.append((path, talk.noun(entity)))
    for path, role in _role_paths(talk, fact):
        if (len(path) > 1) == far:
            found.append((path, f"{role} {talk.noun(path[-1].end)}"))
    return talk.chance.choice(found) if found else None


def _role_paths(talk: Talk, fact: str) -> list[tuple[Path, str]]:
    """Named entities that only a role's path leads to."""
    return [
        ((Step(edge),), edge.role) for edge in talk.world.links(fact) if edge.role and talk.world.named(edge.parent)
    ]
