"""64-bit hashes of n-grams, the same on every machine and in every process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

__all__ = ["ngram_hash", "ngram_hashes", "token_hash"]

_MASK = (1 << 64) - 1
# Odd constants with bits well spread (of SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


@lru_cache(maxsize=1 << 18)
def token_hash(token: str) -> int:
    """Hash of one token, evenly spread over 0 to 2^64 - 1."""
    return int.from_bytes(blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def ngram_hash(form: Sequence[str]) -> int:
    """Hash of an n-gram: the tokens' hashes, in order, mixed.

    Two different n-grams out of n share a hash with a probability of n² / 2^65: one in ten thousand for 60
    million n-grams.
    """
    state = len(form)
    for token in form:
        state = ((state ^ token_hash(token)) * _FIRST) & _MASK
        state = ((state ^ (state >> 31)) * _SECOND) & _MASK
    return state ^ (state >> 29)


def ngram_hashes(forms: Sequence[Sequence[str]]) -> NDArray[np.uint64]:
    """``ngram_hash`` of each of many n-grams, ``(n,)``, by array operations."""
    by_length: dict[int, list[int]] = {}
    for i, form in enumerate(forms):
        by_length.setdefault(len(form), []).append(i)
    lengths = sorted(by_length, reverse=True)
    # The longest stand first, so that those that have a token at some place stand before the others.
    order = [i for length in lengths for i in by_length[length]]
    state = np.array([len(forms[i]) for i in order], dtype=np.uint64)
    for place in range(lengths[0] if lengths else 0):
        count = sum(len(by_length[length]) for length in lengths if length > place)
        mixed = state[:count]
        mixed ^= np.array([token_hash(forms[i][place]) for i in order[:count]], dtype=np.uint64)
        mixed *= np.uint64(_FIRST)
        mixed ^= mixed >> np.uint64(31)
        mixed *= np.uint64(_SECOND)
    state ^= state >> np.uint64(29)
    hashes = np.empty(len(forms), dtype=np.uint64)
    hashes[order] = state
    return hashes
