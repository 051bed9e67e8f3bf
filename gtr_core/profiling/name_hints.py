"""What the words of a column's name say about its content."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.profiling.word_lists import word_list
from gtr_core.text import split_identifier

__all__ = [
    "CODE_WORDS",
    "COUNTRY_WORDS",
    "FLAG_WORDS",
    "MONEY_WORDS",
    "NAME_WORDS",
    "PLACE_WORDS",
    "QUANTITY_WORDS",
    "SHARE_WORDS",
    "TEXT_WORDS",
    "URL_WORDS",
    "YEAR_WORDS",
    "hints",
    "is_key_name",
    "name_words",
    "singular",
]

MONEY_WORDS = word_list("money_words")
QUANTITY_WORDS = word_list("quantity_words")
SHARE_WORDS = word_list("share_words")
CODE_WORDS = word_list("code_words")
TEXT_WORDS = word_list("text_words")
NAME_WORDS = word_list("name_words")
COUNTRY_WORDS = word_list("country_words")
PLACE_WORDS = word_list("place_words")
URL_WORDS = word_list("url_words")
YEAR_WORDS = word_list("year_words")
FLAG_WORDS = word_list("flag_words")

_KEY_WORDS = word_list("key_words")
_NOT_KEYS = word_list("not_keys")
_SHORTEST_ENDING = 3
_SHORTEST_STEM = 2


def name_words(name: str) -> tuple[str, ...]:
    """The words of an identifier, in lower case."""
    return tuple(word.casefold() for word in split_identifier(name))


def singular(words: Sequence[str]) -> list[str]:
    """Words without the s of the plural, which is all that the lists need."""
    return [word[:-1] if word.endswith("s") and not word.endswith("ss") else word for word in words]


def hints(words: Sequence[str], hint: frozenset[str]) -> bool:
    """Whether a word is one of those, or ends in one as run-together names do (``acctbal``, ``availqty``)."""
    return any(word in hint or _ends_in(word, hint) for word in words)


def is_key_name(words: Sequence[str]) -> bool:
    """Whether a name says that it is a key: ``id``, ``customer_id``, ``c_custkey``, ``id_customer``."""
    if not words:
        return False
    last = words[-1]
    if last in _KEY_WORDS or words[0] in ("id", "uuid", "guid"):
        return True
    return last not in _NOT_KEYS and last.endswith(("key", "id")) and len(last) > len("id")


def _ends_in(word: str, hint: frozenset[str]) -> bool:
    starts = range(_SHORTEST_STEM, len(word) - _SHORTEST_ENDING + 1)
    return any(word[start:] in hint for start in starts)
