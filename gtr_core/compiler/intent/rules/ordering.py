"""``sorted by X``, ``in descending order of X``: an order that is spelt out."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.words import DETERMINERS, SORTED
from gtr_core.compiler.spec import Direction, Measure, Order

__all__ = ["ordering"]

_ALPHABETICAL = frozenset({"alphabetical", "alphabetic", "alphabetically", "lexicographic", "lexicographical"})
_COUNTED = frozenset({"count", "counts", "number", "numbers", "total", "totals"})
_DESCENDING = frozenset({"descending", "desc", "decreasing"})
_ASCENDING = frozenset({"ascending", "asc", "increasing"})


def ordering(reading: Reading) -> Reading:
    """The reading ordered by the measure or column behind "sorted by", ascending unless the question says otherwise.

    A column that is not measured is shown, so that the order can be seen.
    """
    for i in range(len(reading.tokens)):
        at = i + 2 if reading.word(i) in SORTED and reading.word(i + 1) == "by" else None
        if at is None and reading.says(i, ("order", "of")) and reading.word(i - 1) in _DESCENDING | _ASCENDING:
            at = i + 2
        if i in reading.used:
            continue
        if at is not None:
            reading = _ordered(reading, i, at)
        elif reading.word(i) in _ALPHABETICAL and not reading.order:
            reading = _alphabetical(reading, i)
    return reading


def _alphabetical(reading: Reading, i: int) -> Reading:
    """``in alphabetical order of X``, ``alphabetically``: by X, else by the first column that is shown."""
    near = [at for at in (*range(max(0, i - 3), i), i + 1) if reading.word(at) in SORTED | _DESCENDING | _ASCENDING]
    down = any(reading.word(at) in _DESCENDING for at in near)
    last = max([i, *near]) + 1
    following = last + 1 if reading.word(last) in ("of", "by") else last
    k = reading.starting(following, DETERMINERS) if following > last else None
    if k is None:
        k = next((k for k, m in enumerate(reading.mentions) if is_column(m) and k not in reading.spoken), None)
    mention = None if k is None else reading.mentions[k]
    if mention is None or not is_column(mention) or mention.node is None:
        return reading.not_understood(reading.text(i, i + 1), "By what to sort was not understood.")
    name = str(mention.posting.column)
    direction: Direction = "desc" if down else "asc"
    if following > last and all(asked.measure.name != name for asked in reading.asked):
        shown = Asked(Measure(name, "none", mention.node, name), mention.first, mention.last)
        reading = replace(reading, asked=(*reading.asked, shown)).explain((), [k] if k is not None else [])
    reading = replace(reading, order=(*reading.order, Order(f"{mention.node}.{name}", direction)))
    return reading.explain([i, *near, *range(last, following)])


def _ordered(reading: Reading, i: int, at: int) -> Reading:
    start = at
    while reading.word(at) in DETERMINERS and reading.covering(at) is None:
        at += 1
    asked = next((asked for asked in reading.asked if asked.first <= at < asked.last), None)
    k = reading.covering(at)
    name = None if asked is None else asked.measure.name
    last = at if asked is None else asked.last
    totals = [a.measure.name for a in reading.asked if a.measure.aggregate != "none"]
    if name is None and k is None and reading.word(at) in _COUNTED and len(totals) == 1:
        name, last = totals[0], at + 1
        reading = reading.explain([at])
    if name is None and k is not None:
        mention = reading.mentions[k]
        last = mention.last
        if reading.metric(mention) is not None:
            name = next((a.measure.name for a in reading.asked if a.measure.metric == mention.posting.value), None)
        elif is_column(mention) and mention.node is not None:
            name = str(mention.posting.column)
            measured = [a.measure for a in reading.asked if (a.measure.node, a.measure.column) == (mention.node, name)]
            name = measured[0].name if measured else name
            if not measured and all(dimension.column != name for dimension in reading.dimensions):
                shown = Asked(Measure(name, "none", mention.node, name), mention.first, mention.last)
                reading = replace(reading, asked=(*reading.asked, shown))
    if name is None:
        return reading.not_understood(reading.text(i, start), "By what to sort was not understood.")
    near = [*range(max(0, i - 2), i), *range(last, min(last + 3, len(reading.tokens)))]
    turns = [at for at in near if reading.word(at) in _DESCENDING | _ASCENDING]
    down = any(reading.word(at) in _DESCENDING for at in turns)
    direction: Direction = "desc" if down else "asc"
    reading = replace(reading, order=(*reading.order, Order(name, direction)))
    filler = [at for at in range(last, last + 2) if reading.word(at) == "order"]
    return reading.explain([*range(i, start), *turns, *filler], [] if k is None else [k])
