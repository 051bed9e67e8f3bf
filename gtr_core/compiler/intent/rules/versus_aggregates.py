"""``dearer than the average``, ``above the average price``: rows against an aggregate of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from gtr_core.compiler.intent.mention_kinds import implied_column, is_table, measure_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import AGGREGATES, COMPARATIVES, DETERMINERS
from gtr_core.compiler.spec import Operator, Versus

__all__ = ["versus_aggregates"]

_COPULA_WORDS = "of is are was were with has have had a an the that which whose their its"
_ALL_WORDS = "of for all the any every"
_COPULAS = frozenset(_COPULA_WORDS.split())
_ALL = frozenset(_ALL_WORDS.split())


@dataclass(frozen=True, slots=True)
class _Found:
    op: Operator
    aggregate: Literal["avg", "min", "max"]
    first: int
    last: int


def versus_aggregates(reading: Reading) -> Reading:
    """The reading with a filter for each comparison with the average, minimum or maximum of the same column.

    The column stands behind the word of aggregation, else before the comparison, else the comparative implies it.
    "The average of French suppliers" is over some rows and not over all, and stays not understood.
    """
    for i in range(len(reading.tokens)):
        found = None if i in reading.used or reading.covering(i) is not None else _found(reading, i)
        if found is None:
            continue
        behind = reading.starting(found.last, DETERMINERS)
        last = found.last
        quantity = None if behind is None else measure_column(reading, reading.mentions[behind])
        if behind is not None and quantity is not None:
            last = reading.mentions[behind].last
        end = _end(reading, last)
        quantity = quantity or _before(reading, found.first)
        if quantity is None or end is None:
            continue
        spoken = [
            k
            for k, mention in enumerate(reading.mentions)
            if (mention.node, mention.posting.column) == quantity and mention.first < end and mention.last <= end
        ]
        versus = Versus(*quantity, found.op, found.aggregate)
        near = [k for k in spoken if abs(reading.mentions[k].first - found.first) <= 4]
        reading = reading.explain(range(found.first, end), near).filtered(found.first, versus)
    return reading


def _found(reading: Reading, i: int) -> _Found | None:
    for words, op in COMPARATIVES:
        if not reading.says(i, words) or op in ("=", "!="):
            continue
        at = i + len(words)
        while reading.word(at) in DETERMINERS:
            at += 1
        aggregate = AGGREGATES.get(reading.word(at)) if reading.covering(at) is None else None
        if aggregate in ("avg", "min", "max"):
            return _Found(op, cast(Literal["avg", "min", "max"], aggregate), i, at + 1)
    return None


def _end(reading: Reading, i: int) -> int | None:
    """Where "of all the X" ends behind the aggregate; None where something narrows the rows down."""
    at = i
    while reading.covering(at) is None and reading.word(at) in _ALL:
        at += 1
    k = reading.covering(at) if at > i else None
    if k is None:
        return i if at == i else None
    last = reading.mentions[k].last
    ends = last >= len(reading.tokens) or reading.gap(last).strip() or reading.word(last) in ("and", "or")
    return last if is_table(reading.mentions[k]) and ends else None


def _before(reading: Reading, i: int) -> tuple[str, str] | None:
    at = i - 1
    while at >= 0 and reading.covering(at) is None and reading.word(at) in _COPULAS:
        at -= 1
    k = reading.covering(at) if at >= 0 else None
    if k is None:
        return None
    quantity = measure_column(reading, reading.mentions[k])
    node = reading.mentions[k].node
    implied = None if node is None else implied_column(reading, node, reading.word(i))
    return quantity or (None if node is None or implied is None else (node, implied))
