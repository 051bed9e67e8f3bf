"""Finding many keys at once in the sorted keys of an index."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["KeySearch"]


# Keys that lie so close together that they are searched without the buckets.
_FEW = 1 << 17


class KeySearch:
    """Binary search for many keys side by side, within the buckets that their upper bits choose.

    Args:
        keys: ``(n,)`` uint64, ascending.
        buckets: ``(2^bits + 1,)`` uint32, the first key of each bucket and the end.
        bits: Upper bits of a key that choose its bucket.
    """

    def __init__(self, keys: NDArray[Any], buckets: NDArray[Any], bits: int) -> None:
        self._keys = keys
        self._buckets = buckets
        self._bits = bits

    def first_places(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Place of the first key equal to each, ``(m,)``; -1 where there is none. O(m · log(bucket))."""
        places = np.full(len(keys), -1, dtype=np.int64)
        if not len(keys) or not len(self._keys):
            return places
        if len(self._keys) <= _FEW:
            first = np.searchsorted(self._keys, keys)
            found = np.flatnonzero(self._keys[np.minimum(first, len(self._keys) - 1)] == keys)
            places[found] = first[found]
            return places
        low, high = self._bounds(keys)
        end = high
        while True:
            active = low < high
            if not active.any():
                break
            middle = (low + high) >> 1
            # A finished search may stand behind the last key.
            below = self._keys[np.where(active, middle, 0)] < keys
            low = np.where(active & below, middle + 1, low)
            high = np.where(active & ~below, middle, high)
        inside = np.flatnonzero(low < end)
        equal = inside[self._keys[low[inside]] == keys[inside]]
        places[equal] = low[equal]
        return places

    def _bounds(self, keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        if not self._bits:
            return np.zeros(len(keys), dtype=np.int64), np.full(len(keys), len(self._keys), dtype=np.int64)
        bucket = (keys >> np.uint64(64 - self._bits)).astype(np.int64)
        return self._buckets[bucket].astype(np.int64), self._buckets[bucket + 1].astype(np.int64)
