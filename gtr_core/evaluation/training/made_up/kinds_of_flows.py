"""Questions about what passes from place to place by a deal, "which French mills sold most to Peru"."""

from __future__ import annotations

from collections.abc import Callable

from gtr_core.evaluation.training.made_up.kinds_of_deals import participants, places_meant, some_deal, target_of, tensed
from gtr_core.evaluation.training.made_up.naming import plural
from gtr_core.evaluation.training.made_up.query import literal
from gtr_core.evaluation.training.made_up.talk import Talk

__all__ = ["KINDS"]


def from_place_to_place(talk: Talk) -> str | None:
    """The flow of a deal between two places, its target not mentioned otherwise."""
    found = []
    for deal in talk.world.deals:
        whole = participants(talk, deal)
        if whole and talk.world.named(whole[1][-1].end):
            features = talk.world.features[whole[1][-1].end]
            here = [feature for feature in features if feature.name in ("city", "country", "region")]
            there = places_meant(talk, deal, whole[2])
            if here and there:
                found.append((whole, here, there))
    if not found:
        return None
    (deal, subject, target), starts, ends = talk.chance.choice(found)
    query = talk.ask(deal.fact)
    start, end = talk.chance.choice(starts), talk.chance.choice(ends)
    before, after = talk.condition(subject, start) or ("", "")
    place = talk.chance.choice([value for value in end.values if literal(value) not in query.conditions[-1]])
    query.conditions.append(f"{query.column((*target, *end.path), end.column)} = {literal(place)}")
    noun = talk.noun(subject[-1].end)
    who = " ".join(part for part in (before, plural(noun), after) if part)
    one = " ".join(part for part in (before, noun, after) if part)
    past, _, thing = talk.chance.choice(deal.verbs).partition(" ")
    verb = tensed(talk, past)
    names = query.name_of(subject)
    if talk.chance.random() < 0.3:
        query.selected, query.distinct = names, True
        return talk.pick(
            f"Which {who} {verb} {thing} to {place}?",
            f"List {who} that {verb} {thing} to {place}.",
            f"{who} that {verb} {thing} to {place}",
        )
    query.selected, query.groups, query.order = [*names, "COUNT(*)"], names, "COUNT(*) DESC"
    most = f"the most {thing}" if thing else talk.pick("most", "the most")
    return talk.pick(
        f"Which {who} {verb} {most} to {place}?",
        f"Which {one} {past} {most} to {place}?",
        f"Top {who} that {verb} {thing} to {place}",
        f"Rank the {who} by how much {f'{thing} ' if thing else ''}they {past} to {place}.",
    )


def countries_of_a_deal(talk: Talk) -> str | None:
    """How much passes between places, or from which places it comes."""
    found = some_deal(talk)
    if found is None:
        return None
    deal, subject, target, verb = found
    features = [
        feature for feature in talk.world.features[subject[-1].end] if feature.kind in ("country", "city", "region")
    ]
    if not features or " " in verb:
        return None
    feature = talk.chance.choice(features)
    query = talk.ask(deal.fact)
    about = " ".join(part for part in (tensed(talk, verb), deal.preposition, target_of(talk, deal, target)) if part)
    query.selected, query.distinct = [query.column((*subject, *feature.path), feature.column)], True
    many = plural(talk.noun(subject[-1].end))
    return talk.pick(
        f"From which {plural(feature.name)} are the {many} that {about}?",
        f"What are the {plural(feature.name)} of the {many} that {about}?",
        f"In which {plural(feature.name)} do we have {many} that {about}?",
    )


KINDS: dict[str, tuple[Callable[[Talk], str | None], float]] = {
    "place to place": (from_place_to_place, 1.4),
    "places of a deal": (countries_of_a_deal, 0.7),
}
