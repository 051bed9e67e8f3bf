"""``how many X``, ``number of X``: counting."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_table, is_value, measure_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.words import AGGREGATES, COUNTING, DETERMINERS, DISTINCT, FULL_VALUE_SUPERLATIVES
from gtr_core.compiler.spec import Measure
from gtr_core.compiler.walk import is_repeated
from gtr_core.retrieval.result import Mention

__all__ = ["counted_measure", "counted_phrase", "counted_value", "counts", "entity_count"]

_UNKNOWN_WORDS = 2
_UNSPECIFIC = (("how", "much"), ("amount", "of"), ("quantity", "of"))


def counts(reading: Reading) -> Reading:
    """The reading with a measure for each phrase of counting.

    Of a table, its rows are counted, as distinct keys where the tree repeats them; of a column, its
    distinct values; of a column of quantities, their sum. Values may stand between ("how many urgent
    orders"), and another phrase for a quantity behind a value; of a value alone, the rows that have it are counted
    ("how many dogs"). "How many X" of a metric that counts is that metric.
    """
    for i in range(len(reading.tokens)):
        words = next((words for words in COUNTING if reading.says(i, words)), None)
        if words is None or i in reading.used or reading.covering(i) is not None:
            continue
        reading = _counted(reading, i, i + len(words), quantity_only=words in _UNSPECIFIC)
        reading = _also_counted(reading)
    return reading


def _also_counted(reading: Reading) -> Reading:
    """``how many customers and orders``: further tables that are listed right behind one that is counted."""
    while reading.asked and reading.asked[-1].measure.aggregate in ("count", "count_distinct"):
        last = reading.asked[-1].last
        k = reading.starting(last + 1, DETERMINERS) if reading.word(last) == "and" else None
        before = reading.covering(last - 1)
        if k is None or before is None or k in reading.spoken or not is_table(reading.mentions[before]):
            return reading
        mention = reading.mentions[k]
        if not is_table(mention) or mention.node is None or reading.metric(mention) is not None:
            return reading
        measure = entity_count(reading, mention.node, f"number_of_{mention.node}")
        asked = (*reading.asked, Asked(measure, mention.first, mention.last))
        reading = replace(reading, asked=asked).explain([last], [k])
    return reading


def entity_count(reading: Reading, alias: str, name: str) -> Measure:
    """The number of an instance's rows: of its distinct keys where the joins repeat them."""
    kept = [node.alias for node in reading.tree.nodes if node.alias not in reading.excluded]
    key = reading.graph.primary_key(reading.instance_table(alias))
    if len(key) == 1 and is_repeated(reading.tree, alias, kept):
        return Measure(name, "count_distinct", alias, key[0])
    return Measure(name, "count", alias)


def counted_value(reading: Reading, mention: Mention) -> bool:
    """Whether a value stands for rows that have it: it does not where it names a single row."""
    if not is_value(mention) or mention.node is None or mention.node in reading.excluded:
        return False
    profile = reading.profile(mention.node, str(mention.posting.column))
    return profile is None or not profile.unique


def _counted(reading: Reading, i: int, last: int, *, quantity_only: bool) -> Reading:
    found = counted_phrase(reading, last)
    distinct = [at for at in (last, last + 1) if reading.word(at) in DISTINCT]
    if found is None:
        return reading
    k, mention = found, reading.mentions[found]
    if quantity_only and measure_column(reading, mention) is None:
        return reading
    measure = counted_measure(reading, mention, distinct=bool(distinct))
    if measure is None:
        return reading
    word = reading.word(i - 1)
    aggregate = AGGREGATES.get(word) if reading.covering(i - 1) is None else None
    if measure.aggregate == "sum" and aggregate in ("avg", "min", "max") and word not in FULL_VALUE_SUPERLATIVES:
        measure = replace(measure, name=f"{word}_{measure.column}", aggregate=aggregate)
        reading = reading.explain([i - 1])
    asked = Asked(measure, i, mention.last)
    reading = replace(reading, asked=(*reading.asked, asked))
    first = i - 1 if AGGREGATES.get(reading.word(i - 1)) == "sum" else i
    first = first - 2 if reading.word(first - 1) == "the" and reading.word(first - 2) == "count" else first
    return reading.explain([*range(first, last), *distinct], [k])


def counted_phrase(reading: Reading, i: int) -> int | None:
    """The first mention behind a phrase of counting that is no value, within the same noun phrase, else the value.

    Up to two words that mean nothing here may stand before it ("how many nice dogs"); they stay unexplained.
    """
    unknown, value = 0, None
    while i < len(reading.tokens):
        k = reading.covering(i)
        if k is None and reading.tokens[i].role == "unexplained" and unknown < _UNKNOWN_WORDS:
            unknown, i = unknown + 1, i + 1
        elif k is None:
            if reading.word(i) not in DETERMINERS | DISTINCT | {"of", "and", ","}:
                return value
            i += 1
        elif is_value(reading.mentions[k]):
            value = k if value is None and counted_value(reading, reading.mentions[k]) else value
            i = reading.mentions[k].last
        else:
            return _head(reading, k)
    return value


def _head(reading: Reading, k: int) -> int:
    """The last of several phrases that stand side by side: in "customer orders", the orders."""
    following = reading.beside(k)
    if following is not None and is_table(reading.mentions[k]) and is_table(reading.mentions[following]):
        return _head(reading, following)
    return k


def counted_measure(reading: Reading, mention: Mention, *, distinct: bool = False) -> Measure | None:
    """How much there is of what a phrase means: rows of a table, the sum of a quantity, different values, a metric."""
    if mention.node is None:
        return None
    metric = reading.metric(mention)
    if metric is not None:
        if metric.aggregate in ("count", "count_distinct", "sum_boolean") or mention.posting.kind == "metric":
            return Measure(metric.name, metric=metric.name, node=mention.node)
        return None
    if is_table(mention) or is_value(mention):
        return entity_count(reading, mention.node, f"number_of_{mention.node}")
    quantity = measure_column(reading, mention)
    if quantity is not None and not distinct:
        return Measure(f"total_{quantity[1]}", "sum", *quantity)
    column = mention.posting.column
    return None if column is None else Measure(f"number_of_{column}", "count_distinct", mention.node, column)
