"""Whether a measure adds up."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.profiling.name_hints import hints
from gtr_core.profiling.word_lists import word_list

__all__ = ["additivity"]

_BALANCE_WORDS = word_list("balance_words")
_RATIO_WORDS = word_list("ratio_words")
_PER = frozenset({"per", "each", "unit"})


def additivity(words: Sequence[str], kind: str) -> str:
    """How a measure of that name and semantic type adds up (Kimball and Ross, The Data Warehouse Toolkit, chapter 1).

    A ratio (a share, a rate, a price of one, an average) adds up over nothing; a level that was read off at
    some time (a balance, a stock) over everything but time; all else over everything.

    >>> additivity(("extended", "price"), "money"), additivity(("unit", "price"), "money")
    ('additive', 'ratio')
    >>> additivity(("acctbal",), "money"), additivity(("discount",), "share")
    ('semi_additive', 'ratio')
    """
    if kind == "share" or set(words) & _PER or hints(words, _RATIO_WORDS):
        return "ratio"
    return "semi_additive" if hints(words, _BALANCE_WORDS) else "additive"
