"""Saying things: nouns, values, conditions."""

from __future__ import annotations

import calendar
import random
from dataclasses import dataclass, field

from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.query import Query, literal
from gtr_core.evaluation.training.made_up.values import misspelt
from gtr_core.evaluation.training.made_up.world import Edge, Feature, Path, Step, World

__all__ = ["NounPhrase", "Talk"]

_ABOVE = ("above", "over", "of more than", "higher than", "greater than")
_SEVERAL = ("days", "hours", "minutes", "pieces", "units", "lines", "years", "stars", "kilowatt", "tonnes", "seats")
_BELOW = ("below", "under", "of less than", "lower than")


@dataclass(slots=True)
class NounPhrase:
    """A noun with what stands before and after it."""

    noun: str
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    @property
    def many(self) -> str:
        """In the plural."""
        return " ".join([*self.before, plural(self.noun), *self.after])

    @property
    def one(self) -> str:
        """In the singular, without an article."""
        return " ".join([*self.before, self.noun, *self.after])

    @property
    def bare(self) -> bool:
        """Whether the noun stands alone."""
        return not self.before and not self.after


_Said = tuple[str, str]


class Talk:
    """Writes one question about a world, and grows its query on the way."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self.chance = chance
        self.query = Query(world, next(iter(world.entities)))

    def ask(self, root: str) -> Query:
        """Begin a query at an entity."""
        self.query = Query(self.world, root)
        return self.query

    def pick(self, *forms: str) -> str:
        """One of several ways to say it."""
        return self.chance.choice(forms)

    def noun(self, entity: str) -> str:
        """What an entity is called, mostly by its usual word."""
        nouns = self.world.nouns[entity]
        return nouns[0] if self.chance.random() < 0.75 else self.chance.choice(nouns)

    def entities(self, *, named: bool | None = None) -> list[str]:
        """Entities that questions are about, named or nameless ones alone if wished; never bridges."""
        return [
            key
            for key, entity in self.world.entities.items()
            if not entity.bridge and (named is None or self.world.named(key) == named)
        ]

    def some(self, keys: list[str]) -> str | None:
        """One of them, None where there are none."""
        return self.chance.choice(keys) if keys else None

    def named_value(self, path: Path, *, beyond: bool = False) -> str | None:
        """A row's name as a question says it; the row becomes a condition.

        Args:
            path: To the entity that has names.
            beyond: The name may be one that the sample of values lacks, since the question says what it names.
        """
        entity = self.query.end(path)
        names = self.world.names.get(entity) if beyond else self.world.sampled(entity)
        if not names:
            return None
        row = self.chance.choice(names)
        for column, value in zip(self.query.name_of(path), row, strict=True):
            self.query.conditions.append(f"{column} = {literal(value)}")
        text = " ".join(row)
        firsts = [" ".join(other).split()[0] for other in names]
        person = self.world.entities[entity].named == "person"
        roll = self.chance.random()
        if roll < 0.06 and " " in text and not person and firsts.count(text.split()[0]) == 1:
            return text.split()[0]
        return self._noisy(text)

    def _noisy(self, text: str) -> str:
        roll = self.chance.random()
        if roll < 0.03:
            return misspelt(text, self.chance)
        if roll < 0.12:
            return text.lower()
        return f'"{text}"' if roll < 0.15 else text

    def describe(
        self, path: Path, entity: str, want: int, depth: int = 1, *, barred: tuple[Edge, ...] = ()
    ) -> NounPhrase:
        """A noun phrase for the entity at the end of a path, with up to ``want`` conditions.

        Args:
            path: To the entity.
            entity: Its key.
            want: Conditions.
            depth: How far conditions may lead to parents that have conditions themselves.
            barred: Foreign keys that no condition is about.
        """
        phrase = NounPhrase(self.noun(entity))
        features = [(feature, None) for feature in self.world.features[entity]]
        links = [(None, edge) for edge in self.world.links(entity) if edge not in barred]
        options: list[tuple[Feature | None, Edge | None]] = [*features, *links * (3 if depth else 2)]
        self.chance.shuffle(options)
        openings: set[str] = set()
        done: set[str] = set()
        for feature, edge in options:
            if len(phrase.before) + len(phrase.after) >= want:
                break
            subject = edge.column if edge else feature.column + feature.name if feature else ""
            place = feature is not None and feature.kind in ("city", "country", "region")
            if ("place" if place else subject) in done:
                continue
            mark = self.query.mark()
            said = self.condition(path, feature) if feature else self._by_parent(path, edge, depth) if edge else None
            opening = said[1].split()[0] if said and said[1] else ""
            # Two adjectives, or two conditions of one opening, read badly.
            if said is None or (said[0] and phrase.before) or opening in openings:
                self.query.undo(mark)
                continue
            done.add("place" if place else subject)
            phrase.before += [said[0]] if said[0] else []
            if opening:
                openings.add(opening)
                phrase.after.append(said[1])
        # What qualifies a noun within a condition comes last, so that nothing after it seems to belong to it.
        phrase.after.sort(key=len)
        return phrase

    def condition(self, path: Path, feature: Feature) -> _Said | None:
        """A feature restricted to a value, as words before and after the noun."""
        whole = (*path, *feature.path)
        if feature.kind in ("category", "city", "country", "region"):
            return self._by_value(whole, feature)
        column = self.query.column(whole, feature.column)
        if feature.kind == "flag":
            self.query.conditions.append(f"{column} = 1")
            return feature.phrases[0].replace("{n}", "").strip(), ""
        if feature.kind == "number":
            return "", self._by_number(column, feature)
        return "", self._by_date(column, feature)

    def _by_value(self, path: Path, feature: Feature) -> _Said | None:
        value = self.chance.choice(feature.values)
        stored = feature.codes[feature.values.index(value)] if feature.codes else value
        self.query.conditions.append(f"{self.query.column(path, feature.column)} = {literal(stored)}")
        if feature.kind == "country" and feature.demonym and self.chance.random() < 0.4:
            return self.demonym(value), ""
        if feature.kind == "category" and self.chance.random() < 0.2:
            return "", self.pick(f"with {feature.name} {value}", f"whose {feature.name} is {value}")
        phrase = self.chance.choice(feature.phrases)
        shown = self._noisy(value) if feature.kind in ("city", "country", "region") else value
        said = phrase.replace("{v}", shown).replace("{p}", shown)
        if "{n}" in said:
            return said.replace("{n}", "").strip(), ""
        return "", said

    def demonym(self, country: str) -> str:
        """The adjective of a country."""
        return next(
            entry.split("/")[1] for entry in self.world.lexicon.words["countries"] if entry.startswith(f"{country}/")
        )

    def number(self, feature: Feature) -> int:
        """A round number within a feature's range."""
        value = feature.low + (feature.high - feature.low) * self.chance.uniform(0.15, 0.85)
        if feature.name.endswith("year"):
            return round(value)
        digits = len(str(round(value))) - 2
        return max(1, round(value, -max(digits, 0)).__trunc__())

    def _by_number(self, column: str, feature: Feature) -> str:
        value = self.number(feature)
        above = self.chance.random() < 0.6
        self.query.conditions.append(f"{column} {'>' if above else '<'} {value}")
        shown = f"{value} {feature.unit}".strip()
        if feature.name.endswith("year"):
            return f"with a {feature.name} {'after' if above else 'before'} {value}"
        several = feature.name.endswith("s") or feature.name.split()[0] in _SEVERAL
        article = "" if several else "an " if feature.name[0] in "aeio" else "a "
        if article:
            return f"with {article}{feature.name} {self.pick(*(_ABOVE if above else _BELOW))} {shown}"
        return f"with {'more' if above else 'fewer'} than {value} {feature.name}"

    def _by_date(self, column: str, feature: Feature) -> str:
        year = self.chance.randint(2012, 2025) if "birth" not in feature.name else self.chance.randint(1950, 2010)
        way, word = self.chance.choice([("=", "in"), ("=", "in"), (">", "after"), ("<", "before"), (">=", "since")])
        if self.chance.random() < 0.2:
            return self._by_month(column, feature, year)
        told = column if feature.calendar else f"CAST(strftime('%Y', {column}) AS INTEGER)"
        self.query.conditions.append(f"{told} {way} {year}")
        return f"{feature.phrases[0]} {word} {year}"

    def _by_month(self, column: str, feature: Feature, year: int) -> str:
        number = self.chance.randrange(1, 13)
        month = calendar.month_name[number]
        if feature.calendar:
            named = self.world.tables["@calendar"].columns[4].name
            alias = column.split(".")[0]
            self.query.conditions += [f"{column} = {year}", f"{alias}.\"{named}\" = '{month}'"]
        else:
            self.query.conditions.append(f"strftime('%Y-%m', {column}) = '{year}-{number:02}'")
        return f"{feature.phrases[0]} in {month} {year}"

    def _by_parent(self, path: Path, edge: Edge, depth: int) -> _Said | None:
        """A condition on the parent that a foreign key leads to: its name, or a phrase with conditions of its own."""
        up = (*path, Step(edge))
        form = self.chance.choice(edge.of)
        noun = self.world.nouns[edge.parent][0]
        said_already = noun.split()[-1] in form.split()
        if self.world.named(edge.parent) and (not depth or said_already or self.chance.random() < 0.5):
            listed = self.world.entities[edge.parent].named == "listed"
            noun_said = not said_already and not listed and self.chance.random() < 0.3
            value = self.named_value(up, beyond=noun_said)
            if value is None:
                return None
            if noun_said:
                value = f"the {self.noun(edge.parent)} {value}"
            return "", form.replace("{p}", value)
        if not depth or said_already:
            return None
        inner = self.describe(up, edge.parent, 1, depth - 1)
        return None if inner.bare else ("", form.replace("{p}", inner.many))
