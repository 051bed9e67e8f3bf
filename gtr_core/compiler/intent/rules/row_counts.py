"""``orders per month``, ``dogs per owner``: rows that are counted though no word says so."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_table, is_value, is_verb, measure_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.rules.counts import counted_value, entity_count
from gtr_core.compiler.intent.words import ASKING, DETERMINERS, EACH, GRAINS, PER, SHOWING

__all__ = ["row_counts"]


def row_counts(reading: Reading) -> Reading:
    """The reading with a count of what stands before "per" or "by", where nothing else is measured.

    What is counted is the first table that is named, else the rows that have the first value. "By" counts only
    before a unit of time or a column that is no quantity: what stands behind it may as well be who did something.
    """
    if reading.asked or reading.order:
        return reading
    at = next((i for i in range(1, len(reading.tokens)) if _groups(reading, i)), None)
    if at is None:
        return reading
    before = [k for k, mention in enumerate(reading.mentions) if mention.last <= at and mention.node is not None]
    tables = [k for k in before if is_table(reading.mentions[k]) and not is_verb(reading.mentions[k])]
    values = [k for k in before if is_value(reading.mentions[k]) and counted_value(reading, reading.mentions[k])]
    found = next(iter([*tables, *values]), None)
    if found is None or reading.mentions[found].node in reading.excluded:
        return reading
    mention = reading.mentions[found]
    if reading.metric(mention) is not None or reading.word(mention.first - 1) in EACH:
        return reading
    measure = entity_count(reading, str(mention.node), f"number_of_{mention.node}")
    asked = Asked(measure, mention.first, mention.last)
    return replace(reading, asked=(*reading.asked, asked)).explain((), [found])


def _groups(reading: Reading, i: int) -> bool:
    """Whether a token is a word of grouping that asks for a count of each group."""
    if i in reading.used or reading.covering(i) is not None:
        return False
    word = reading.word(i)
    following = i + 2 if reading.word(i + 1) in EACH else i + 1
    if word in PER and reading.word(following) in GRAINS:
        return True
    k = reading.starting(following, DETERMINERS)
    if word not in PER or k is None or is_value(reading.mentions[k]):
        return False
    if word == "per":
        return True
    of = reading.beside(k)
    k = of if of is not None and is_table(reading.mentions[k]) else k
    listed = reading.word(0) in SHOWING or reading.word(0) in ASKING
    return not listed and is_column(reading.mentions[k]) and measure_column(reading, reading.mentions[k]) is None
