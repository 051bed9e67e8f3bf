"""The meanings of an n-gram as arrays: whose tables, and how much each says."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Option

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["option_arrays"]

# Meanings of which the arrays are kept, and in how many n-grams; few are as quickly read again.
_MANY = 16
_MOST_KEPT = 2048

_Arrays = tuple["NDArray[np.intp]", "NDArray[np.float64]"]
# By the identity of the meanings, which are kept with their arrays.
_KEPT: WeakKeyDictionary[ContextGraph, dict[int, tuple[tuple[Option, ...], _Arrays]]] = WeakKeyDictionary()


def option_arrays(graph: ContextGraph, options: tuple[Option, ...]) -> _Arrays:
    """``(n_options,)`` each: the positions of their tables, and their weights; not to be written to."""
    if len(options) < _MANY:
        return _arrays(graph, options)
    kept = _KEPT.get(graph)
    if kept is None:
        kept = _KEPT[graph] = {}
    found = kept.get(id(options))
    if found is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        found = kept[id(options)] = options, _arrays(graph, options)
    return found[1]


def _arrays(graph: ContextGraph, options: tuple[Option, ...]) -> _Arrays:
    positions = graph.positions
    return (
        np.array([positions[option.posting.table] for option in options], dtype=np.intp),
        np.array([option.weight for option in options], dtype=np.float64),
    )
