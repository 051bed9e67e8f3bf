"""``never``, ``no``, ``without``: what must not be there."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_table, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.subjects import subjects
from gtr_core.compiler.intent.words import ALTERNATIVES, COMPARATIVES, DETERMINERS, EXCLUDING, NEGATIONS
from gtr_core.compiler.spec import Comparison, Filter, NotExists
from gtr_core.compiler.walk import beyond, path_between, reaches_to_one

__all__ = ["exclusions"]

_REACH = 6
_OWNERLESS = frozenset({"no", "without", "lack", "lacks", "lacking", "none"})
_OWNING = frozenset({"have", "has", "had", "having", "with", "any"})
_SKIPPED = frozenset({"in", "from", "of", "by", "been", "be", "is", "for", "have", "has", "had", "with", "on", "at"})


def exclusions(reading: Reading) -> Reading:
    """A negation before a table's phrase asks for the absence of its rows; before a value, for other values.

    "Customers who never bought from French suppliers": no row of the first instance on the way from the
    customers at which there may be many, with the filters that stand behind the negation and beyond it.
    A negated value stays a filter (``!=``).
    """
    for i in range(len(reading.tokens)):
        word = reading.word(i)
        if i in reading.used or not (word in NEGATIONS or word in EXCLUDING or reading.says(i, ("other", "than"))):
            continue
        if any(reading.says(i, words) for words, _ in COMPARATIVES if words[0] in NEGATIONS):
            continue
        reading = _negated(reading, i, 2 if word == "other" else 1)
    return reading


def _negated(reading: Reading, i: int, length: int) -> Reading:
    behind = [
        k
        for k, mention in enumerate(reading.mentions)
        if i + length <= mention.first <= i + _REACH and k not in reading.spoken
    ]
    explained = range(i, i + length)
    direct = reading.starting(i + length, DETERMINERS | _SKIPPED)
    tables = [k for k in behind if is_table(reading.mentions[k])]
    if direct is not None and is_value(reading.mentions[direct]) and not _names_instances_of(reading, direct, tables):
        return _without_value(reading.explain(explained), i, direct)
    if direct is not None and is_column(reading.mentions[direct]) and not tables:
        return _without_column(reading, i, length, direct)
    subject = _subject(reading, i)
    for k in tables:
        target = str(reading.mentions[k].node)
        if subject is not None and target != subject:
            return _absent(reading.explain(explained), i, subject, target)
    return reading.not_understood(reading.text(i, i + length), "What is negated here was not understood.")


def _without_column(reading: Reading, i: int, length: int, k: int) -> Reading:
    """No value in a column, or another one where a value follows; where rows of a subject may have many, none of them.

    What is compared with a number behind the column, and "is not a ..." of a column, is not understood.
    """
    mention, explained = reading.mentions[k], range(i, i + length)
    value = reading.starting(mention.last, DETERMINERS | {"of", "is", "as", "=", "being"})
    same = None if value is None else reading.mentions[value]
    if value is not None and same is not None and is_value(same):
        if (same.node, same.posting.column) == (mention.node, mention.posting.column):
            return _without_value(reading.explain(explained, [k]), i, value)
        return reading.not_understood(reading.text(i, i + length), "What is negated here was not understood.")
    compared = any(reading.says(at, words) for at in range(mention.last, mention.last + 3) for words, _ in COMPARATIVES)
    owns = reading.word(i) in _OWNERLESS or any(reading.word(at) in _OWNING for at in range(i + 1, mention.first))
    subject = _subject(reading, i)
    if compared or not owns:
        return reading.not_understood(reading.text(i, i + length), "What is negated here was not understood.")
    if subject is not None and not reaches_to_one(reading.tree, subject, str(mention.node)):
        return _absent(reading.explain(explained, [k]), i, subject, str(mention.node))
    missing = Comparison(str(mention.node), str(mention.posting.column), "is_null")
    return replace(reading.explain(explained, [k]), filters=(*reading.filters, missing))


def _subject(reading: Reading, i: int) -> str | None:
    """The instance that is spoken of before a token."""
    asked = subjects(reading, i) or [k for k, mention in enumerate(reading.mentions) if mention.last <= i]
    return str(reading.mentions[asked[0]].node) if asked else None


def _without_value(reading: Reading, i: int, k: int) -> Reading:
    """Another value, where a row of the subject has one; where it may have many, none of them.

    The latter leaves the value's instance to the anti-join, so nothing else may be asked of it.
    """
    subject, mention = _subject(reading, i), reading.mentions[k]
    if subject is None or reaches_to_one(reading.tree, subject, str(mention.node)):
        return _other_values(reading, k)
    path = path_between(reading.tree, subject, str(mention.node))
    step = next(step for step in path if step.to_many)
    gone = beyond(reading.tree, step, [node.alias for node in reading.tree.nodes])
    if any(other.node in gone and is_value(other) and other is not mention for other in reading.mentions):
        words = reading.text(i, mention.last)
        text = f"That none of many is {mention.posting.value}, while another one is there, was not understood."
        return reading.explain((), [k]).not_understood(words, text)
    return _absent(reading, i, subject, str(mention.node))


def _names_instances_of(reading: Reading, value: int, tables: list[int]) -> bool:
    """Whether a value only qualifies the table named right behind it: "no French suppliers"."""
    following = reading.starting(reading.mentions[value].last)
    return following in tables and reading.word(reading.mentions[value].first - 1) in ("no", "without", "any")


def _other_values(reading: Reading, first: int) -> Reading:
    """The value, and those that are coordinated with it, negated."""
    taken = [first]
    mention = reading.mentions[first]
    while True:
        k = reading.starting(reading.mentions[taken[-1]].last, ALTERNATIVES | DETERMINERS | {","})
        if k is None or k in taken or not is_value(reading.mentions[k]):
            break
        if (reading.mentions[k].node, reading.mentions[k].posting.column) != (mention.node, mention.posting.column):
            break
        taken.append(k)
    values = tuple(dict.fromkeys(str(reading.mentions[k].posting.value) for k in taken))
    condition = Comparison(
        str(mention.node), str(mention.posting.column), "!=" if len(values) == 1 else "not_in", values
    )
    return replace(reading.explain((), taken), filters=(*reading.filters, condition))


def _absent(reading: Reading, i: int, subject: str, target: str) -> Reading:
    path = path_between(reading.tree, subject, target)
    step = next((step for step in path if step.to_many), path[0])
    everything = [node.alias for node in reading.tree.nodes]
    gone = beyond(reading.tree, step, everything)
    taken = [
        k
        for k, mention in enumerate(reading.mentions)
        if mention.node in gone and (mention.first > i or not is_value(mention)) and k not in reading.spoken
    ]
    inner: list[Filter] = []
    for k in taken:
        mention = reading.mentions[k]
        if is_value(mention):
            inner.append(Comparison(str(mention.node), str(mention.posting.column), "=", (str(mention.posting.value),)))
    condition = NotExists(step.target, tuple(inner))
    reading = reading.explain((), taken)
    return replace(reading, filters=(*reading.filters, condition), excluded=reading.excluded | gone, negated_at=i)
