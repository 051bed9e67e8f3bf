"""What the names of columns and tables say of keys and of joins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.fuzz import ratio

from gtr_core.text import split_identifier

__all__ = ["KEY_WORDS", "ColumnName", "column_names", "expanded", "overlap", "singular", "table_words"]

KEY_WORDS = frozenset(
    {"id", "ids", "key", "keys", "sk", "fk", "pk", "bk", "uuid", "guid", "code", "codes", "no", "nr", "num", "number",
     "index", "ref"}
)  # fmt: skip
_MEASURE_WORDS = frozenset(
    {"amount", "amt", "price", "cost", "total", "sum", "count", "qty", "quantity", "age", "year", "month", "day",
     "date", "time", "rank", "score", "points", "salary", "rate", "percent", "percentage", "pct", "weight", "height",
     "size", "length", "width", "capacity", "duration", "balance", "tax", "discount", "value", "level", "version",
     "latitude", "longitude", "lat", "long", "lng", "budget", "population", "position", "order", "sequence", "seq",
     "flag", "status"}
)  # fmt: skip
_LAYER_WORDS = frozenset(
    {"dim", "fact", "fct", "stg", "src", "raw", "tbl", "table", "ref", "master", "data", "mst", "tb", "t", "d", "f"}
)
_DIGITS = re.compile(r"\d+\Z")


@dataclass(frozen=True, slots=True)
class ColumnName:
    """The words of a column's name.

    Attributes:
        words: All of them, singular, without the prefix that the table's columns share.
        stem: Those that are no key words.
        joined: The words without anything between.
        has_key_word: Whether one of the last two words marks a key.
        is_measure: Whether the name is that of a measure, a flag or a time.
    """

    words: tuple[str, ...]
    stem: tuple[str, ...]
    joined: str
    has_key_word: bool
    is_measure: bool


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """A word without its plural ending, by rule.

    >>> [singular(word) for word in ("cities", "boxes", "addresses", "orders", "status")]
    ['city', 'box', 'address', 'order', 'status']
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=65536)
def table_words(name: str) -> tuple[str, ...]:
    """Words of a table's name, singular, without those of layers (``dim_``, ``stg_``)."""
    words = tuple(singular(word) for word in split_identifier(name))
    return tuple(word for word in words if word not in _LAYER_WORDS) or words


def column_names(names: Sequence[str]) -> tuple[ColumnName, ...]:
    """The names of all columns of one table, in their order."""
    parted = [split_identifier(name) for name in names]
    prefix = _shared_prefix(parted)
    return tuple(_column_name(words[prefix:] or words) for words in parted)


@lru_cache(maxsize=262144)
def overlap(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """The mean over the words of ``one`` of how well the best word of ``other`` matches, 0 to 1."""
    if not one or not other:
        return 0.0
    return sum(max(_word_match(word, candidate) for candidate in other) for word in one) / len(one)


@lru_cache(maxsize=262144)
def expanded(words: tuple[str, ...], table: tuple[str, ...]) -> tuple[str, ...]:
    """The words, those parted that are made of the beginnings of two neighbouring words of the table.

    >>> expanded(("ship", "hdemo"), ("household", "demographic"))
    ('ship', 'household', 'demographic')
    """
    result: list[str] = []
    for word in words:
        pair = next((pair for pair in pairwise(table) if _is_made_of(word, *pair)), None)
        result.extend((word,) if pair is None or word in table else pair)
    return tuple(result)


def _is_made_of(word: str, first: str, second: str) -> bool:
    return len(word) >= 4 and any(
        first.startswith(word[:cut]) and second.startswith(word[cut:]) for cut in range(1, len(word) - 1)
    )


@lru_cache(maxsize=262144)
def _word_match(one: str, other: str) -> float:
    if one == other:
        return 1.0
    short, long = sorted((one, other), key=len)
    if len(short) >= 3 and long.startswith(short):
        return 0.85
    if len(short) >= 2 and short[0] == long[0] and _is_subsequence(short, long):
        return 0.6 if len(short) >= 3 else 0.4
    if len(short) >= 4:
        similar = ratio(short, long) / 100
        return similar if similar >= 0.8 else 0.0
    return 0.0


def _is_subsequence(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


def _shared_prefix(parted: Sequence[Sequence[str]]) -> int:
    """1 where all columns of a table of three or more start with the same short word (``l_``, ``ss_``)."""
    first = {words[0] for words in parted if words}
    shared = len(parted) >= 3 and len(first) == 1 and len(next(iter(first))) <= 4
    return 1 if shared and all(len(words) > 1 for words in parted) else 0


def _column_name(words: Sequence[str]) -> ColumnName:
    kept = tuple(singular(word) for word in words)
    # ``sup2_id``, ``address_2``: a number that tells siblings apart is no word of the parent's.
    stem = tuple(word for word in kept if word not in KEY_WORDS and not _DIGITS.match(word))
    last = set(kept[-2:])
    return ColumnName(
        words=kept,
        stem=stem,
        joined="".join(kept),
        has_key_word=bool(last & KEY_WORDS),
        is_measure=bool(set(kept) & _MEASURE_WORDS)
        and not last & {"id", "key", "sk", "fk", "code", "number", "nr", "no"},
    )
