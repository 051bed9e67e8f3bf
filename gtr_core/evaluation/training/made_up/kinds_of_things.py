"""Questions about one thing: its rows and its attributes."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.talk import Talk
from gtr_core.evaluation.training.made_up.world import Feature

__all__ = ["KINDS"]


def list_things(talk: Talk) -> str | None:
    """Names of the rows that meet one or two conditions."""
    entity = talk.some(talk.entities(named=True))
    if entity is None:
        return None
    query = talk.ask(entity)
    phrase = talk.describe((), entity, talk.chance.choice([1, 1, 2]), 1)
    if phrase.bare:
        return None
    query.selected, query.distinct = query.name_of(()), True
    return talk.pick(
        f"List the {phrase.many}.",
        f"Show me all {phrase.many}",
        f"What are the names of the {phrase.many}?",
        f"Which {phrase.many} do we have?",
        f"Names of {phrase.many}",
        f"Are there any {phrase.many}? Name them.",
        f"Give the full list of {phrase.many}.",
    )


def count_things(talk: Talk) -> str | None:
    """How many rows meet one to three conditions."""
    entity = talk.some(talk.entities())
    if entity is None:
        return None
    query = talk.ask(entity)
    phrase = talk.describe((), entity, talk.chance.choice([0, 1, 1, 1, 2, 2, 2, 3]), talk.chance.choice([1, 2]))
    query.selected = ["COUNT(*)"]
    return talk.pick(
        f"How many {phrase.many} are there?",
        f"Count the {phrase.many}.",
        f"Number of {phrase.many}",
        f"What is the number of {phrase.many}?",
        f"how many {phrase.many} do we have",
    )


def attribute_of_one(talk: Talk) -> str | None:
    """An attribute of a row that is called by its name."""
    found = [(entity, feature) for entity in talk.entities(named=True) for feature in talk.world.features[entity]]
    found = [(entity, feature) for entity, feature in found if feature.kind != "flag"]
    if not found:
        return None
    entity, feature = talk.chance.choice(found)
    query = talk.ask(entity)
    value = talk.named_value(())
    query.selected = [query.column(feature.path, feature.column)]
    if feature.name in ("city", "country", "region"):
        return talk.pick(
            f"In which {feature.kind} is the {talk.noun(entity)} {value}?",
            f"What {feature.kind} is {value} from?",
            f"Show the {feature.kind} of the {talk.noun(entity)} {value}.",
        )
    asked = f"year of the {feature.name}" if feature.calendar else feature.name
    return talk.pick(
        f"What is the {asked} of {value}?",
        f"What is the {asked} of the {talk.noun(entity)} {value}?",
        f"Tell me the {asked} of {value}.",
        f"{value}: what {asked}?",
    )


def attributes_of_many(talk: Talk) -> str | None:
    """Names and one attribute of the rows that meet a condition."""
    entity = talk.some(talk.entities(named=True))
    if entity is None:
        return None
    query = talk.ask(entity)
    phrase = talk.describe((), entity, talk.chance.choice([0, 1]), 1)
    feature = _another(talk, entity)
    if feature is None:
        return None
    query.selected = [*query.name_of(()), query.column(feature.path, feature.column)]
    return talk.pick(
        f"List the name and {feature.name} of all {phrase.many}.",
        f"For each of the {phrase.many}, show the name and the {feature.name}.",
        f"Give me every {phrase.noun}'s name and {feature.name}" + _only(phrase.before, phrase.after),
        f"What are the names and the {feature.name} of the {phrase.many}?",
    )


def _only(before: list[str], after: list[str]) -> str:
    if before:
        return f", only the {before[0]} ones{' ' + ' '.join(after) if after else ''}."
    return f", but only of those {' '.join(after)}." if after else "."


def _another(talk: Talk, entity: str) -> Feature | None:
    """A feature that no condition is about yet."""
    used = " ".join(talk.query.conditions)
    found = [
        feature
        for feature in talk.world.features[entity]
        if not feature.calendar and feature.kind != "flag" and f'"{feature.column}"' not in used
    ]
    return talk.chance.choice(found) if found else None


def extreme_thing(talk: Talk) -> str | None:
    """The row with the highest or lowest number."""
    entity = talk.some(talk.entities(named=True))
    if entity is None:
        return None
    numbers = [feature for feature in talk.world.features[entity] if feature.kind in ("number", "date")]
    numbers = [feature for feature in numbers if not feature.path]
    if not numbers:
        return None
    feature = talk.chance.choice(numbers)
    query = talk.ask(entity)
    phrase = talk.describe((), entity, talk.chance.choice([0, 0, 1]), 1)
    if f'"{feature.column}"' in " ".join(query.conditions):
        return None
    most = talk.chance.random() < 0.6
    query.selected = query.name_of(())
    query.order = f"{query.column((), feature.column)} {'DESC' if most else 'ASC'}"
    query.limit = talk.chance.choice([1, 1, 3, 5])
    time = feature.kind == "date" or feature.name.endswith("year")
    word = ("latest" if most else "earliest") if time else ("highest" if most else "lowest")
    if query.limit > 1:
        return talk.pick(
            f"Top {query.limit} {phrase.many} by {word} {feature.name}",
            f"Which {query.limit} {phrase.many} have the {word} {feature.name}?",
        )
    return talk.pick(
        f"Which {phrase.one} has the {word} {feature.name}?",
        f"What is the {phrase.one} with the {word} {feature.name}?",
        f"Find the {phrase.one} with the {word} {feature.name}.",
    )


def above_average(talk: Talk) -> str | None:
    """Rows whose number is above the average of all."""
    found = [
        (entity, feature)
        for entity in talk.entities(named=True)
        for feature in talk.world.features[entity]
        if feature.kind == "number" and not feature.name.endswith("year")
    ]
    if not found:
        return None
    entity, feature = talk.chance.choice(found)
    query = talk.ask(entity)
    column = query.column((), feature.column)
    table = talk.world.tables[entity].name
    query.selected = query.name_of(())
    query.conditions.append(f'{column} > (SELECT AVG("{feature.column}") FROM "{table}")')
    phrase = talk.describe((), entity, talk.chance.choice([0, 1]), 1)
    if sum(f'."{feature.column}"' in condition for condition in query.conditions) > 1:
        return None
    return talk.pick(
        f"Which {phrase.many} have a {feature.name} above the average of all {plural(phrase.noun)}?",
        f"List the {phrase.many} whose {feature.name} is higher than the overall average.",
        f"{phrase.many} with above-average {feature.name}",
    )


def kinds_there_are(talk: Talk) -> str | None:
    """The different values of a category."""
    found = [
        (entity, feature)
        for entity in talk.entities()
        for feature in talk.world.features[entity]
        if feature.kind in ("category", "country")
    ]
    if not found:
        return None
    entity, feature = talk.chance.choice(found)
    query = talk.ask(entity)
    query.selected, query.distinct = [query.column(feature.path, feature.column)], True
    many = plural(talk.noun(entity))
    if feature.name == "country":
        return talk.pick(f"Which countries do our {many} come from?", f"In how many different countries are {many}?")
    return talk.pick(
        f"What different values does the {feature.name} of {many} take?",
        f"Which {plural(feature.name)} occur among {many}?",
        f"How many distinct {plural(feature.name)} do the {many} have?",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "list of things": (list_things, 1.6),
    "count of things": (count_things, 1.6),
    "attribute of one": (attribute_of_one, 1.0),
    "attributes of many": (attributes_of_many, 0.8),
    "extreme thing": (extreme_thing, 0.8),
    "above average": (above_average, 0.4),
    "kinds there are": (kinds_there_are, 0.5),
}
