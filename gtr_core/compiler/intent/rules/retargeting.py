"""Phrases that could mean several things, and mean what stands beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from gtr_core.compiler.intent.column_words import column_words, stems
from gtr_core.compiler.intent.mention_kinds import is_column, is_table, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DETERMINERS
from gtr_core.index.posting import Posting
from gtr_core.retrieval.result import Mention

__all__ = ["retargeting"]

_NAMING = DETERMINERS | {"is", "are", "was", "were", "of", "as", "equals", "equal", "to", "called", "named"}
_LINKS = frozenset({"and", "or"})
_ORIGINS = frozenset({"origin", "source", "from", "departure", "start", "starting", "sender"})
_DESTINATIONS = frozenset({"destination", "dest", "to", "arrival", "end", "target", "receiver"})
_DIRECTIONS = {"from": _ORIGINS, "leaving": _ORIGINS, "departing": _ORIGINS, "to": _DESTINATIONS}


def retargeting(reading: Reading) -> Reading:
    """The reading with each phrase taken for what its neighbours make of it, among what it could mean.

    A value behind a column's phrase is of that column ("type code Flat"); of values that are listed, all are of one
    column ("CV or BK"); one behind "from" or "to" is of the column of that direction; columns before "of the
    teacher" are the teacher's. Instances of the tree alone are chosen from.
    """
    for change in (_behind_column, _listed_values, _directed, _owned):
        for k in range(len(reading.mentions)):
            changed = change(reading, k)
            if changed is not None:
                mentions = (*reading.mentions[:k], changed, *reading.mentions[k + 1 :])
                reading = replace(reading, mentions=mentions)
    return reading


def _behind_column(reading: Reading, k: int) -> Mention | None:
    mention = reading.mentions[k]
    i = mention.first - 1
    while i >= 0 and reading.covering(i) is None and reading.word(i) in _NAMING:
        i -= 1
    before = reading.covering(i) if i >= 0 else None
    column = None if before is None else reading.mentions[before]
    if column is None or not is_column(column) or "," in reading.gap(mention.first):
        return None
    if is_table(mention) and not reading.gap(mention.first).rstrip().endswith(('"', "'")):
        return None
    return _as_value(reading, mention, partial(_is_of, reading, other=column), str(column.node))


def _listed_values(reading: Reading, k: int) -> Mention | None:
    mention = reading.mentions[k]
    if not is_value(mention):
        return None
    for other in reading.mentions:
        after = mention.last <= other.first <= mention.last + 1
        before = other.last <= mention.first <= other.last + 1
        if not is_value(other) or not (after or before):
            continue
        at = mention.last if after else other.last
        linked = reading.word(at) in _LINKS or "," in reading.gap(at)
        if linked and mention.posting.coverage < 1.0 <= other.posting.coverage and other.node is not None:
            changed = _as_value(reading, mention, partial(_is_of, reading, other=other), other.node)
            if changed is not None:
                return changed
    return None


def _directed(reading: Reading, k: int) -> Mention | None:
    mention = reading.mentions[k]
    i = mention.first - 1
    while reading.word(i) in DETERMINERS:
        i -= 1
    words = _DIRECTIONS.get(reading.word(i))
    if words is None or not is_value(mention) or mention.node is None:
        return None
    table = reading.instance_table(mention.node)

    def is_directed(posting: Posting) -> bool:
        column = None if posting.column is None else reading.graph.table(table).column(posting.column)
        return posting.table == table and column is not None and bool(words & column_words(column))

    return None if is_directed(mention.posting) else _as_value(reading, mention, is_directed, mention.node)


def _owned(reading: Reading, k: int) -> Mention | None:
    """A column's phrase, of a list of them, before "of the X": X's own column of that name, else its key."""
    mention = reading.mentions[k]
    owner = _owner(reading, k) if is_column(mention) and mention.posting.coverage < 1.0 else None
    if owner is None or owner.node is None or owner.node == mention.node:
        return None
    table = reading.graph.table(reading.instance_table(owner.node))
    wanted = stems(mention.text)
    named = [column.name for column in table.columns if wanted <= column_words(column)]
    key = reading.graph.primary_key(table.id)
    if wanted <= {"id", "key", "identifier"} and len(key) == 1:
        named = list(key)
    if len(named) != 1:
        return None
    posting = replace(mention.posting, table=table.id, column=named[0])
    return replace(mention, posting=posting, node=owner.node)


def _owner(reading: Reading, k: int) -> Mention | None:
    """The table behind "of", at the end of the list of columns in which a phrase stands."""
    i = reading.mentions[k].last
    while i < len(reading.tokens):
        following = reading.covering(i)
        if following is None and reading.word(i) in _LINKS | DETERMINERS:
            i += 1
        elif following is None and reading.word(i) in ("of", "for"):
            found = reading.starting(i + 1, DETERMINERS | {"each", "every"})
            return reading.mentions[found] if found is not None and is_table(reading.mentions[found]) else None
        elif following is not None and is_column(reading.mentions[following]):
            i = reading.mentions[following].last
        else:
            return None
    return None


def _is_of(reading: Reading, posting: Posting, other: Mention) -> bool:
    table = reading.instance_table(str(other.node)) if other.node is not None else other.posting.table
    return (posting.table, posting.column) == (table, other.posting.column)


def _as_value(reading: Reading, mention: Mention, fits: Callable[[Posting], bool], node: str) -> Mention | None:
    """The mention with the first value among its meanings that fits; None where that is what it means already."""
    postings = (mention.posting, *mention.others)
    chosen = next((p for p in postings if p.value is not None and p.column is not None and fits(p)), None)
    if chosen is None or chosen == mention.posting:
        return None
    others = tuple(posting for posting in postings if posting != chosen)
    return replace(mention, posting=chosen, node=node, others=others)
