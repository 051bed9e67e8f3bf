"""Parting words that are run together (``lineitem``), by a list of words in order of their frequency."""

from __future__ import annotations

import math
from functools import cache, lru_cache

from gtr_core.text.data_files import lines

__all__ = ["is_word", "segment"]

_LONGEST = 64
_LONGEST_WORD = 20
_PER_UNKNOWN_CHARACTER = 11.0
_PER_UNKNOWN_RUN = 6.0


@lru_cache(maxsize=65536)
def segment(text: str) -> tuple[str, ...]:
    """The most probable words that make up a run of letters in lower case; itself where it cannot be parted.

    A run that is a word, or one that is longer than 64 letters, is left whole. So is one that would leave a
    rest of which no word is known. O(n · 20) for n letters.

    Source: the unigram model of Norvig, "Natural Language Corpus Data", in: Beautiful Data (2009), with the
    frequency of the word at rank r taken as 1 / (r · ln N) (Zipf).

    >>> segment("lineitem"), segment("custacctbal"), segment("orders"), segment("xqzt")
    (('line', 'item'), ('cust', 'acct', 'bal'), ('orders',), ('xqzt',))
    """
    costs = _costs()
    if len(text) > _LONGEST or text in costs or len(text) < 4:
        return (text,)
    best = [0.0] + [math.inf] * len(text)
    start_of = [0] * (len(text) + 1)
    for end in range(1, len(text) + 1):
        for start in range(max(0, end - _LONGEST_WORD), end):
            piece = text[start:end]
            cost = best[start] + costs.get(piece, _PER_UNKNOWN_RUN + _PER_UNKNOWN_CHARACTER * len(piece))
            if cost < best[end] - 1e-12:
                best[end], start_of[end] = cost, start
    pieces = []
    end = len(text)
    while end:
        pieces.append(text[start_of[end] : end])
        end = start_of[end]
    pieces.reverse()
    return tuple(pieces) if all(piece in costs for piece in pieces) else (text,)


def is_word(text: str) -> bool:
    """Whether the list of words holds it."""
    return text in _costs()


@cache
def _costs() -> dict[str, float]:
    """Cost of each word, in nats."""
    words = lines("words.txt")
    spread = math.log(len(words))
    return {word: math.log((rank + 1) * spread) for rank, word in enumerate(words)}
