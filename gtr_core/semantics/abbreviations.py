"""Abbreviations in names, written out as their surroundings suggest."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from gtr_core.text import expansions

__all__ = ["written_out"]


def written_out(words: Sequence[str], surroundings: AbstractSet[str]) -> tuple[str, ...]:
    """The words with each abbreviation replaced by what it stands for.

    Of several meanings one wins whose words stand in the surroundings (the other columns' names, the
    descriptions), else the most usual.

    >>> written_out(("acct", "bal"), set())
    ('account', 'balance')
    """
    made: list[str] = []
    for word in words:
        meanings = expansions().get(word)
        if not meanings:
            made.append(word)
            continue
        near = [meaning for meaning in meanings if all(part in surroundings for part in meaning)]
        made.extend((near or meanings)[0])
    return tuple(made)
