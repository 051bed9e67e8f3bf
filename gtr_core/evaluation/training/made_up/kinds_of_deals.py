"""Questions in the words of a deal ("which Indian makers sold most to China"), which do not name the fact behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gtr_core.evaluation.training.made_up.lexicon import Deal
from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.query import literal
from gtr_core.evaluation.training.made_up.talk import Talk
from gtr_core.evaluation.training.made_up.verbs import base, gerund, participle
from gtr_core.evaluation.training.made_up.world import Feature, Path, Step

__all__ = ["KINDS", "participants", "places_meant", "some_deal", "target_of", "tensed"]


def some_deal(talk: Talk) -> tuple[Deal, Path, Path, str] | None:
    """A deal whose participants have names, the paths to them from its fact, and one of its verbs."""
    found = []
    for deal in talk.world.deals:
        whole = participants(talk, deal)
        if whole and all(talk.world.named(path[-1].end) for path in whole[1:]):
            found.append(whole)
    if not found:
        return None
    deal, subject, target = talk.chance.choice(found)
    return deal, subject, target, talk.chance.choice(deal.verbs)


def participants(talk: Talk, deal: Deal) -> tuple[Deal, Path, Path] | None:
    """The deal with the paths to its subject and target; None where one of them is missing.

    Its fact becomes the one where the paths part: an order's lines say nothing of who sold to whom. Not so where the
    verb names the fact, as in "suffered outages".
    """
    subject = talk.world.participant(deal.fact, deal.subject)
    target = talk.world.participant(deal.fact, deal.target) if deal.target else None
    if not subject or not target:
        return None
    fact = deal.fact
    if " " in deal.verbs[0]:
        return deal, subject, target
    while len(subject) > 1 and len(target) > 1 and subject[0] == target[0]:
        fact, subject, target = subject[0].end, subject[1:], target[1:]
    return (replace(deal, fact=fact), subject, target) if subject[0] != target[0] else None


def places_meant(talk: Talk, deal: Deal, path: Path) -> list[Feature]:
    """By which features the target can be told without its noun, "to China": where nothing before it has a place."""
    features = talk.world.features
    if deal.preposition != "to" or any(_places(features[step.end]) for step in path[:-1]):
        return []
    return _places(features[path[-1].end])


def _places(features: list[Feature]) -> list[Feature]:
    return [feature for feature in features if feature.name in ("city", "country", "region")]


def target_of(talk: Talk, deal: Deal, path: Path) -> str:
    """What the verb is about: a name, a phrase, or with a preposition no more than a place."""
    end = path[-1].end
    places = places_meant(talk, deal, path)
    if places and talk.chance.random() < 0.5:
        feature = talk.chance.choice(places)
        value = talk.chance.choice(feature.values)
        column = talk.query.column((*path, *feature.path), feature.column)
        talk.query.conditions.append(f"{column} = {literal(value)}")
        return value
    if talk.world.named(end) and talk.chance.random() < 0.55:
        return talk.named_value(path) or ""
    phrase = talk.describe(path, end, 1, 1)
    if not phrase.bare:
        return phrase.many
    value = talk.named_value(path) or ""
    return f"{phrase.noun} {value}" if talk.chance.random() < 0.4 else value


def _key(talk: Talk, path: Path) -> str:
    return talk.world.tables[path[-1].end].key


def tensed(talk: Talk, verb: str) -> str:
    """A verb of several, in the past, the present, or going on."""
    return talk.chance.choices([verb, base(verb), f"are {gerund(verb)}"], [6, 3, 1])[0]


def who_did(talk: Talk) -> str | None:
    """Those who had to do with something."""
    found = some_deal(talk)
    if found is None:
        return None
    deal, subject, target, verb = found
    query = talk.ask(deal.fact)
    who = talk.describe(subject, subject[-1].end, talk.chance.choice([0, 0, 1, 1]), 1)
    about = " ".join(part for part in (tensed(talk, verb), deal.preposition, target_of(talk, deal, target)) if part)
    if who.bare and talk.chance.random() < 0.1:
        # To count them, the foreign key before them will do.
        query.selected = [f"COUNT(DISTINCT {query.column(subject[:-1], subject[-1].edge.column)})"]
        return talk.pick(f"How many {who.many} {about}?", f"how many different {who.many} {about}")
    query.selected, query.distinct = query.name_of(subject), True
    if not who.bare and talk.chance.random() < 0.25:
        query.selected, query.distinct = [f"COUNT(DISTINCT {query.column(subject, _key(talk, subject))})"], False
        return talk.pick(f"How many {who.many} {about}?", f"how many different {who.many} {about}")
    return talk.pick(
        f"Which {who.many} {about}?",
        f"List the {who.many} that {about}.",
        f"Names of {who.many} that {about}",
        f"Find all {who.many} that {about}.",
        f"{who.many} that {about}",
    )


def who_did_most(talk: Talk) -> str | None:
    """Those who did it most, of some kind, to some."""
    found = some_deal(talk)
    if found is None:
        return None
    deal, subject, target, verb = found
    query = talk.ask(deal.fact)
    who = talk.describe(subject, subject[-1].end, talk.chance.choice([0, 1, 1]), 1)
    many = talk.chance.choice([1, 1, 3, 5])
    verb, _, thing = verb.partition(" ")
    # One alone is told of in the past.
    verb, alone = (tensed(talk, verb), False) if talk.chance.random() < 0.7 else (verb, True)
    most = f"most {thing}" if thing else "most"
    if deal.preposition:
        the = "the " if thing else talk.pick("the ", "")
        about = f"{verb} {the}{most} {deal.preposition} {target_of(talk, deal, target)}"
    else:
        phrase = talk.describe(target, target[-1].end, 1, 1)
        if phrase.bare:
            return None
        about = f"{verb} the most {phrase.many}"
    names = query.name_of(subject)
    query.selected, query.groups, query.order, query.limit = [*names, "COUNT(*)"], names, "COUNT(*) DESC", many
    if many > 1:
        return talk.pick(f"Which {many} {who.many} {about}?", f"Top {many} {who.many} that {about}")
    if alone:
        return f"Which {who.one} {about}?"
    return talk.pick(f"Which {who.many} {about}?", f"Which of the {who.many} {about}?", f"The {who.many} that {about}")


def what_was_done(talk: Talk) -> str | None:
    """What someone had to do with."""
    found = some_deal(talk)
    if found is None:
        return None
    deal, subject, target, verb = found
    if " " in verb or verb == deal.verbs[0] == "had":
        return None
    query = talk.ask(deal.fact)
    what = talk.describe(target, target[-1].end, talk.chance.choice([0, 0, 1]), 1)
    places = [feature for feature in talk.world.features[subject[-1].end] if feature.kind in ("city", "country")]
    if places and talk.chance.random() < 0.4:
        who = talk.describe(subject, subject[-1].end, 1, 0)
        by, has = (who.many, "have") if not who.bare else (talk.named_value(subject), "has")
    else:
        by, has = talk.named_value(subject), "has"
    done = participle(verb)
    query.selected, query.distinct = query.name_of(target), True
    tail = f" {deal.preposition}" if deal.preposition else ""
    if deal.preposition:
        return talk.pick(
            f"Which {what.many} {has} {by} {done}{tail}?",
            f"List the {what.many} that {by} {verb}{tail}.",
        )
    return talk.pick(
        f"Which {what.many} were {done} by {by}?",
        f"List the {what.many} {done} by {by}.",
        f"Which {what.many} {has} {by} {done}?",
    )


def who_never_did(talk: Talk) -> str | None:
    """Those of whom no row of the fact tells it; only where the fact holds their key itself."""
    found = [
        (deal, path)
        for deal in talk.world.deals
        for path in [talk.world.participant(deal.fact, deal.subject)]
        if path and len(path) == 1 and talk.world.named(path[0].end) and not deal.preposition
    ]
    if not found:
        return None
    deal, path = talk.chance.choice(found)
    subject = path[0].end
    objects = talk.world.participant(deal.fact, deal.target)
    verb = talk.chance.choice(deal.verbs)
    # "Never sold any covers" needs no covers: the fact holds their key.
    if objects is None or len(objects) > 1 or " " in verb:
        return None
    query = talk.ask(subject)
    who = talk.describe((), subject, talk.chance.choice([0, 1]), 1)
    down = (Step(path[0].edge, up=False),)
    query.at(down)
    query.absent.add(down)
    query.selected = query.name_of(())
    target = plural(talk.noun(objects[-1].end))
    return talk.pick(
        f"Which {who.many} never {verb} any {target}?",
        f"List the {who.many} that never {verb} any {target}.",
        f"{who.many} that have not {participle(verb)} any {target}",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "who did": (who_did, 2.4),
    "who did most": (who_did_most, 2.4),
    "what was done": (what_was_done, 1.3),
    "who never did": (who_never_did, 0.3),
}
