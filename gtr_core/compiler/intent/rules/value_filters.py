"""Values that the question names, as filters on their columns."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.subjects import subjects
from gtr_core.compiler.intent.words import COUNTING
from gtr_core.compiler.spec import AnyOf, Comparison
from gtr_core.compiler.walk import reaches_to_one

__all__ = ["value_filters"]

_NEAR = 3


def value_filters(reading: Reading) -> Reading:
    """One value of a column on an instance becomes ``=``, several ``in``; two columns with "or" between, alternatives.

    A phrase that names the same column right beside the value ("of type ...", "... segment") is explained
    with it.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for k, mention in enumerate(reading.mentions):
        if is_value(mention) and k not in reading.spoken and mention.node is not None:
            groups.setdefault((mention.node, str(mention.posting.column)), []).append(k)
    agents = [reading.mentions[k].first - 1 for taken in groups.values() for k in taken]
    reading = reading.explain([i for i in agents if reading.word(i) == "by"])
    for (node, column), taken in groups.items():
        values = tuple(dict.fromkeys(str(reading.mentions[k].posting.value) for k in taken))
        condition = Comparison(node, column, "=" if len(values) == 1 else "in", values)
        named = [k for k in range(len(reading.mentions)) if _names(reading, k, node, column, taken)]
        reading = replace(reading.explain((), [*taken, *named]), filters=(*reading.filters, condition))
        both = next((i for i in range(len(reading.tokens)) if reading.word(i) == "both"), None)
        if len(values) > 1 and both is not None:
            text = f"Rows with any of {' and '.join(values)} are taken: that one has all of them is not asked for."
            reading = reading.not_understood(reading.text(both, both + 1), text)
        elif len(values) > 1 and _of_several_rows(reading, node, taken):
            words = reading.text(reading.mentions[taken[0]].first, reading.mentions[taken[-1]].last)
            text = f"Rows with any of {' and '.join(values)} are taken, not those that have all of them."
            reading = reading.not_understood(words, text)
    return _alternatives(reading, list(groups.values()))


def _of_several_rows(reading: Reading, node: str, taken: list[int]) -> bool:
    """Whether values joined by "and" may all be had by one row of what is listed: students of two courses."""
    ends = [reading.mentions[k].last for k in taken[:-1]]
    if not any(reading.word(end) == "and" for end in ends) or any(asked for asked in reading.asked):
        return False
    counting = any(reading.says(i, words) for i in range(len(reading.tokens)) for words in COUNTING)
    asked = subjects(reading)
    if not asked or counting:
        return False
    subject = str(reading.mentions[asked[0]].node)
    return not reaches_to_one(reading.tree, subject, node)


def _alternatives(reading: Reading, groups: list[list[int]]) -> Reading:
    """Two columns' values with "or" between: either may hold."""
    if len(groups) != 2 or not all(isinstance(condition, Comparison) for condition in reading.filters[-2:]):
        return reading
    first, second = sorted(groups, key=lambda taken: reading.mentions[taken[0]].first)
    between = range(reading.mentions[first[-1]].last, reading.mentions[second[0]].first)
    if not any(reading.word(i) == "or" and reading.covering(i) is None for i in between):
        return reading
    return replace(reading, filters=(*reading.filters[:-2], AnyOf(reading.filters[-2:])))


def _names(reading: Reading, k: int, node: str, column: str, values: list[int]) -> bool:
    mention = reading.mentions[k]
    if not is_column(mention) or (mention.node, mention.posting.column) != (node, column) or k in reading.spoken:
        return False
    beside = (reading.mentions[value] for value in values)
    return any(0 <= mention.first - v.last <= 1 or 0 <= v.first - mention.last <= _NEAR for v in beside)
