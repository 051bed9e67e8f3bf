"""``the most``, ``the lowest``, ``top 5``, ``latest``: what comes first, and how many of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gtr_core.compiler.intent.mention_kinds import (
    is_column,
    is_plural,
    is_table,
    is_time_column,
    is_value,
    measure_column,
)
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.rules.comparisons import number_at
from gtr_core.compiler.intent.rules.counts import entity_count
from gtr_core.compiler.intent.subjects import dimensions_of, subjects
from gtr_core.compiler.intent.time_columns import time_column
from gtr_core.compiler.intent.words import (
    AGGREGATES,
    AMOUNT_SUPERLATIVES,
    DETERMINERS,
    FULL_VALUE_SUPERLATIVES,
    RANKING,
    TIME_SUPERLATIVES,
)
from gtr_core.compiler.spec import Direction, Measure, Order

__all__ = ["superlatives"]

_ALL = {**AMOUNT_SUPERLATIVES, **FULL_VALUE_SUPERLATIVES, **TIME_SUPERLATIVES, **RANKING}


@dataclass(frozen=True, slots=True)
class _Superlative:
    """A superlative and the tokens, ``last`` exclusive, that say it; ``number`` where one stands with it."""

    word: str
    direction: Direction
    first: int
    last: int
    number: int | None


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
        reading = _understood(reading, _superlative(reading, i))
    return reading


def _superlative(reading: Reading, i: int) -> _Superlative:
    first, last = i, i + 1
    word = reading.word(i)
    if word in AMOUNT_SUPERLATIVES and reading.word(i + 1) == "recent":
        word, last = "recent", i + 2
    number = None
    for at in (last, i - 1):
        counted = number_at(reading, at)
        if counted is not None and isinstance(counted[0], int) and 0 < counted[0] < 10_000 and at not in reading.used:
            number, first, last = counted[0], min(first, at), max(last, counted[1])
            break
    return _Superlative(word, _ALL[word], first, last, number)


def _understood(reading: Reading, found: _Superlative) -> Reading:
    following = _behind(reading, found.last)
    head = None if following is None else reading.mentions[following]
    ranked = [] if found.word in RANKING else subjects(reading, found.first)
    if (
        not ranked
        and head is not None
        and following is not None
        and not is_value(head)
        and _is_ranked(reading, following)
    ):
        ranked, following = [following], None
    if not ranked and (found.word in RANKING or found.word in TIME_SUPERLATIVES):
        ranked, following = subjects(reading), None
    reading = reading.explain(range(found.first, found.last))
    if found.word in TIME_SUPERLATIVES and ranked:
        return _by_time(reading, found, ranked)
    if not ranked:
        return _as_aggregate(reading, found, following)
    reading, measure = _ranked_by(reading, found, following, ranked)
    if measure is None:
        words = reading.text(found.first, found.last)
        return reading.not_understood(words, f"By what {words!r} is meant was not understood.")
    return _ordered(reading, found, ranked, measure.name)


def _behind(reading: Reading, i: int) -> int | None:
    """The phrase behind a superlative, with the values skipped that qualify it ("the most returned line items")."""
    k = reading.starting(i, DETERMINERS)
    while k is not None and is_value(reading.mentions[k]):
        k = reading.starting(reading.mentions[k].last)
    return k


def _is_ranked(reading: Reading, k: int) -> bool:
    """Whether the phrase behind a superlative is what is ranked: a table or a column of names."""
    mention = reading.mentions[k]
    if reading.metric(mention) is not None or any(asked.first == mention.first for asked in reading.asked):
        return False
    return is_table(mention) or measure_column(reading, mention) is None


def _ordered(reading: Reading, found: _Superlative, ranked: list[int], by: str) -> Reading:
    shown = tuple(dict.fromkeys(d for k in ranked for d in dimensions_of(reading, k)))
    singular = not any(is_plural(reading.mentions[k]) for k in ranked)
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


def _number_before(reading: Reading, ranked: list[int]) -> int | None:
    """``the 3 suppliers with ...``."""
    at = reading.mentions[ranked[0]].first - 1
    counted = number_at(reading, at) if at >= 0 and at not in reading.used else None
    return counted[0] if counted is not None and isinstance(counted[0], int) and counted[0] > 0 else None


def _by_time(reading: Reading, found: _Superlative, ranked: list[int]) -> Reading:
    chosen = time_column(reading, reading.mentions[ranked[0]].last)
    if chosen is None:
        return reading.not_understood(
            found.word, f"No table of the join tree has dates by which to tell the {found.word}."
        )
    node, column, _ = chosen
    reading, name = _shown(reading, node, column, found)
    return _ordered(reading, found, ranked, name)


def _shown(reading: Reading, node: str, column: str, found: _Superlative) -> tuple[Reading, str]:
    """The reading with a column shown beside the subject, for ordering by it."""
    asked = Asked(Measure(column, "none", node, column), found.first, found.last)
    return replace(reading, asked=(*reading.asked, asked)), column


def _as_aggregate(reading: Reading, found: _Superlative, following: int | None) -> Reading:
    """``what is the lowest cost``: minimum or maximum of the phrase behind."""
    mention = None if following is None else reading.mentions[following]
    quantity = None if mention is None else measure_column(reading, mention)
    if mention is not None and quantity is None and is_column(mention) and mention.node and mention.posting.column:
        is_time = is_time_column(reading, mention.node, mention.posting.column)
        quantity = (mention.node, mention.posting.column) if is_time else None
    if mention is None or quantity is None or following is None:
        words = reading.text(found.first, found.last)
        return reading.not_understood(words, f"Of what {words!r} is meant was not understood.")
    aggregate = AGGREGATES.get(found.word, "max" if found.direction == "desc" else "min")
    measure = Measure(f"{found.word}_{quantity[1]}", aggregate, *quantity)
    asked = Asked(measure, found.first, mention.last)
    return replace(reading, asked=(*reading.asked, asked)).explain((), [following])


def _ranked_by(
    reading: Reading, found: _Superlative, following: int | None, ranked: list[int]
) -> tuple[Reading, Measure | None]:
    """What the subject is ranked by: the phrase behind, one behind "by", one before, or the number of rows."""
    ready = next((asked for asked in reading.asked if found.last <= asked.first <= found.last + 2), None)
    if ready is None:
        ready = next((asked for asked in reading.asked if reading.word(asked.first - 1) == "by"), None)
    if ready is not None:
        return reading, ready.measure
    by = _by(reading, found, ranked)
    for k in (following, None if by is None else reading.starting(by + 1, DETERMINERS), _before(reading, found)):
        measure = None if k is None or k in ranked else _measure(reading, found, k)
        if k is not None and measure is not None:
            if by is not None and reading.mentions[k].first > by:
                reading = reading.explain([by])
            asked = Asked(measure, found.first, reading.mentions[k].last)
            return replace(reading, asked=(*reading.asked, asked)).explain((), [k]), measure
    if found.word not in AMOUNT_SUPERLATIVES and found.word not in RANKING:
        return reading, None
    root = reading.tree.root
    measure = Measure(f"number_of_{root}", "count", root)
    words = reading.text(found.first, found.last)
    text = f"No measure stands with {words!r}: rows of {root} are counted."
    reading = reading.not_understood(words, text)
    return replace(reading, asked=(*reading.asked, Asked(measure, found.first, found.last))), measure


def _measure(reading: Reading, found: _Superlative, k: int) -> Measure | None:
    """Metric, sum or single values of a quantity, or number of rows."""
    mention = reading.mentions[k]
    if mention.node is None or is_value(mention):
        return None
    metric = reading.metric(mention)
    if metric is not None:
        return Measure(metric.name, metric=metric.name, node=mention.node)
    quantity = measure_column(reading, mention)
    if quantity is not None and found.word in AMOUNT_SUPERLATIVES:
        return Measure(f"total_{quantity[1]}", "sum", *quantity)
    if quantity is not None:
        return Measure(quantity[1], "none", *quantity)
    if is_table(mention) and mention.posting.kind != "description":
        return entity_count(reading, mention.node, f"number_of_{mention.node}")
    return None


def _by(reading: Reading, found: _Superlative, ranked: list[int]) -> int | None:
    """The first "by" behind what is ranked."""
    start = max([found.last, *(reading.mentions[k].last for k in ranked)])
    return next((i for i in range(start, len(reading.tokens)) if reading.word(i) == "by"), None)


def _before(reading: Reading, found: _Superlative) -> int | None:
    """A metric or quantity right before the superlative, where none stands behind: "shipping the most"."""
    i = found.first - 1
    while i >= 0 and reading.covering(i) is None and reading.word(i) in DETERMINERS:
        i -= 1
    k = reading.covering(i) if i >= 0 else None
    if k is None or found.word not in AMOUNT_SUPERLATIVES or k in reading.spoken:
        return None
    mention = reading.mentions[k]
    return k if reading.metric(mention) is not None or measure_column(reading, mention) is not None else None
