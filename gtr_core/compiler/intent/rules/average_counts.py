"""``average number of X per Y``: counts of each, averaged."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_table
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.rules.counts import counted_phrase
from gtr_core.compiler.intent.words import AGGREGATES, DETERMINERS
from gtr_core.compiler.spec import Measure
from gtr_core.compiler.walk import reaches_to_one
from gtr_core.retrieval.result import Mention

__all__ = ["average_counts"]

_PER = (("per",), ("for", "each"), ("for", "every"), ("of", "each"), ("in", "each"))
_PLAIN = frozenset({"", "*", "1"})


def average_counts(reading: Reading) -> Reading:
    """The reading with a measure for "average number of orders per customer", where each order has one customer.

    What is counted is a table, or a metric that counts one's rows. Something between the two ("orders in 1995 per
    customer") leaves it as it is.
    """
    for i in range(len(reading.tokens)):
        if AGGREGATES.get(reading.word(i)) != "avg" or i in reading.used or reading.covering(i) is not None:
            continue
        if not reading.says(i + 1, ("number", "of")):
            continue
        counted = reading.covering(i + 1)
        counted = counted_phrase(reading, i + 3) if counted is None else counted
        if counted is None or not _counts_rows(reading, reading.mentions[counted]):
            continue
        last = reading.mentions[counted].last
        words = next((words for words in _PER if reading.says(last, words)), None)
        k = None if words is None else reading.starting(last + len(words), DETERMINERS)
        if k is not None and _is_owner(reading, counted, k):
            node, per = str(reading.mentions[counted].node), str(reading.mentions[k].node)
            measure = Measure(f"average_number_of_{node}_per_{per}", "count", node, per=per)
            asked = (*reading.asked, Asked(measure, i, reading.mentions[k].last))
            reading = replace(reading, asked=asked)
            reading = reading.explain([i, i + 1, i + 2, *range(last, reading.mentions[k].first)], [counted, k])
    return reading


def _counts_rows(reading: Reading, mention: Mention) -> bool:
    """Whether a phrase means a table, or a metric that counts its rows, all of them."""
    metric = reading.metric(mention)
    if metric is None or mention.node is None:
        return is_table(mention) and mention.node is not None
    table = reading.instance_table(mention.node)
    key = reading.graph.primary_key(table)
    if metric.kind != "simple" or metric.filter or metric.tables[:1] != (table,):
        return False
    expression = metric.expression.strip()
    if metric.aggregate == "sum":
        return expression == "1"
    return (metric.aggregate == "count" and expression in _PLAIN) or (
        metric.aggregate in ("count", "count_distinct") and (expression,) == key
    )


def _is_owner(reading: Reading, counted: int, k: int) -> bool:
    """Whether each row that is counted has at most one row of the table that the other phrase means."""
    one, other = reading.mentions[counted].node, reading.mentions[k].node
    if one is None or other is None or one == other or not is_table(reading.mentions[k]):
        return False
    is_single = len(reading.graph.primary_key(reading.instance_table(other))) == 1
    return is_single and reading.beside(k) is None and reaches_to_one(reading.tree, one, other)
