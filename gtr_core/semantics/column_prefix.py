"""The prefix that a table's columns have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

__all__ = ["common_prefix", "without_prefix"]

_SHARE = 0.8
_FEWEST = 3


def common_prefix(names: Sequence[Sequence[str]]) -> str | None:
    """The first word that at least four fifths of three or more columns begin with, if any.

    >>> common_prefix([("o", "order", "key"), ("o", "total", "price"), ("o", "clerk")])
    'o'
    >>> common_prefix([("order", "id"), ("clerk",), ("price",)]) is None
    True
    """
    longer = [words[0] for words in names if len(words) > 1]
    if len(names) < _FEWEST or not longer:
        return None
    word, count = Counter(longer).most_common(1)[0]
    return word if count >= _SHARE * len(names) else None


def without_prefix(words: Sequence[str], prefix: str | None) -> tuple[str, ...]:
    """The words of a column's name without the prefix; a name that is the prefix alone stays."""
    return tuple(words[1:]) if prefix is not None and len(words) > 1 and words[0] == prefix else tuple(words)
