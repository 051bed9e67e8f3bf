"""The prefix that says nothing, since nearly all columns of a table bear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gtr_core.text import FUNCTION_WORDS
from gtr_core.text.segmentation import is_word

__all__ = ["shared_prefix"]

_SHARE = 0.8
_FEWEST = 3
_LONGEST_OF_ALL = 2


def shared_prefix(names: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Leading words that at least four fifths of the names share, of which no one makes sense by itself.

    Letters (``c``, ``ps``) and runs of letters that are no word are dropped; words and known abbreviations
    of three letters or more are not, since they are read with the rest (``ship date``). No name is used up.
    At least three names must share it, or both of two names a prefix of at most two letters.

    Args:
        names: The names, split into words.

    >>> shared_prefix([("l", "ship", "date"), ("l", "tax"), ("l", "part", "key")])
    ('l',)
    >>> shared_prefix([("is", "open"), ("is", "new"), ("is", "big")])
    ()
    """
    prefix: tuple[str, ...] = ()
    while True:
        place = len(prefix)
        bearers = [name for name in names if tuple(name[:place]) == prefix and len(name) > place + 1]
        if not bearers:
            return prefix
        word, count = Counter(name[place] for name in bearers).most_common(1)[0]
        enough = count >= _FEWEST or (count == len(names) == 2 and len(word) <= _LONGEST_OF_ALL)
        if not enough or count < _SHARE * len(names) or not _says_nothing(word):
            return prefix
        prefix = (*prefix, word)


def _says_nothing(word: str) -> bool:
    if len(word) == 1:
        return word.isalpha()
    if word in FUNCTION_WORDS or not word.isalpha():
        return False
    return len(word) <= _LONGEST_OF_ALL or not is_word(word)
