"""The meanings that a project's glossary states: a column, or a value of a column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gtr_core.catalog import Column, Table

__all__ = ["glossary_value", "is_condition", "unapplied_conditions"]

_EQUALITY = re.compile(
    r"""^\s*(?P<column>"[^"]+"|[\w.]+)\s*(?:=|\bis\b)\s*(?:'(?P<text>(?:[^']|'')*)'|(?P<number>-?\d+(?:\.\d+)?)|(?P<truth>true|false))\s*$""",
    re.IGNORECASE,
)

_CONDITION = re.compile(r"[<>=]|\b(?:like|in|between|is|not)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def glossary_value(meaning: str, table: Table, column: Column | None) -> tuple[str, str | None] | None:
    """Column and value that a meaning states; value None where it names a column; None where it is prose.

    A bare quoted value means a value of the column on which the glossary stands.

    >>> from gtr_core.catalog import Relation
    >>> table = Table("t", Relation(None, None, "t"), "t", columns=(Column("flag"),))
    >>> glossary_value("flag = 'R'", table, None)
    ('flag', 'R')
    >>> glossary_value("'R'", table, table.columns[0])
    ('flag', 'R')
    >>> glossary_value("flag", table, None)
    ('flag', None)
    >>> glossary_value("what was sent back", table, None) is None
    True
    """
    text = meaning.strip()
    if column is not None and len(text) > 1 and text[0] == text[-1] == "'":
        return column.name, text[1:-1].replace("''", "'")
    found = _EQUALITY.match(text)
    name = found["column"] if found else text
    named = table.column(name.strip('"').rpartition(".")[2])
    if named is None:
        return None
    if found is None:
        return named.name, None
    value = found["text"].replace("''", "'") if found["text"] is not None else found["number"] or found["truth"]
    return named.name, value


def unapplied_conditions(tables: Iterable[Table]) -> Iterator[str]:
    """A sentence for each glossary phrase whose meaning is a condition, so that no table is found by it."""
    for table in tables:
        for phrase, meaning in (*table.glossary, *(pair for column in table.columns for pair in column.glossary)):
            if is_condition(meaning, table) and not table.hidden:
                yield (
                    f"The glossary of {table.id} says {phrase!r} by a condition: it filters questions about it, "
                    "and leads to no table."
                )


def is_condition(meaning: str, table: Table) -> bool:
    """Whether a meaning is a condition over the table's columns other than one column = one value."""
    if glossary_value(meaning, table, None) is not None or not _CONDITION.search(meaning):
        return False
    words = {word.casefold() for word in _WORD.findall(meaning)}
    return any(column.name.casefold() in words for column in table.columns)
