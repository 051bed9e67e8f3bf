"""Questions that group the rows of a fact by what they hang on, near or far."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.measures import PLACES, measure_of, measured, some_fact, towards
from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.talk import Talk

__all__ = ["KINDS"]


def grouped(talk: Talk) -> str | None:
    """A measure for each row of a parent, near or far, or for each value of a feature of it."""
    fact = some_fact(talk)
    goal = towards(talk, fact, talk.chance.random() < 0.65) if fact else None
    if fact is None or goal is None:
        return None
    path, called = goal
    query = talk.ask(fact)
    noun = talk.noun(fact)
    measure = measure_of(talk, fact, noun)
    what = measure.words if measure.column or talk.chance.random() < 0.5 else plural(noun)
    end = path[-1].end
    features = [feature for feature in talk.world.features[end] if feature.kind in ("category", *PLACES)]
    where = ""
    if talk.chance.random() < 0.3:
        phrase = talk.describe((), fact, 1, 1, barred=tuple(step.edge for step in path[:1]))
        where = f" of {phrase.many}" if measure.column else ""
        what = what if measure.column else ("number of " if talk.chance.random() < 0.5 else "") + phrase.many
        if measure.column and any(measure.column in condition for condition in query.conditions):
            return None
    elif measure.column and talk.chance.random() < 0.5:
        where = f" of {plural(noun)}"
    if features and talk.chance.random() < 0.5:
        feature = talk.chance.choice(features)
        groups = [query.column((*path, *feature.path), feature.column)]
        by = talk.pick(
            f"by {feature.name} of the {called}", f"by {called} {feature.name}", f"per {called} {feature.name}"
        )
        each = f"{called} {feature.name}"
    else:
        groups = query.name_of(path)
        by = talk.pick(f"by {called}", f"per {called}", f"for each {called}", f"for every {called}")
        each = called
    query.groups, query.selected = groups, [*groups, measure.sql]
    how_many = not measure.column and "number" not in what
    return talk.pick(
        f"{what}{where} {by}",
        f"How many {what} are there {by}?" if how_many else f"What is the {what}{where} {by}?",
        f"Show {what}{where} {by}.",
        f"For each {each}, what is the {measure.words}{where}?" if measure.column else f"Break down {what} {by}.",
    )


def top_parents(talk: Talk) -> str | None:
    """The parents, near or far, with the most of a measure."""
    fact = some_fact(talk)
    goal = towards(talk, fact, talk.chance.random() < 0.5) if fact else None
    if fact is None or goal is None:
        return None
    path, called = goal
    query = talk.ask(fact)
    noun = talk.noun(fact)
    measure = measure_of(talk, fact, noun)
    many = talk.chance.choice([1, 3, 5, 10])
    conditions = talk.chance.choice([0, 0, 1])
    phrase = talk.describe((), fact, conditions, 1, barred=tuple(step.edge for step in path[:1]))
    if measure.column and any(measure.column in condition for condition in query.conditions):
        return None
    names = query.name_of(path)
    query.selected, query.groups, query.order, query.limit = [*names, measure.sql], names, f"{measure.sql} DESC", many
    what = measured(phrase, measure).replace("highest", "maximum").replace("lowest", "minimum")
    if many > 1:
        return talk.pick(
            f"Top {many} {plural(called)} by {what}",
            f"Which {many} {plural(called)} have the highest {what}?",
            f"Show the {many} {plural(called)} with the largest {what}.",
        )
    return talk.pick(
        f"Which {called} has the highest {what}?",
        f"Which {called} has the largest {what}?",
        f"What is the {called} with the greatest {what}?",
        f"Rank the {plural(called)} by {what}.",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "grouped": (grouped, 2.0),
    "top parents": (top_parents, 1.5),
}
