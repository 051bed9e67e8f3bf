"""``what percentage of X are Y``: which part of the rows, or of a sum, meets a condition."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gtr_core.compiler.intent.mention_kinds import is_table, is_value, measure_column
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.rules.comparisons import comparisons
from gtr_core.compiler.intent.rules.contradictions import nodes_of
from gtr_core.compiler.intent.rules.counts import counted_measure, counted_phrase
from gtr_core.compiler.intent.rules.exclusions import exclusions
from gtr_core.compiler.intent.rules.glossary import glossary
from gtr_core.compiler.intent.rules.partial_texts import partial_texts
from gtr_core.compiler.intent.rules.time_filters import time_filters
from gtr_core.compiler.intent.rules.value_filters import value_filters
from gtr_core.compiler.intent.rules.versus_aggregates import versus_aggregates
from gtr_core.compiler.intent.share_phrase import SharePhrase, share_phrase
from gtr_core.compiler.spec import AnyOf, Comparison, Filter, Measure, Stated
from gtr_core.compiler.walk import path_between, reaches_to_one

__all__ = ["shares"]

_FILTERING = (glossary, partial_texts, exclusions, value_filters, time_filters, versus_aggregates, comparisons)
_ADDITIVE = frozenset({"sum", "count", "count_distinct"})


@dataclass(frozen=True, slots=True)
class _Parted:
    """The whole question's filters, told apart."""

    reading: Reading
    base: tuple[Filter, ...]
    condition: tuple[Filter, ...]


def shares(reading: Reading) -> Reading:
    """The reading with a share as its measure, where the wording tells its condition from the filters of its base.

    What stands with the noun behind "percentage of" restricts the base, what stands behind "are", "have", "that",
    "from", "in" or a participle is the condition (``share_phrase``). Each of the two parts is read on its own; where
    that does not give just what the whole question gives, the share is not understood.
    """
    phrase = share_phrase(reading)
    if phrase is None:
        return reading
    head = counted_phrase(reading, phrase.noun)
    measure = None if head is None else _measured(reading, head)
    parts = None if head is None else phrase.parts(reading, reading.mentions[head].last)
    if head is None or measure is None:
        return _unclear(reading, phrase, "What it is a share of was not understood.")
    if parts is None:
        return _unclear(reading, phrase, "The wording does not tell its condition from what it is a share of.")
    asked = Asked(measure, phrase.first, reading.mentions[head].last)
    words = range(phrase.first, phrase.noun)
    started = replace(reading, asked=(*reading.asked, asked)).explain(words, [head])
    parted = _parted(started, parts)
    if parted is None or not _is_clear(parted, parts, head):
        return _unclear(reading, phrase, "Its condition was not told from the filters of what it is a share of.")
    name = f"{'percentage' if phrase.scale == 100 else 'share'}_of_{_called(measure)}"
    share = replace(measure, name=name, share_of=parted.condition, scale=phrase.scale)
    return replace(parted.reading, filters=parted.base, asked=(replace(asked, measure=share),))


def _unclear(reading: Reading, phrase: SharePhrase, text: str) -> Reading:
    return reading.not_understood(reading.text(phrase.first, phrase.first + 1), text)


def _measured(reading: Reading, k: int) -> Measure | None:
    """The count or sum of which a phrase asks the share: of a table, a quantity or a metric of such."""
    mention = reading.mentions[k]
    metric = reading.metric(mention)
    if metric is None and not is_table(mention) and measure_column(reading, mention) is None:
        return None
    if metric is not None and (metric.kind != "simple" or metric.aggregate not in _ADDITIVE):
        return None
    if metric is not None:
        return Measure(metric.name, metric=metric.name, node=mention.node)
    measure = counted_measure(reading, mention)
    return measure if measure is not None and measure.aggregate in _ADDITIVE else None


def _called(measure: Measure) -> str:
    if measure.aggregate == "sum":
        return str(measure.column)
    return str(measure.metric or measure.node)


def _parted(reading: Reading, parts: tuple[range, range]) -> _Parted | None:
    """The reading with all filters, and which of them each part gives alone; None where the two are not the whole."""
    whole = _filtered(reading)
    base, condition = (_filtered(_only(reading, part)) for part in parts)
    both = [*base.filters, *condition.filters]
    is_same = len(both) == len(whole.filters) and all(part in whole.filters for part in both)
    changed = (whole.having, whole.order, whole.excluded, whole.dimensions, whole.asked)
    if not is_same or len(set(both)) < len(both) or changed != (reading.having, (), frozenset(), (), reading.asked):
        return None
    again = _filtered(whole)
    return _Parted(whole, base.filters, condition.filters) if again.filters == whole.filters else None


def _filtered(reading: Reading) -> Reading:
    for rule in _FILTERING:
        reading = rule(reading)
    return reading


def _only(reading: Reading, part: range) -> Reading:
    """The reading in which all tokens and phrases outside of a part are spoken for."""
    outside = [i for i in range(len(reading.tokens)) if i not in part]
    mentions = [k for k, mention in enumerate(reading.mentions) if mention.first not in part]
    return reading.explain(outside, mentions)


def _is_clear(parted: _Parted, parts: tuple[range, range], head: int) -> bool:
    """Whether the condition is one, and the base keeps its rows although the condition asks for other instances."""
    reading, (before, behind) = parted.reading, parts
    columns = {_subject(condition) for condition in parted.condition}
    linked = any(reading.word(i) in ("and", "or") and reading.covering(i) is None for i in behind)
    if not columns or None in columns or (len(columns) > 1 and not linked):
        return False
    node = str(reading.mentions[head].node)
    read = {alias for condition in parted.condition for alias in nodes_of(condition)}
    way = {node} | {step.target for alias in read for step in path_between(reading.tree, node, alias)}
    spoken = {str(mention.node) for mention in reading.mentions if mention.first in behind}
    of_base = {alias for condition in parted.base for alias in nodes_of(condition)}
    of_base |= {str(m.node) for m in reading.mentions if m.first in before and not is_value(m)}
    return spoken <= way and all(reaches_to_one(reading.tree, node, alias) for alias in of_base & way)


def _subject(condition: Filter) -> tuple[str, str] | None:
    """What a filter of a share is on; None of a kind that has no place in one."""
    match condition:
        case Comparison():
            return condition.node, condition.column
        case Stated():
            return condition.node, condition.phrase
        case AnyOf():
            parts = [_subject(part) for part in condition.any]
            return None if None in parts else parts[0]
        case _:
            return None
