"""64-bit hashes of n-grams, the same on every machine and in every process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

__all__ = ["mix_columns", "ngram_hash", "token_hash"]

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


def mix_columns(tokens: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """``ngram_hash`` of many n-grams of one length, from their tokens' hashes.

    Args:
        tokens: ``(n, length)``.
    """
    state = np.full(len(tokens), tokens.shape[1], dtype=np.uint64)
    for column in tokens.T:
        state = (state ^ column) * np.uint64(_FIRST)
        state = (state ^ (state >> np.uint64(31))) * np.uint64(_SECOND)
    return state ^ (state >> np.uint64(29))
