"""Which postings of an n-gram are kept, and in which order they are read."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gtr_core.index.keys import WHOLE

__all__ = ["MOST_PARTIAL", "order_postings"]

# Values of one column that an n-gram may be a part of before the rest is left out.
MOST_PARTIAL = 4
# An n-gram that is part of more than half of a column's values, and of at least that many, names none of them.
_COMMON_PART = 20


def order_postings(
    records: NDArray[Any], place_of: NDArray[np.uint32], values_at: NDArray[np.int64]
) -> tuple[NDArray[Any], int]:
    """Records sorted by key: whole entries, parts of names, parts of values; of each the best first.

    Also returned is how many were left out as crowded.

    Args:
        records: ``(n,)`` of ``RECORD``, in any order.
        place_of: Per thing, its place (column, table, ...).
        values_at: Per place, the number of its values; 0 for places of names, which are never crowded.

    A thing that one key reaches in several ways is kept by the best. Whole entries are all kept; of the parts of
    values no more than ``MOST_PARTIAL`` a column, those with the largest coverage.
    """
    if not len(records):
        return records, 0
    places = place_of[records["thing"]]
    worse = 255 - records["quality"]
    order = np.lexsort((records["thing"], worse, places, records["key"]))
    records, places = records[order], places[order]
    first = _starts(records["key"], places)
    start_of = np.maximum.accumulate(np.where(first, np.arange(len(records)), 0))
    rank = np.arange(len(records)) - start_of
    group = np.cumsum(first) - 1
    size = np.bincount(group)[group]
    whole = records["quality"] >= WHOLE
    of_values = values_at[places] > 0
    common = (size >= _COMMON_PART) & (2 * size > values_at[places])
    crowded = of_values & ~whole & (common | (rank >= MOST_PARTIAL))
    records, places = records[~crowded], places[~crowded]
    records, places = _once_each(records, places)
    partial = (records["quality"] < WHOLE).astype(np.uint8) * (1 + (values_at[places] > 0))
    order = np.lexsort((records["thing"], places, 255 - records["quality"], partial, records["key"]))
    return records[order], int(crowded.sum())


def _starts(*columns: NDArray[Any]) -> NDArray[np.bool_]:
    """Where a new group of equal neighbours begins."""
    first = np.zeros(len(columns[0]), dtype=bool)
    first[0] = True
    for column in columns:
        first[1:] |= column[1:] != column[:-1]
    return first


def _once_each(records: NDArray[Any], places: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    if not len(records):
        return records, places
    order = np.lexsort((255 - records["quality"], records["thing"], records["key"]))
    keep = order[_starts(records["key"][order], records["thing"][order])]
    return records[keep], places[keep]
