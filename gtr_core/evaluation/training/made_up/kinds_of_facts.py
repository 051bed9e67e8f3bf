"""Questions that count, sum or list the rows of a fact that meet conditions, near or far."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.measures import measure_of, measured, some_fact, towards
from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.query import literal
from gtr_core.evaluation.training.made_up.talk import NounPhrase, Talk
from gtr_core.evaluation.training.made_up.world import Step

__all__ = ["KINDS"]


def measure_of_some(talk: Talk) -> str | None:
    """A count, sum or average over the rows that meet conditions."""
    fact = some_fact(talk)
    if fact is None:
        return None
    query = talk.ask(fact)
    measure = measure_of(talk, fact, talk.noun(fact), counted=0.3)
    phrase = talk.describe((), fact, talk.chance.choice([1, 2, 2, 3]), talk.chance.choice([1, 2, 2, 3]))
    if phrase.bare or any(measure.column and measure.column in condition for condition in query.conditions):
        return None
    query.selected = [measure.sql]
    if not measure.column:
        return talk.pick(
            f"How many {phrase.many} are there?",
            f"How many {phrase.many} did we have?",
            f"Number of {phrase.many}",
            f"Count of {phrase.many}",
        )
    return talk.pick(
        f"What is the {measure.words} of {phrase.many}?",
        f"{measure.words.capitalize()} of {phrase.many}",
        f"Give me the {measure.words} for {phrase.many}.",
        f"what was the {measure.words} of all {phrase.many}?",
    )


def feature_of_far(talk: Talk) -> str | None:
    """Distinct names or features of a far parent of the rows that meet a condition."""
    fact = some_fact(talk)
    goal = towards(talk, fact, far=True) if fact else None
    if fact is None or goal is None:
        return None
    path, called = goal
    query = talk.ask(fact)
    phrase = talk.describe((), fact, talk.chance.choice([1, 2]), 1, barred=tuple(step.edge for step in path[:1]))
    if phrase.bare:
        return None
    query.selected, query.distinct = query.name_of(path), True
    return talk.pick(
        f"Which {plural(called)} are behind the {phrase.many}?",
        f"List the {plural(called)} concerned by {phrase.many}.",
        f"Names of the {plural(called)} involved in {phrase.many}",
    )


def listing_of_parents(talk: Talk) -> str | None:
    """Each row of a fact with names of two things that it hangs on."""
    fact = some_fact(talk)
    if fact is None:
        return None
    edges = [edge for edge in talk.world.links(fact) if talk.world.named(edge.parent)]
    if len(edges) < 2:
        return None
    first, second = talk.chance.sample(edges, 2)
    query = talk.ask(fact)
    phrase = talk.describe((), fact, talk.chance.choice([0, 1]), 0, barred=(first, second))
    called = [
        f"{edge.role} {talk.noun(edge.parent)}" if edge.role else talk.noun(edge.parent) for edge in (first, second)
    ]
    query.selected = [*query.name_of((Step(first),)), *query.name_of((Step(second),))]
    numbers = [feature for feature in talk.world.features[fact] if feature.kind in ("number", "date")]
    third = ""
    if numbers and talk.chance.random() < 0.5:
        feature = talk.chance.choice([feature for feature in numbers])
        if not feature.calendar:
            query.selected.append(query.column((), feature.column))
            third = feature.name
    told = ", ".join(called) + f" and {third}" if third else " and ".join(called)
    return talk.pick(
        f"List the {told} of all {phrase.many}.",
        f"For every one of the {phrase.many}, show {told}.",
        f"{phrase.many} with {told}",
    )


def over_time(talk: Talk) -> str | None:
    """A measure by year or in one year."""
    dated = [
        (fact, feature)
        for fact in talk.entities(named=False)
        for feature in talk.world.features[fact]
        if feature.kind == "date"
    ]
    if not dated:
        return None
    fact, feature = talk.chance.choice(dated)
    query = talk.ask(fact)
    measure = measure_of(talk, fact, talk.noun(fact))
    column = query.column(feature.path, feature.column)
    year = column if feature.calendar else f"strftime('%Y', {column})"
    edges = talk.world.links(fact)
    phrase = NounPhrase(talk.noun(fact))
    if edges and talk.chance.random() < 0.5:
        phrase = talk.describe((), fact, 1, 1)
        if any(column in condition for condition in query.conditions):
            return None
        if measure.column and any(measure.column in condition for condition in query.conditions):
            return None
    what = measured(phrase, measure)
    if talk.chance.random() < 0.5:
        query.groups, query.selected = [year], [year, measure.sql]
        by = talk.pick("per year", "by year", "for each year", f"by year of the {feature.name}")
        return talk.pick(f"{what} {by}", f"What is the {what} {by}?", f"How did the {what} develop by year?")
    asked = talk.chance.randint(2012, 2025)
    query.conditions.append(f"{year} = {asked if feature.calendar else literal(str(asked))}")
    query.selected = [measure.sql]
    return talk.pick(
        f"What was the {what} in {asked}?", f"{what} in {asked}", f"Show me the {what} for the year {asked}."
    )


def share_of_some(talk: Talk) -> str | None:
    """Which share of the rows meets a condition on a parent."""
    fact = some_fact(talk)
    if fact is None:
        return None
    query = talk.ask(fact)
    phrase = talk.describe((), fact, 1, 1)
    if phrase.bare:
        return None
    condition = " AND ".join(query.conditions)
    query.conditions.clear()
    query.selected = [f"AVG(CASE WHEN {condition} THEN 100.0 ELSE 0 END)"]
    if phrase.before:
        return talk.pick(
            f"What percentage of {plural(phrase.noun)} are {phrase.many}?",
            f"What share of all {plural(phrase.noun)} are {phrase.many}?",
        )
    return talk.pick(
        f"Share of {phrase.many} among all {plural(phrase.noun)}",
        f"What proportion of the {plural(phrase.noun)} are {phrase.many}?",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "measure of some": (measure_of_some, 2.2),
    "far parents": (feature_of_far, 0.5),
    "listing of parents": (listing_of_parents, 0.7),
    "over time": (over_time, 0.8),
    "share of some": (share_of_some, 0.4),
}
