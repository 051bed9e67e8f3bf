"""``the most``, ``the lowest``, ``top 5``, ``latest``: what comes first, and how many of it."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.adjectives import IMPLYING
from gtr_core.compiler.intent.mention_kinds import (
    implied_column,
    is_column,
    is_table,
    is_time_column,
    is_value,
    measure_column,
)
from gtr_core.compiler.intent.ranking import Superlative, ranked_by
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.rules.comparisons import number_at
from gtr_core.compiler.intent.subjects import asks_for_several, dimensions_of, naming_dimensions, subjects
from gtr_core.compiler.intent.time_columns import time_column
from gtr_core.compiler.intent.words import (
    AGGREGATES,
    AMOUNT_SUPERLATIVES,
    DETERMINERS,
    FREQUENCY,
    FREQUENT,
    FULL_VALUE_SUPERLATIVES,
    GRAINS,
    RANKING,
    TIME_SUPERLATIVES,
)
from gtr_core.compiler.spec import Direction, Measure, Order

__all__ = ["superlatives"]

_ALL = {**IMPLYING, **AMOUNT_SUPERLATIVES, **FULL_VALUE_SUPERLATIVES, **TIME_SUPERLATIVES, **RANKING}

_OWNING = frozenset({"with", "having", "has", "have", "had", "whose"})


def superlatives(reading: Reading) -> Reading:
    """The reading with an order, and a limit where one thing or a number of things is asked for.

    What is ranked is the subject before the word, or the phrase behind it ("top 5 customers"). By what: the
    measure that stands behind it or behind "by"; for "the most" also a metric named before it ("shipping the
    most"), else rows are counted, and that is said. "The lowest X" of a column ranks single rows by it. Without
    a subject it is an aggregate ("what is the lowest cost").
    """
    for i in range(len(reading.tokens)):
        if i in reading.used or reading.covering(i) is not None or reading.word(i) not in _ALL:
            continue
        if reading.word(i - 1) == "at" and reading.word(i) in ("least", "most"):
            continue
        reading = _understood(reading, _superlative(reading, i))
    return reading


def _superlative(reading: Reading, i: int) -> Superlative:
    first, last = i, i + 1
    word = reading.word(i)
    if word in AMOUNT_SUPERLATIVES and reading.word(i + 1) == "recent":
        word, last = "recent", i + 2
    elif word in AMOUNT_SUPERLATIVES and reading.word(i + 1) in FREQUENT:
        word, last = FREQUENCY, i + 2
    number = None
    for at in (last, i - 1):
        counted = number_at(reading, at)
        if counted is not None and isinstance(counted[0], int) and 0 < counted[0] < 10_000 and at not in reading.used:
            number, first, last = counted[0], min(first, at), max(last, counted[1])
            break
    direction = AMOUNT_SUPERLATIVES[reading.word(i)] if word == FREQUENCY else _ALL[word]
    return Superlative(word, direction, first, last, number)


def _understood(reading: Reading, found: Superlative) -> Reading:
    following = _behind(reading, found.last)
    head = None if following is None else reading.mentions[following]
    ranked = [] if found.word in RANKING else subjects(reading, found.first)
    has_subject = bool(ranked) or _asked_grain(reading) is not None
    if not has_subject and head is not None and following is not None and _is_ranked(reading, following):
        ranked, following = [following], None
    if not ranked and found.word in {**RANKING, **TIME_SUPERLATIVES, **IMPLYING, FREQUENCY: 0}:
        ranked, following = subjects(reading), None
    reading = reading.explain(range(found.first, found.last))
    if found.word == FREQUENCY:
        return _by_frequency(reading, found, ranked)
    implied = _implied(reading, found, ranked)
    if implied is not None:
        return implied
    if found.word in TIME_SUPERLATIVES and ranked:
        return _by_time(reading, found, ranked)
    if not ranked and following is not None and (of := reading.beside(following)) is not None:
        ranked = [of] if is_table(reading.mentions[of]) else []
    if not ranked and _asked_grain(reading) is None:
        return _as_aggregate(reading, found, following)
    before = reading
    reading, measure = ranked_by(reading, found, following, ranked)
    if measure is None:
        words = reading.text(found.first, found.last)
        return reading.not_understood(words, f"By what {words!r} is meant was not understood.")
    if _is_nested(reading, found, ranked, measure):
        words = reading.text(found.first, found.last)
        return before.not_understood(words, f"{words!r} says of which rows to measure, which was not understood.")
    return _ordered(reading, found, ranked, measure.name)


def _is_nested(reading: Reading, found: Superlative, ranked: list[int], measure: Measure) -> bool:
    """Whether something else is measured of what is ranked: "the average age in the house with the most rooms"."""
    earlier = [a for a in reading.asked if a.measure.aggregate != "none" and a.last <= found.first]
    others = [asked for asked in earlier if asked.measure != measure]
    return bool(others) and all(reading.mentions[k].first >= others[0].first for k in ranked)


def _behind(reading: Reading, i: int) -> int | None:
    """The phrase behind a superlative, with the values skipped that qualify it ("the most returned line items")."""
    k = reading.starting(i, DETERMINERS)
    while k is not None and is_value(reading.mentions[k]):
        k = reading.starting(reading.mentions[k].last)
    return k


def _is_ranked(reading: Reading, k: int) -> bool:
    """Whether the phrase behind a superlative is what is ranked: a table or a column of names."""
    mention = reading.mentions[k]
    if (
        is_value(mention)
        or reading.metric(mention) is not None
        or any(asked.first == mention.first for asked in reading.asked)
    ):
        return False
    return is_table(mention) or measure_column(reading, mention) is None


def _ordered(reading: Reading, found: Superlative, ranked: list[int], by: str) -> Reading:
    shown = tuple(dict.fromkeys(d for k in ranked for d in dimensions_of(reading, k)))
    grain = _asked_grain(reading)
    singular = not any(asks_for_several(reading, k) for k in ranked)
    if not ranked and grain is not None:
        singular = not reading.word(grain).endswith("s")
    number = found.number
    if number is None and (before := _number_before(reading, ranked)) is not None:
        number = before
        reading = reading.explain([reading.mentions[ranked[0]].first - 1])
    limit = number if number is not None else 1 if singular else None
    reading = replace(
        reading,
        dimensions=tuple(dict.fromkeys((*reading.dimensions, *shown))),
        subject=tuple(str(reading.mentions[k].node) for k in ranked),
        order=(*reading.order, Order(by, found.direction)),
        limit=limit if reading.limit is None else reading.limit,
    )
    return reading.explain((), ranked)


def _asked_grain(reading: Reading) -> int | None:
    """The unit of time that is itself asked for: "which month"."""
    for i in range(len(reading.tokens)):
        if reading.word(i) in ("which", "what") and reading.word(i + 1) in GRAINS and reading.covering(i + 1) is None:
            return i + 1
    return None


def _number_before(reading: Reading, ranked: list[int]) -> int | None:
    """``the 3 suppliers with ...``."""
    if not ranked:
        return None
    at = reading.mentions[ranked[0]].first - 1
    counted = number_at(reading, at) if at >= 0 and at not in reading.used else None
    return counted[0] if counted is not None and isinstance(counted[0], int) and counted[0] > 0 else None


def _by_time(reading: Reading, found: Superlative, ranked: list[int]) -> Reading:
    chosen = time_column(reading, reading.mentions[ranked[0]].last)
    if chosen is None:
        return reading.not_understood(
            found.word, f"No table of the join tree has dates by which to tell the {found.word}."
        )
    node, column, _ = chosen
    reading, name = _shown(reading, node, column, found)
    return _ordered(reading, found, ranked, name)


def _implied(reading: Reading, found: Superlative, ranked: list[int]) -> Reading | None:
    """``the oldest dog``: single rows by the quantity that the word speaks of, where nothing else is named."""
    direction: Direction = IMPLYING.get(found.word, found.direction)
    for k in ranked:
        node = str(reading.mentions[k].node)
        column = implied_column(reading, node, found.word)
        behind = _behind(reading, found.last)
        of_rows = behind is not None and is_table(reading.mentions[behind]) and reading.mentions[behind].node == node
        is_plain = column is not None and (behind in (None, *ranked) or of_rows)
        if is_plain and not any(asked.first >= found.last for asked in reading.asked):
            reading, name = _shown(reading, node, str(column), found)
            return _ordered(reading, replace(found, direction=direction), ranked, name)
    return None


def _by_frequency(reading: Reading, found: Superlative, ranked: list[int]) -> Reading:
    """``the most common type``: by the number of rows."""
    if not ranked:
        words = reading.text(found.first, found.last)
        return reading.not_understood(words, f"Of what {words!r} is meant was not understood.")
    root = next(node.alias for node in reading.tree.nodes if node.alias not in reading.excluded)
    measure = Measure(f"number_of_{root}", "count", root)
    reading = replace(reading, asked=(*reading.asked, Asked(measure, found.first, found.last)))
    return _ordered(reading, found, ranked, measure.name)


def _shown(reading: Reading, node: str, column: str, found: Superlative) -> tuple[Reading, str]:
    """The reading with a column shown beside the subject, for ordering by it."""
    asked = Asked(Measure(column, "none", node, column), found.first, found.last)
    return replace(reading, asked=(*reading.asked, asked)), column


def _as_aggregate(reading: Reading, found: Superlative, following: int | None) -> Reading:
    """``what is the lowest cost``: minimum or maximum of the phrase behind."""
    mention = None if following is None else reading.mentions[following]
    quantity = None if mention is None else measure_column(reading, mention)
    if mention is not None and quantity is None and is_column(mention) and mention.node and mention.posting.column:
        is_time = is_time_column(reading, mention.node, mention.posting.column)
        quantity = (mention.node, mention.posting.column) if is_time else None
    if mention is None or quantity is None or following is None:
        words = reading.text(found.first, found.last)
        return reading.not_understood(words, f"Of what {words!r} is meant was not understood.")
    if found.number is not None:
        return _first_rows(reading, found, quantity, following)
    before = found.first - 1
    while reading.word(before) in DETERMINERS:
        before -= 1
    if reading.word(before) in _OWNING and any(asked.last <= found.first for asked in reading.asked):
        words = reading.text(found.first, found.last)
        return reading.not_understood(words, f"{words!r} says of which rows to measure, which was not understood.")
    aggregate = AGGREGATES.get(found.word, "max" if found.direction == "desc" else "min")
    measure = Measure(f"{found.word}_{quantity[1]}", aggregate, *quantity)
    asked = Asked(measure, found.first, mention.last)
    return replace(reading, asked=(*reading.asked, asked)).explain((), [following])


def _first_rows(reading: Reading, found: Superlative, quantity: tuple[str, str], following: int) -> Reading:
    """``the 10 highest prices``: so many rows, with what names them."""
    reading, name = _shown(reading, *quantity, found)
    shown = tuple(dict.fromkeys((*reading.dimensions, *naming_dimensions(reading, quantity[0]))))
    reading = replace(reading, dimensions=shown, order=(Order(name, found.direction),), limit=found.number)
    return reading.explain((), [following])
