"""By what a superlative ranks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gtr_core.compiler.intent.mention_kinds import is_table, is_value, measure_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.rules.counts import entity_count
from gtr_core.compiler.intent.words import AMOUNT_SUPERLATIVES, DETERMINERS, RANKING
from gtr_core.compiler.spec import Direction, Measure

__all__ = ["Superlative", "ranked_by"]

_ATTACHING = DETERMINERS | {"with", "who", "that", "which", "has", "have", "had", "having", "whose"}


@dataclass(frozen=True, slots=True)
class Superlative:
    """A superlative and the tokens, ``last`` exclusive, that say it; ``number`` where one stands with it."""

    word: str
    direction: Direction
    first: int
    last: int
    number: int | None


def ranked_by(
    reading: Reading, found: Superlative, following: int | None, ranked: list[int]
) -> tuple[Reading, Measure | None]:
    """What the subject is ranked by: the phrase behind, one behind "by", one before, or the number of rows."""
    ready = next((asked for asked in reading.asked if found.last <= asked.first <= found.last + 2), None)
    if ready is None:
        ready = next((asked for asked in reading.asked if reading.word(asked.first - 1) == "by"), None)
    if ready is not None:
        return _single(reading, found, ready, ranked)
    by = _by(reading, found, ranked)
    for k in (following, None if by is None else reading.starting(by + 1, DETERMINERS), _before(reading, found)):
        measure = None if k is None or k in ranked else _measure(reading, found, k, ranked)
        if k is not None and measure is not None:
            if by is not None and reading.mentions[k].first > by:
                reading = reading.explain([by])
            asked = Asked(measure, found.first, reading.mentions[k].last)
            return replace(reading, asked=(*reading.asked, asked)).explain((), [k]), measure
    if found.word not in AMOUNT_SUPERLATIVES and found.word not in RANKING:
        return reading, None
    root = reading.tree.root
    measure = Measure(f"number_of_{root}", "count", root)
    words = reading.text(found.first, found.last)
    text = f"No measure stands with {words!r}: rows of {root} are counted."
    reading = reading.not_understood(words, text)
    return replace(reading, asked=(*reading.asked, Asked(measure, found.first, found.last))), measure


def _single(reading: Reading, found: Superlative, ready: Asked, ranked: list[int]) -> tuple[Reading, Measure | None]:
    """A measure that stands ready; of single rows ("the flat with the largest number of rooms") its column itself."""
    measure = ready.measure
    of_rows = bool(ranked) and all(_is_row(reading, k, str(measure.node)) for k in ranked)
    of_rows = of_rows or _is_attached(reading, found.first, str(measure.node))
    if measure.aggregate != "sum" or measure.column is None or not of_rows or found.word in RANKING:
        return reading, measure
    changed = replace(ready, measure=Measure(measure.column, "none", measure.node, measure.column))
    asked = tuple(changed if one == ready else one for one in reading.asked)
    return replace(reading, asked=asked), changed.measure


def _is_attached(reading: Reading, i: int, node: str) -> bool:
    """Whether a superlative follows "the X with the": it says which row of X is meant."""
    at = i - 1
    while at >= 0 and reading.covering(at) is None and reading.word(at) in _ATTACHING:
        at -= 1
    k = reading.covering(at) if at >= 0 else None
    return k is not None and at < i - 1 and is_table(reading.mentions[k]) and reading.mentions[k].node == node


def _is_row(reading: Reading, k: int, node: str) -> bool:
    """Whether a phrase stands for single rows of an instance: its table, its key, or a column that names its rows."""
    mention = reading.mentions[k]
    if mention.node != node:
        return False
    table, column = reading.instance_table(node), mention.posting.column
    return is_table(mention) or column in (*reading.graph.naming_columns(table), *reading.graph.primary_key(table))


def _measure(reading: Reading, found: Superlative, k: int, ranked: list[int]) -> Measure | None:
    """Metric, sum or single values of a quantity, or number of rows."""
    mention = reading.mentions[k]
    if mention.node is None or is_value(mention):
        return None
    metric = reading.metric(mention)
    if metric is not None:
        return Measure(metric.name, metric=metric.name, node=mention.node)
    quantity = measure_column(reading, mention)
    of = reading.beside(k)
    is_adjective = of is not None and is_table(reading.mentions[of])
    of_rows = quantity is not None and bool(ranked) and all(_is_row(reading, r, quantity[0]) for r in ranked)
    if quantity is not None and found.word in AMOUNT_SUPERLATIVES and not is_adjective and not of_rows:
        return Measure(f"total_{quantity[1]}", "sum", *quantity)
    if quantity is not None:
        return Measure(quantity[1], "none", *quantity)
    if is_table(mention) and mention.posting.kind != "description":
        return entity_count(reading, mention.node, f"number_of_{mention.node}")
    return None


def _by(reading: Reading, found: Superlative, ranked: list[int]) -> int | None:
    """The first "by" behind what is ranked."""
    start = max([found.last, *(reading.mentions[k].last for k in ranked)])
    return next((i for i in range(start, len(reading.tokens)) if reading.word(i) == "by"), None)


def _before(reading: Reading, found: Superlative) -> int | None:
    """A metric or quantity right before the superlative, where none stands behind: "shipping the most"."""
    i = found.first - 1
    while i >= 0 and reading.covering(i) is None and reading.word(i) in DETERMINERS:
        i -= 1
    k = reading.covering(i) if i >= 0 else None
    if k is None or found.word not in AMOUNT_SUPERLATIVES or k in reading.spoken:
        return None
    mention = reading.mentions[k]
    return k if reading.metric(mention) is not None or measure_column(reading, mention) is not None else None
