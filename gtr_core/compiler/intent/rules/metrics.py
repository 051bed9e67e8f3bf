"""Metrics and quantities that are named without a word of aggregation: ``revenue by region``."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, measure_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.words import EACH, GRAIN_ADVERBS, PER
from gtr_core.compiler.spec import Measure

__all__ = ["metrics"]

_WHOLE = 1.0


def metrics(reading: Reading) -> Reading:
    """A metric named in full is a measure. A quantity is summed where the question groups, or says "how much"."""
    how_much = [i for i in range(len(reading.tokens)) if reading.says(i, ("how", "much"))]
    groups = any(reading.word(i) in PER | EACH or reading.word(i) in GRAIN_ADVERBS for i in range(len(reading.tokens)))
    for k, mention in enumerate(reading.mentions):
        if k in reading.spoken or mention.node is None or mention.node in reading.excluded:
            continue
        metric = reading.metric(mention)
        measure = None
        if metric is not None and mention.posting.kind == "metric" and mention.posting.coverage >= _WHOLE:
            measure = Measure(metric.name, metric=metric.name, node=mention.node)
        elif (groups or how_much) and is_column(mention) and not _is_grouped_by(reading, k) and not reading.asked:
            quantity = measure_column(reading, mention)
            measure = None if quantity is None else Measure(f"total_{quantity[1]}", "sum", *quantity)
        if measure is not None and all(asked.measure.name != measure.name for asked in reading.asked):
            asked = Asked(measure, mention.first, mention.last)
            reading = replace(reading, asked=(*reading.asked, asked)).explain((), [k])
    if how_much and reading.asked:
        reading = reading.explain([at for i in how_much for at in (i, i + 1)])
    return reading


def _is_grouped_by(reading: Reading, k: int) -> bool:
    before = reading.word(reading.mentions[k].first - 1)
    return before in PER or before in EACH
