"""Choosing aliases so that no two things bear the same one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

__all__ = ["distinct"]


def distinct(
    candidates: Sequence[Sequence[str]], identities: Sequence[Hashable], giving_way: Sequence[bool] | None = None
) -> list[str]:
    """One of each thing's candidates, the first that no other thing bears.

    Where several things would bear the same, those that give way take their next candidate; where none of
    them gives way or can, all do that can. Things of one identity may share. O(n · c) rounds at worst for n
    things of c candidates, one in practice.

    Args:
        candidates: Per thing, what it may be called, best first; the last one stays even where it is shared.
        identities: Per thing, what it is.
        giving_way: Per thing, whether it leaves the name to others.

    >>> distinct([["name", "c name"], ["name"], ["tax"]], [1, 2, 3])
    ['c name', 'name', 'tax']
    """
    level = [0] * len(candidates)
    while True:
        bearers: dict[str, list[int]] = defaultdict(list)
        for i, names in enumerate(candidates):
            bearers[names[level[i]]].append(i)
        moved = False
        for sharing in bearers.values():
            if len({identities[i] for i in sharing}) < 2:
                continue
            able = [i for i in sharing if level[i] + 1 < len(candidates[i])]
            yielding = [i for i in able if giving_way is not None and giving_way[i]]
            for i in yielding or able:
                level[i] += 1
                moved = True
        if not moved:
            return [names[level[i]] for i, names in enumerate(candidates)]
