"""``in 1995``, ``since March 1996``, ``between 1994 and 1995``, ``that year``: periods as half-open ranges."""

from __future__ import annotations

from datetime import date

from gtr_core.compiler.intent.mention_kinds import is_column, measure_column
from gtr_core.compiler.intent.periods import Period, period_at
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.rules.aggregates import aggregates
from gtr_core.compiler.intent.rules.counts import counts
from gtr_core.compiler.intent.rules.metrics import metrics
from gtr_core.compiler.intent.rules.row_counts import row_counts
from gtr_core.compiler.intent.time_columns import time_column
from gtr_core.compiler.intent.words import DETERMINERS
from gtr_core.compiler.literals import kind_of
from gtr_core.compiler.spec import AnyOf, Comparison, Filter

__all__ = ["time_filters"]

_UNITS = frozenset({"year", "quarter", "month", "week", "day", "period", "time", "date"})
_INTRODUCING_WORDS = """
    in during of for from on since before after until till between within through year years the throughout starting
"""
_INTRODUCING = frozenset(_INTRODUCING_WORDS.split())


def time_filters(reading: Reading) -> Reading:
    """The reading with periods as filters on the column of times that they speak of.

    A bare number counts as a year only where a word stands before it that introduces times.
    """
    i = 0
    while i < len(reading.tokens):
        period = None if i in reading.used else period_at(reading, i)
        if period is not None and _is_meant(reading, period):
            reading = _filtered(reading, period)
            i = _behind(reading, period.last)
        elif i not in reading.used and _refers_back(reading, i):
            reading = _that(reading, i)
            i += 2
        else:
            i += 1
    return reading


def _behind(reading: Reading, i: int) -> int:
    while i in reading.used:
        i += 1
    return i


def _is_meant(reading: Reading, period: Period) -> bool:
    """Whether a period is meant and not a number of something: "in 1995", not "1995 orders"."""
    covering = reading.covering(period.first)
    if covering is not None and covering in reading.spoken:
        return False
    token = reading.tokens[period.first]
    if period.last - period.first > 1 or not token.norm.isdecimal():
        return True
    if token.text != token.norm:
        return False
    introducing = reading.word(period.first - 1)
    if introducing == "than":
        return reading.word(period.first - 2) in ("earlier", "later")
    before = reading.covering(period.first - 2)
    is_amount = before is not None and measure_column(reading, reading.mentions[before]) is not None
    if is_amount and introducing in ("of", "between", "from"):
        return False
    beside = reading.covering(period.first - 1)
    if beside is not None and measure_column(reading, reading.mentions[beside]) is None:
        return period.last >= len(reading.tokens)
    return introducing in _INTRODUCING


def _filtered(reading: Reading, period: Period) -> Reading:
    chosen = time_column(row_counts(metrics(aggregates(counts(reading)))), period.first)
    words = reading.text(period.first, period.last)
    if chosen is None:
        reading = reading.explain(range(period.first, period.last))
        return reading.not_understood(words, f"No table of the join tree has dates by which to tell {words!r}.")
    node, column, was_choice = chosen
    first, last, start, end, more = _range(reading, period)
    condition: list[Filter] = _bounds(reading, node, column, start, end)
    if more:
        parts = [(start, end), *((other.start, other.end) for other in more)]
        condition = _either(reading, node, column, parts)
    reading = reading.explain(range(first, last), _named(reading, node, column, first)).filtered(first, *condition)
    if was_choice:
        reading = reading.not_understood(words, f"Of the dates of {node}, {column} was taken for {words!r}.")
    return reading


def _named(reading: Reading, node: str, column: str, i: int) -> list[int]:
    """Mentions of that column right before a token."""
    return [
        k
        for k, mention in enumerate(reading.mentions)
        if (mention.node, mention.posting.column) == (node, column)
        and is_column(mention)
        and 0 <= i - mention.last <= 2
    ]


def _range(reading: Reading, period: Period) -> tuple[int, int, date | None, date | None, list[Period]]:
    """Tokens, bounds, and further periods that are listed beside the first."""
    first, before = period.first, reading.word(period.first - 1)
    while before in DETERMINERS or before == "year":
        first, before = first - 1, reading.word(first - 2)
    following = _second(reading, period, ("and", "to", "through", "until", "-"))
    if before in ("between", "from") and following is not None:
        return first - 1, following.last, period.start, following.end, []
    if before in ("before", "until", "till", "through") or (before == "than" and reading.word(first - 2) == "earlier"):
        end = period.start if before in ("before", "than") else period.end
        return first - (2 if before == "than" else 1), period.last, None, end, []
    if before in ("after", "since") or (before == "than" and reading.word(first - 2) == "later"):
        start = period.start if before == "since" else period.end
        return first - (2 if before == "than" else 1), period.last, start, None, []
    more: list[Period] = []
    last = period
    while (other := _second(reading, last, ("and", "or", ","))) is not None:
        more.append(other)
        last = other
    introduced = before in ("in", "during", "on", "for", "of", "within", "from", "throughout", "over")
    return first - int(introduced), last.last, period.start, period.end, more


def _second(reading: Reading, period: Period, links: tuple[str, ...]) -> Period | None:
    if reading.word(period.last) not in links:
        return None
    at = period.last + 1
    while reading.word(at) in ("in", "the", "year"):
        at += 1
    return period_at(reading, at)


def _bounds(reading: Reading, node: str, column: str, start: date | None, end: date | None) -> list[Filter]:
    bounds: list[Filter] = []
    if start is not None:
        bounds.append(Comparison(node, column, ">=", (_value(reading, node, column, start),)))
    if end is not None:
        bounds.append(Comparison(node, column, "<", (_value(reading, node, column, end),)))
    return bounds


def _either(reading: Reading, node: str, column: str, parts: list[tuple[date | None, date | None]]) -> list[Filter]:
    """Adjacent periods as one range; others as alternatives, each between two days."""
    ordered = sorted((start, end) for start, end in parts if start is not None and end is not None)
    if all(one[1] == other[0] for one, other in zip(ordered, ordered[1:], strict=False)):
        return _bounds(reading, node, column, ordered[0][0], ordered[-1][1])
    alternatives: list[Filter] = []
    for start, end in ordered:
        final = date.fromordinal(end.toordinal() - 1)
        values = (_value(reading, node, column, start), _value(reading, node, column, final))
        alternatives.append(Comparison(node, column, "between", values))
    return [AnyOf(tuple(alternatives))]


def _value(reading: Reading, node: str, column: str, day: date) -> str | int:
    """The day as an ISO date, or its year where the column holds years."""
    kind = kind_of(reading.column(node, column).data_type, reading.graph.dialect)
    profile = reading.profile(node, column)
    if profile is not None and profile.semantic_type == "year" and kind not in ("date", "timestamp"):
        return day.year if kind == "number" else str(day.year)
    return day.isoformat()


def _refers_back(reading: Reading, i: int) -> bool:
    return reading.word(i) in ("that", "same") and reading.word(i + 1) in _UNITS


def _that(reading: Reading, i: int) -> Reading:
    """``that year``: the period named before, which already holds for the rows it was said of."""
    first = i - 1 if reading.word(i - 1) in ("in", "during", "the") else i
    if any(isinstance(f, Comparison) and f.op in (">=", "<") for f in reading.filters):
        return reading.explain(range(first, i + 2))
    return reading.not_understood(reading.text(i, i + 2), "No period was named before to which this could refer.")
