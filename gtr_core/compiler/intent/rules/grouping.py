"""``per X``, ``by X``, ``for each X``, ``by month``: what measures are grouped by."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_table, is_time_column, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.subjects import naming_dimensions
from gtr_core.compiler.intent.time_columns import time_column
from gtr_core.compiler.intent.words import ALTERNATIVES, DETERMINERS, EACH, GRAIN_ADVERBS, GRAINS, PER
from gtr_core.compiler.spec import Dimension, Grain
from gtr_core.compiler.walk import reaches_to_one

__all__ = ["grouping"]

_BEFORE_EACH = frozenset({"for", "of", "in", "from", "by", "at", "on", "to", "per"})


def grouping(reading: Reading) -> Reading:
    """The reading with dimensions for what stands behind "per", "by" and "each", where something is measured.

    A table is grouped by the columns that name its rows; of phrases side by side ("customer region") the last
    counts, where each row of the first has one of it. "By" behind a participle ("ordered by") or before a value
    names who did it, and groups nothing.
    """
    if not any(asked.measure.aggregate != "none" for asked in reading.asked):
        return reading
    for i in range(len(reading.tokens)):
        word = reading.word(i)
        if i in reading.used or reading.covering(i) is not None:
            continue
        if _is_agent(reading, i):
            reading = reading.explain([i])
        elif word in GRAIN_ADVERBS:
            reading = _timed(reading, i, i + 1, GRAIN_ADVERBS[word])
        elif word in ("which", "what") and reading.word(i + 1) in GRAINS and reading.covering(i + 1) is None:
            reading = _timed(reading, i, i + 2, GRAINS[reading.word(i + 1)])
        elif word in EACH or word in PER or reading.says(i, ("grouped", "by")):
            reading = _grouped(reading, i)
    return reading


def _is_agent(reading: Reading, i: int) -> bool:
    if reading.word(i) != "by":
        return False
    k = reading.starting(i + 1, DETERMINERS)
    if k is not None and is_value(reading.mentions[k]):
        return True
    before = reading.word(i - 1)
    return before.endswith(("ed", "en", "ght", "old")) and before not in ("grouped", "broken", "listed", "split")


def _grouped(reading: Reading, i: int) -> Reading:
    first = i - 1 if reading.word(i - 1) in _BEFORE_EACH else i
    at = i + 2 if reading.says(i, ("grouped", "by")) else i + 1
    at = at + 1 if reading.word(at) in EACH else at
    while True:
        grain = GRAINS.get(reading.word(at))
        if grain is not None and (reading.covering(at) is None or not _is_whole_dimension(reading, at)):
            reading = _timed(reading, first, at + 1, grain)
            last = at + 1
        else:
            k = reading.starting(at, DETERMINERS)
            if k is None or is_value(reading.mentions[k]) or reading.metric(reading.mentions[k]) is not None:
                return reading
            k = _last_beside(reading, k)
            reading = _by_mention(reading, first, k)
            last = reading.mentions[k].last
        following = last
        while reading.word(following) in ALTERNATIVES | DETERMINERS | PER | EACH:
            following += 1
        is_listed = following > last or "," in reading.gap(last)
        if not is_listed or not _groups_on(reading, following):
            return reading
        first, at = last, following


def _groups_on(reading: Reading, i: int) -> bool:
    k = reading.covering(i)
    if k is None:
        return reading.word(i) in GRAINS
    mention = reading.mentions[k]
    return k not in reading.spoken and not is_value(mention) and reading.metric(mention) is None


def _is_whole_dimension(reading: Reading, i: int) -> bool:
    """Whether a word for a unit of time is itself the name of a column that holds it."""
    k = reading.covering(i)
    return k is not None and is_column(reading.mentions[k]) and reading.mentions[k].posting.coverage >= 1.0


def _last_beside(reading: Reading, k: int) -> int:
    following = reading.beside(k)
    if following is None or following in reading.spoken or not is_table(reading.mentions[k]):
        return k
    other, node = reading.mentions[following], reading.mentions[k].node
    if not (is_table(other) or is_column(other)) or other.node is None or node is None:
        return k
    return _last_beside(reading, following) if reaches_to_one(reading.tree, node, other.node) else k


def _by_mention(reading: Reading, first: int, k: int) -> Reading:
    mention = reading.mentions[k]
    if mention.node is None or mention.node in reading.excluded:
        return reading
    if is_column(mention):
        column = str(mention.posting.column)
        grain: Grain | None = None
        if is_time_column(reading, mention.node, column):
            grain = next((GRAINS[w] for w in mention.text.casefold().split() if w in GRAINS and w != "date"), None)
        found: tuple[Dimension, ...] = (Dimension(mention.node, column, grain),)
    else:
        found = naming_dimensions(reading, mention.node)
    beside = [j for j, other in enumerate(reading.mentions) if first <= other.first < mention.first]
    reading = replace(reading, dimensions=tuple(dict.fromkeys((*reading.dimensions, *found))))
    return reading.explain(range(first, mention.first), [*beside, k])


def _timed(reading: Reading, first: int, last: int, grain: Grain) -> Reading:
    """A dimension of the time column of what is measured."""
    chosen = _measured_time(reading) or time_column(reading, first)
    words = reading.text(first, last)
    if chosen is None:
        return reading.not_understood(words, f"No table of the join tree has dates to group by {grain}.")
    node, column, was_choice = chosen
    dimension = Dimension(node, column, grain)
    reading = replace(reading, dimensions=tuple(dict.fromkeys((*reading.dimensions, dimension))))
    reading = reading.explain(range(first, last))
    if was_choice:
        reading = reading.not_understood(words, f"Of the dates of {node}, {column} was taken to group by {grain}.")
    return reading


def _measured_time(reading: Reading) -> tuple[str, str, bool] | None:
    """The time column that a measured metric declares."""
    for asked in reading.asked:
        metric = None if asked.measure.metric is None else reading.graph.metric(asked.measure.metric)
        if metric is not None and metric.time_column is not None and asked.measure.node is not None:
            column = reading.graph.table(reading.instance_table(asked.measure.node)).column(metric.time_column)
            if column is not None:
                return asked.measure.node, column.name, False
    return None
