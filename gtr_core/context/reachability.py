"""Reachability over the join edges, as bit sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["bit_array", "bits", "reachability"]

# Bits from which on unpacking a whole row is quicker than taking them off it one by one.
_MANY = 24


def reachability(successors: Sequence[Sequence[int]]) -> list[int]:
    """R(t) of every table: the tables that it reaches along edges from child to parent.

    Each set is a Python integer whose bit i stands for table i. A table is in its own set only where a
    cycle leads back to it. Tables are visited in depth-first post-order, in which a graph without cycles
    is complete after one round; cycles take as many further rounds as they are nested. O(E · n / 64) a
    round for n tables and E edges.

    Source: Guided Table Retrieval, section 3.2 (reachability computation).

    >>> [bin(row) for row in reachability([[1], [2], []])]
    ['0b110', '0b100', '0b0']
    """
    reached = [0] * len(successors)
    order = _post_order(successors)
    changed = True
    while changed:
        changed = False
        for table in order:
            row = reached[table]
            for successor in successors[table]:
                row |= reached[successor] | 1 << successor
            if row != reached[table]:
                reached[table] = row
                changed = True
    return reached


def bits(row: int) -> list[int]:
    """The positions of the bits that are set, ascending.

    >>> bits(0b1011)
    [0, 1, 3]
    """
    if row.bit_count() > _MANY:
        return np.flatnonzero(bit_array(row, row.bit_length())).tolist()
    positions = []
    while row:
        lowest = row & -row
        positions.append(lowest.bit_length() - 1)
        row ^= lowest
    return positions


def bit_array(row: int, length: int) -> NDArray[np.bool_]:
    """A bit set as ``(length,)`` booleans; it has no bit beyond.

    >>> bit_array(0b1011, 5).tolist()
    [True, True, False, True, False]
    """
    packed = np.frombuffer(row.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=length, bitorder="little").view(np.bool_)


def _post_order(successors: Sequence[Sequence[int]]) -> list[int]:
    """Depth-first post-order of all nodes, without recursion."""
    order: list[int] = []
    seen = [False] * len(successors)
    for start in range(len(successors)):
        if seen[start]:
            continue
        seen[start] = True
        stack = [(start, iter(successors[start]))]
        while stack:
            node, rest = stack[-1]
            following = next((successor for successor in rest if not seen[successor]), None)
            if following is None:
                order.append(node)
                stack.pop()
            else:
                seen[following] = True
                stack.append((following, iter(successors[following])))
    return order
