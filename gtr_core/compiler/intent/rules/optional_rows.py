"""``also those without orders``, ``with or without orders``, ``if any``: what need not be there."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_table
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DETERMINERS, NEGATIONS

__all__ = ["optional_rows"]

_ADDING = frozenset({"including", "also", "even", "plus"})
_BETWEEN_WORDS = "of for from those ones that who which have has had with if they it there is are do does"
_BETWEEN = DETERMINERS | frozenset(_BETWEEN_WORDS.split())


def optional_rows(reading: Reading) -> Reading:
    """The reading in which rows of a table may be missing, where the question says that it wants all of the others."""
    i = 0
    while i < len(reading.tokens):
        found = _with_or_without(reading, i) or _also_without(reading, i) or _if_any(reading, i)
        if found is None:
            i += 1
            continue
        k, last = found
        node = str(reading.mentions[k].node)
        optional = tuple(dict.fromkeys((*reading.optional, node)))
        reading = replace(reading, optional=optional).explain(range(i, last))
        i = max(last, i + 1)
    return reading


def _with_or_without(reading: Reading, i: int) -> tuple[int, int] | None:
    words = next((w for w in (("with", "or", "without"), ("whether", "or", "not")) if reading.says(i, w)), None)
    return None if words is None else _table(reading, i + len(words))


def _also_without(reading: Reading, i: int) -> tuple[int, int] | None:
    """``including those who have no orders``: a word of adding, then a negation, then the table."""
    if reading.word(i) not in _ADDING or reading.covering(i) is not None:
        return None
    at, owner = i + 1, reading.starting(i + 1, _BETWEEN)
    if owner is not None and is_table(reading.mentions[owner]):
        at = reading.mentions[owner].last
    while reading.covering(at) is None and reading.word(at) in _BETWEEN:
        at += 1
    return _table(reading, at + 1) if reading.word(at) in NEGATIONS else None


def _if_any(reading: Reading, i: int) -> tuple[int, int] | None:
    if not reading.says(i, ("if", "any")):
        return None
    before = [k for k, m in enumerate(reading.mentions) if m.last <= i and is_table(m) and m.node != reading.tree.root]
    return (before[-1], i + 2) if before else None


def _table(reading: Reading, i: int) -> tuple[int, int] | None:
    """The table behind a token, but for words of owning, and where they end."""
    at = i
    while reading.covering(at) is None and reading.word(at) in _BETWEEN:
        at += 1
    k = reading.starting(at)
    if k is None or not is_table(reading.mentions[k]) or reading.mentions[k].node is None:
        return None
    return k, reading.mentions[k].first
