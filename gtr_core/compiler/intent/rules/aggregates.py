"""``average X``, ``total X``: aggregates and what they are of."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.catalog import Metric
from gtr_core.compiler.intent.mention_kinds import measure_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.words import AGGREGATES, DETERMINERS, FULL_VALUE_SUPERLATIVES
from gtr_core.compiler.spec import Aggregate, Measure
from gtr_core.retrieval.result import Mention

__all__ = ["aggregates", "plain_column"]

_BETWEEN = DETERMINERS | {"of", "value", "amount"}


def aggregates(reading: Reading) -> Reading:
    """The reading with a measure for each aggregate word and each phrase that it governs.

    Several words may share a phrase ("average and total balance"); a phrase that was grounded on two
    instances gives two measures. A metric keeps its own aggregate, unless the word asks for another one and
    the metric is of one plain column.
    """
    i = 0
    while i < len(reading.tokens):
        words, last = _words(reading, i)
        governed = _governed(reading, last) if words else []
        for word in words:
            for k in governed:
                measure = _measure(reading, word, reading.mentions[k])
                if measure is not None:
                    asked = Asked(measure, i, reading.mentions[k].last)
                    spoken = [] if _has_own_word(reading, reading.mentions[k]) else [k]
                    reading = replace(reading, asked=(*reading.asked, asked)).explain(range(i, last), spoken)
        i = max(last, i + 1)
    return reading


def plain_column(reading: Reading, metric: Metric, alias: str) -> str | None:
    """The column that a simple metric aggregates, where its expression is that column and nothing else."""
    if metric.kind != "simple" or metric.filter or metric.tables[:1] != (reading.instance_table(alias),):
        return None
    column = reading.graph.table(metric.tables[0]).column(metric.expression.strip())
    return None if column is None else column.name


def _words(reading: Reading, i: int) -> tuple[list[str], int]:
    """Aggregate words from a token on, joined by "and", and where they end.

    One alone that may also say which of several is meant ("the lowest") is none yet.
    """
    words: list[str] = []
    while reading.word(i) in AGGREGATES and i not in reading.used and reading.covering(i) is None:
        words.append(reading.word(i))
        i += 1
        if reading.word(i) in AGGREGATES and "," in reading.gap(i):
            continue
        if reading.word(i) not in ("and", "or") or reading.word(i + 1) not in AGGREGATES:
            break
        i += 1
    return ([] if len(words) == 1 and words[0] in FULL_VALUE_SUPERLATIVES else words), i


def _governed(reading: Reading, i: int) -> list[int]:
    """The mentions of quantities that an aggregate word before a token speaks of."""
    while reading.covering(i) is None and reading.word(i) in _BETWEEN:
        i += 1
    listed = reading.starting(i + 1) if reading.word(i) == "and" else None
    if listed is not None and _has_own_word(reading, reading.mentions[listed]):
        i += 1
    k = reading.covering(i)
    while k is not None and not _is_quantity(reading, reading.mentions[k]):
        k = reading.beside(k)
    if k is None:
        return []
    first = reading.mentions[k].first
    same = [other for other, mention in enumerate(reading.mentions) if mention.first == first and mention.node]
    return [*same, *_listed(reading, k)]


def _listed(reading: Reading, k: int) -> list[int]:
    """Further quantities that are listed behind one, without an aggregate word of their own."""
    last = reading.mentions[k].last
    following = reading.starting(last + 1 if reading.word(last) == "and" else last, DETERMINERS)
    linked = reading.word(last) == "and" or "," in reading.gap(last)
    if following is None or following == k or not linked or reading.metric(reading.mentions[following]) is not None:
        return []
    if not _is_quantity(reading, reading.mentions[following]):
        return []
    return [following, *_listed(reading, following)]


def _is_quantity(reading: Reading, mention: Mention) -> bool:
    return measure_column(reading, mention) is not None or reading.metric(mention) is not None


def _has_own_word(reading: Reading, mention: Mention) -> bool:
    """Whether a metric is named with its aggregate ("average supply cost"), so that it is a measure by itself."""
    return reading.metric(mention) is not None and mention.text.split()[0].casefold() in AGGREGATES


def _measure(reading: Reading, word: str, mention: Mention) -> Measure | None:
    aggregate: Aggregate = AGGREGATES[word]
    metric = reading.metric(mention)
    quantity = measure_column(reading, mention)
    if metric is not None and mention.node is not None:
        if aggregate == "sum" or metric.aggregate == {"avg": "average"}.get(aggregate, aggregate):
            return Measure(metric.name, metric=metric.name, node=mention.node)
        column = plain_column(reading, metric, mention.node)
        quantity = quantity if column is None else (mention.node, column)
    if quantity is None:
        return None
    twice = sum(m.first == mention.first and m.node is not None for m in reading.mentions) > 1
    name = f"{word}_{quantity[1]}" if not twice else f"{word}_{quantity[0]}_{quantity[1]}"
    return Measure(name, aggregate, *quantity)
