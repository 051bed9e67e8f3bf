"""Verbs right before "the most": what is done the most is a quantity."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_table, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import AMOUNT_SUPERLATIVES, DETERMINERS
from gtr_core.index.posting import Posting
from gtr_core.retrieval.result import Mention

__all__ = ["verbs"]


def verbs(reading: Reading) -> Reading:
    """An inflected word before a bare "the most" means a metric, if it could mean one of the same table.

    "Shipping the most" may be grounded on the value SHIP through its lemma, or on a table of shipments through
    a synonym, and could mean the metric of the shipped quantity: here it does. A word that is the value or the
    table as it is written stays that.
    """
    for i in range(len(reading.tokens)):
        if reading.word(i) not in AMOUNT_SUPERLATIVES or reading.starting(i + 1, DETERMINERS) is not None:
            continue
        at = i - 1
        while reading.word(at) in DETERMINERS:
            at -= 1
        k = reading.covering(at) if at >= 0 else None
        metric = None if k is None else _metric(reading, reading.mentions[k])
        if k is None or metric is None:
            continue
        mention = reading.mentions[k]
        others = (mention.posting, *(posting for posting in mention.others if posting != metric))
        changed = replace(mention, posting=metric, others=others)
        reading = replace(reading, mentions=(*reading.mentions[:k], changed, *reading.mentions[k + 1 :]))
    return reading


def _metric(reading: Reading, mention: Mention) -> Posting | None:
    """The first metric that a verb could mean beside the value or the table that it was taken for."""
    of_thing = is_value(mention) or is_table(mention)
    if not of_thing or mention.variant_kind == "exact" or not mention.text.casefold().endswith(("ing", "ed")):
        return None
    for posting in mention.others:
        is_metric = posting.column is None and posting.value is not None and posting.table == mention.posting.table
        if is_metric and reading.graph.metric(str(posting.value)) is not None:
            return posting
    return None
