"""The words of which names of columns and tables are made."""

from __future__ import annotations

from gtr_core.catalog import Column
from gtr_core.text import split_identifier

__all__ = ["column_words", "stem", "stems"]

_SAME: dict[str, str] = {
    **dict.fromkeys(("average", "avg", "mean"), "average"),
    **dict.fromkeys(("maximum", "max", "highest", "greatest"), "maximum"),
    **dict.fromkeys(("minimum", "min", "lowest"), "minimum"),
    **dict.fromkeys(("total", "tot", "sum", "overall"), "total"),
}


def stem(word: str) -> str:
    """A word without the mark of its plural, words for one aggregate alike.

    >>> stem("Temperatures"), stem("categories"), stem("avg"), stem("address")
    ('temperature', 'category', 'average', 'address')
    """
    folded = word.casefold()
    if folded.endswith("ies") and len(folded) > 4:
        folded = f"{folded[:-3]}y"
    elif folded.endswith("s") and not folded.endswith(("ss", "us", "is")) and len(folded) > 3:
        folded = folded[:-1]
    return _SAME.get(folded, folded)


def stems(text: str) -> frozenset[str]:
    """The stems of a phrase's words."""
    return frozenset(stem(word) for word in text.split())


def column_words(column: Column) -> frozenset[str]:
    """The stems of all words by which a column is called."""
    names = (column.name, column.label or "", column.alias, *column.synonyms)
    return frozenset(stem(word) for name in names for word in split_identifier(name))
