"""Meanings that are kept from question to question."""

from __future__ import annotations

from weakref import WeakKeyDictionary, ref

from gtr_core.context.graph import ContextGraph
from gtr_core.index import ValueIndex
from gtr_core.retrieval.candidate import Option

__all__ = ["MOST_KEPT", "NGRAM", "KeptMeanings", "kept_meanings"]

# Meanings that are kept in all, some 200 bytes each, and as how many an n-gram itself counts.
MOST_KEPT = 1 << 16
NGRAM = 3


class KeptMeanings:
    """The meanings of n-grams in one graph and index, neither of which ever changes.

    Args:
        graph: Whose tables are meant; it is not kept alive.
    """

    def __init__(self, graph: ContextGraph) -> None:
        self._graph = ref(graph)
        self._kept: dict[object, tuple[Option, ...]] = {}
        self._count = 0

    def is_of(self, graph: ContextGraph) -> bool:
        """Whether these are meanings in that graph."""
        return self._graph() is graph

    def get(self, key: object) -> tuple[Option, ...] | None:
        """What was kept under a key; None where nothing was."""
        return self._kept.get(key)

    def keep(self, key: object, options: tuple[Option, ...]) -> None:
        """Keep the meanings of an n-gram, none also; where there would be too many, those before it are dropped."""
        size = len(options) + NGRAM
        if size > MOST_KEPT:
            return
        if self._count + size > MOST_KEPT:
            self._kept, self._count = {}, 0
        self._kept[key] = options
        self._count += size


_KEPT: WeakKeyDictionary[ValueIndex, KeptMeanings] = WeakKeyDictionary()


def kept_meanings(graph: ContextGraph, index: ValueIndex) -> KeptMeanings:
    """What is kept for a graph and its index, as long as the index is."""
    found = _KEPT.get(index)
    if found is None or not found.is_of(graph):
        found = _KEPT[index] = KeptMeanings(graph)
    return found
