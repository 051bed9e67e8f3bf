"""Words shared out among the edges that they may speak of."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["best_matching"]


def best_matching(gained: Sequence[tuple[float, tuple[int, ...]]]) -> float:
    """The most that edges earn together, each with what it earns and the words that say it, one word for one edge.

    Exact, as in every matroid: the edges are taken by what they earn, each if all taken can have a word of their own.

    >>> best_matching([(0.4, (3,)), (0.2, (3,)), (0.1, (3, 5))])
    0.5
    """
    holder: dict[int, int] = {}
    ordered = sorted(gained, key=lambda one: (-one[0], one[1]))

    def place(k: int, tried: set[int]) -> bool:
        for word in ordered[k][1]:
            if word not in tried:
                tried.add(word)
                if word not in holder or place(holder[word], tried):
                    holder[word] = k
                    return True
        return False

    return sum(earned for k, (earned, _) in enumerate(ordered) if place(k, set()))
