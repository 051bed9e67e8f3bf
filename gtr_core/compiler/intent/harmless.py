"""Words that no rule uses and with which nothing is lost."""

from __future__ import annotations

from gtr_core.compiler.intent.column_words import column_words, stem
from gtr_core.compiler.intent.linking_verbs import is_linking_verb
from gtr_core.compiler.intent.mention_kinds import is_column, is_table
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DETERMINERS, DISTINCT, EACH

__all__ = ["is_harmless"]

_OPERATORS = frozenset({"all", "compare", "compared", "comparison", "versus", "vs", "respectively", "various"})
_LEADING = frozenset({"retrieve", "return", "report", "compute", "calculate", "determine", "count", "describe"})
_TRAILING = frozenset({"exist", "exists", "listed", "recorded", "stored", "corresponding"})
_ROWS = frozenset({"member", "members", "record", "records", "entry", "entries"})


def is_harmless(reading: Reading, i: int) -> bool:
    """Whether a token only says again what the query does, or says nothing of its own.

    Verbs of telling at the head, "in total" of a count, "in each" of groups, "different" of what is grouped by, words
    of the name of a column that is mentioned right behind, "faculty members" of a table of the faculty, and verbs
    that name the only relation there is.
    """
    word = reading.word(i)
    if word in _OPERATORS or word in _TRAILING or (i == 0 and word in _LEADING):
        return True
    return _is_total(reading, i) or _says_groups(reading, i) or _belongs(reading, i) or is_linking_verb(reading, i)


def _is_total(reading: Reading, i: int) -> bool:
    counted = any(asked.measure.aggregate in ("count", "count_distinct", "sum") for asked in reading.asked)
    return counted and reading.word(i) == "total" and reading.word(i - 1) == "in"


def _says_groups(reading: Reading, i: int) -> bool:
    """Whether "each" or "different" speaks of what is grouped by already."""
    measured = any(asked.measure.aggregate != "none" for asked in reading.asked)
    if not (measured and reading.dimensions):
        return False
    if reading.word(i) in EACH:
        return reading.word(i + 1) in ("", "one") or reading.gap(i + 1).strip() != ""
    k = reading.starting(i + 1, DETERMINERS)
    if reading.word(i) not in DISTINCT or k is None:
        return False
    mention = reading.mentions[k]
    return any((d.node, d.column) == (mention.node, mention.posting.column) for d in reading.dimensions)


def _belongs(reading: Reading, i: int) -> bool:
    """Whether a word is one of the name of the column that is mentioned behind it, or a noun for rows of a table."""
    behind, before = reading.starting(i + 1), reading.covering(i - 1) if i else None
    if reading.word(i) in _ROWS and before is not None and is_table(reading.mentions[before]):
        return True
    if behind is None or behind not in reading.spoken or not is_column(reading.mentions[behind]):
        return False
    mention = reading.mentions[behind]
    if mention.node is None or mention.posting.column is None:
        return False
    return stem(reading.word(i)) in column_words(reading.column(mention.node, mention.posting.column))
