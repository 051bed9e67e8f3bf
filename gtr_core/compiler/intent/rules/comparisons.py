"""``size above 40``, ``at least 5``, ``between 5 and 10``: numbers compared with a column."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from gtr_core.compiler.intent.mention_kinds import (
    implied_column,
    is_column,
    is_measure_column,
    is_table,
    measure_column,
)
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.rules.counts import entity_count
from gtr_core.compiler.intent.words import (
    AGGREGATES,
    COMPARATIVES,
    COUNTING,
    DETERMINERS,
    MAGNITUDES,
    NUMBER_WORDS,
    SIGNS,
    TRAILING,
)
from gtr_core.compiler.literals import kind_of
from gtr_core.compiler.spec import AnyOf, Comparison, Having, Measure, Operator

__all__ = ["comparisons", "number_at"]

_CURRENCIES = frozenset({"usd", "eur", "gbp", "dollars", "dollar", "euros", "euro", "pounds"})
_COPULAS = frozenset(
    {"of", "is", "are", "was", "were", "being", "a", "an", "the", "with", "has", "have", "that", "which"}
)


@dataclass(frozen=True, slots=True)
class _Found:
    """A comparison: its operator, its numbers, and the tokens, ``last`` exclusive, that say it."""

    op: Operator
    values: tuple[int | float, ...]
    first: int
    last: int


def comparisons(reading: Reading) -> Reading:
    """Numbers with a word of comparison become filters on the column named nearest.

    The column's phrase stands before the comparison ("size above 40") or behind the number ("more than 40
    units"). "More than 3 orders" compares the number of rows. A number whose column is not found stays
    unexplained, and is said to be.
    """
    for i in range(len(reading.tokens)):
        found = None if i in reading.used else _comparison(reading, i)
        if found is not None:
            reading = _applied(reading, found)
    return reading


def number_at(reading: Reading, i: int) -> tuple[int | float, int] | None:
    """The number that begins at a token, with its magnitude and currency, and where it ends."""
    text = reading.word(i).replace(",", "")
    factor = 1
    if text[:-1].replace(".", "", 1).isdecimal() and text[-1:] in MAGNITUDES:
        text, factor = text[:-1], MAGNITUDES[text[-1]]
    percent = reading.gap(i + 1).startswith("%")
    digits = text.removeprefix("-")
    if digits.replace(".", "", 1).isdecimal() and digits.isascii():
        value = Decimal(text) * factor
    elif text in NUMBER_WORDS and reading.tokens[i].role != "grounded":
        value = Decimal(NUMBER_WORDS[text])
    else:
        return None
    last = i + 1
    if reading.word(last) in MAGNITUDES and len(reading.word(last)) > 1:
        value, last = value * MAGNITUDES[reading.word(last)], last + 1
    if percent or reading.word(last) == "percent":
        value, last = value / 100, last + (0 if percent else 1)
    if reading.word(last) in _CURRENCIES:
        last += 1
    return (int(value) if value == value.to_integral_value() else float(value)), last


def _comparison(reading: Reading, i: int) -> _Found | None:
    if reading.word(i) == "between":
        low = number_at(reading, i + 1)
        high = number_at(reading, low[1] + 1) if low is not None and reading.word(low[1]) in ("and", "to") else None
        return None if low is None or high is None else _Found("between", (low[0], high[0]), i, high[1])
    for words, op in COMPARATIVES:
        if reading.says(i, words):
            number = number_at(reading, i + len(words)) or _number_behind_column(reading, i + len(words))
            return None if number is None else _Found(op, (number[0],), i, number[1])
    number = number_at(reading, i)
    if number is None or reading.tokens[i].role == "grounded":
        return None
    sign = next((op for sign, op in SIGNS.items() if sign in reading.gap(i)), None)
    if sign is not None:
        return _Found(sign, (number[0],), i, number[1])
    for words, op in TRAILING:
        if reading.says(number[1], words):
            return _Found(op, (number[0],), i, number[1] + len(words))
    before = reading.covering(i - 1) if reading.word(i - 1) not in _COPULAS else reading.covering(i - 2)
    if before is not None and _numbers(reading, before, "=") is not None:
        return _Found("=", (number[0],), i, number[1])
    return None


def _number_behind_column(reading: Reading, i: int) -> tuple[int | float, int] | None:
    """``at least a salary of 100``: the number behind the column that stands between."""
    k = reading.starting(i, DETERMINERS)
    if (
        k is None
        or measure_column(reading, reading.mentions[k]) is None
        or reading.word(reading.mentions[k].last) != "of"
    ):
        return None
    return number_at(reading, reading.mentions[k].last + 1)


def _applied(reading: Reading, found: _Found) -> Reading:
    explained = range(found.first, found.last)
    if reading.word(found.last) == "times":
        return _times(reading, found)
    counted = next((len(words) for words in COUNTING if reading.says(found.last, words)), 0)
    behind = reading.starting(found.last + counted, DETERMINERS)
    if behind is not None and is_table(reading.mentions[behind]) and reading.mentions[behind].node is not None:
        return _counted(reading, found, behind)
    chained = _chained(reading, found)
    if chained is not None:
        return chained
    before = _phrase_before(reading, found.first)
    within = next((k for k, m in enumerate(reading.mentions) if found.first < m.first and m.last < found.last), None)
    for k in (within, before, behind):
        quantity = None if k is None else _numbers(reading, k, found.op)
        if k is None or quantity is None:
            continue
        aggregate = AGGREGATES.get(reading.word(reading.mentions[k].first - 1))
        if aggregate is not None:
            mention = reading.mentions[k]
            name = f"{reading.word(mention.first - 1)}_{quantity[1]}"
            measure = Measure(name, aggregate, *quantity)
            asked = Asked(measure, mention.first - 1, mention.last)
            having = Having(name, found.op, found.values)
            reading = replace(reading, asked=(*reading.asked, asked), having=(*reading.having, having))
            return reading.explain([*explained, mention.first - 1], [k])
        condition = Comparison(*quantity, found.op, found.values)
        return reading.explain(explained, [k]).filtered(found.first, condition)
    return _implied(reading, found)


def _numbers(reading: Reading, k: int, op: Operator) -> tuple[str, str] | None:
    """The column of quantities that a phrase names; one that holds keys as numbers may be equal to one, too."""
    mention = reading.mentions[k]
    quantity = measure_column(reading, mention)
    if quantity is not None or op != "=" or not is_column(mention) or mention.node is None:
        return quantity
    column = reading.column(mention.node, str(mention.posting.column))
    return (mention.node, column.name) if kind_of(column.data_type, reading.graph.dialect) == "number" else None


def _implied(reading: Reading, found: _Found) -> Reading:
    """``older than 20``: the column that the comparative itself speaks of, on the nearest instance that has it."""
    nodes = [str(mention.node) for mention in reversed(reading.mentions) if mention.last <= found.first]
    for node in dict.fromkeys(nodes):
        column = implied_column(reading, node, reading.word(found.first))
        if column is not None and node not in reading.excluded:
            condition = Comparison(node, column, found.op, found.values)
            return reading.explain(range(found.first, found.last)).filtered(found.first, condition)
    return reading


def _chained(reading: Reading, found: _Found) -> Reading | None:
    """``above 300 or below 100``: a second comparison of the column that the first one has."""
    link = reading.word(found.first - 1)
    last = reading.filters[-1] if reading.filters else None
    follows = found.first - 2 in reading.used and reading.covering(found.first - 2) is None
    if link not in ("or", "and") or not follows or not isinstance(last, Comparison):
        return None
    if not is_measure_column(reading, last.node, last.column):
        return None
    other = Comparison(last.node, last.column, found.op, found.values)
    filters = (*reading.filters[:-1], AnyOf((last, other))) if link == "or" else (*reading.filters, other)
    return replace(reading.explain(range(found.first - 1, found.last)), filters=filters)


def _counted(reading: Reading, found: _Found, k: int) -> Reading:
    """``more than 3 orders``: a condition on how many rows there are."""
    mention = reading.mentions[k]
    name = f"number_of_{mention.node}"
    asked = Asked(entity_count(reading, str(mention.node), name), found.first, mention.last)
    having = Having(name, found.op, found.values)
    reading = replace(reading, asked=(*reading.asked, asked), having=(*reading.having, having))
    return reading.explain(range(found.first, found.last), [k])


def _times(reading: Reading, found: _Found) -> Reading:
    """``ordered more than 3 times``: a condition on how many rows there are of what was done."""
    done = [k for k, mention in enumerate(reading.mentions) if mention.last <= found.first and is_table(mention)]
    if not done:
        return reading
    return _counted(reading.explain([found.last]), found, done[-1])


def _phrase_before(reading: Reading, i: int) -> int | None:
    """The mention that ends before a token, with nothing but copulas between."""
    i -= 1
    while i >= 0 and reading.covering(i) is None and reading.word(i) in _COPULAS:
        i -= 1
    return reading.covering(i) if i >= 0 else None
