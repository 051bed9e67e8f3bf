"""Metrics and quantities that are named without a word of aggregation: ``revenue by region``."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_table, measure_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.words import ALTERNATIVES, EACH, GRAIN_ADVERBS, PER, SORTED
from gtr_core.compiler.spec import Measure

__all__ = ["metrics"]

_WHOLE = 1.0


def metrics(reading: Reading) -> Reading:
    """A metric named in full is a measure. A quantity is summed where the question groups, or says "how much"."""
    how_much = [i for i in range(len(reading.tokens)) if reading.says(i, ("how", "much"))]
    groups = any(_groups(reading, i) for i in range(len(reading.tokens)))
    for k, mention in enumerate(reading.mentions):
        if k in reading.spoken or mention.node is None or mention.node in reading.excluded:
            continue
        metric = reading.metric(mention)
        measure = None
        if metric is not None and mention.posting.kind == "metric" and mention.posting.coverage >= _WHOLE:
            measure = Measure(metric.name, metric=metric.name, node=mention.node)
        elif (groups or how_much) and is_column(mention) and _may_be_added(reading, k):
            quantity = measure_column(reading, mention)
            measure = None if quantity is None else Measure(f"total_{quantity[1]}", "sum", *quantity)
        if measure is not None and all(asked.measure.name != measure.name for asked in reading.asked):
            asked = Asked(measure, mention.first, mention.last)
            reading = replace(reading, asked=(*reading.asked, asked)).explain((), [k])
    if how_much and reading.asked:
        reading = reading.explain([at for i in how_much for at in (i, i + 1)])
    return reading


def _groups(reading: Reading, i: int) -> bool:
    """Whether a token asks for groups; "sorted by" does not."""
    if reading.covering(i) is not None or (reading.word(i) == "by" and reading.word(i - 1) in SORTED):
        return False
    return reading.word(i) in PER | EACH or reading.word(i) in GRAIN_ADVERBS


def _may_be_added(reading: Reading, k: int) -> bool:
    """Whether a quantity is what is measured: the only one, or linked to what is measured by "and" or a comma."""
    if not reading.asked:
        return not _is_listed(reading, k)
    first = reading.mentions[k].first
    links = reading.word(first - 1) in ALTERNATIVES or "," in reading.gap(first)
    before = first - 1 if reading.word(first - 1) in ALTERNATIVES else first
    return links and any(asked.last == before for asked in reading.asked)


def _is_listed(reading: Reading, k: int) -> bool:
    """Whether a column is what is grouped by, is of each row ("the cost of each treatment"), or stands in a list."""
    first = reading.mentions[k].first
    each = next((i for i in range(len(reading.tokens)) if reading.word(i) in EACH), None)
    owner = None if each is None else reading.starting(each + 1)
    of_each = None if owner is None else reading.mentions[owner]
    if of_each is not None and is_table(of_each) and of_each.node == reading.mentions[k].node:
        return True
    if reading.word(first - 1) in PER or reading.word(first - 1) in EACH:
        return True
    before = reading.covering(first - 2 if reading.word(first - 1) in ALTERNATIVES else first - 1)
    if before is None or before == k or not is_column(reading.mentions[before]):
        return False
    return measure_column(reading, reading.mentions[before]) is None
