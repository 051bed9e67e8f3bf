"""Meanings as arrays are those of the meanings, and are kept no longer than their graph."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.option_arrays import option_arrays
from tests.context.shapes import table
from tests.retrieval.scoring.trade import named


@pytest.mark.parametrize("count", [0, 3, 40])
def test_positions_and_weights_in_the_order_of_the_meanings(count: int) -> None:
    graph = ContextGraph(tables=[table("a", "id"), table("b", "id")])
    options = tuple(named("ab"[k % 2], weight=1.0 / (k + 1)) for k in range(count))
    for _ in range(2):
        positions, weights = option_arrays(graph, options)
        assert positions.tolist() == [k % 2 for k in range(count)]
        assert weights.tolist() == [option.weight for option in options]


def test_meanings_that_are_equal_in_two_graphs_are_told_apart() -> None:
    one = ContextGraph(tables=[table("a", "id"), table("b", "id")])
    other = ContextGraph(tables=[table("a", "id"), table("aa", "id"), table("b", "id")])
    options = tuple(named("b", weight=0.5) for _ in range(20))
    assert set(option_arrays(one, options)[0].tolist()) == {1}
    assert set(option_arrays(other, options)[0].tolist()) == {2}


def test_nothing_keeps_a_graph_alive() -> None:
    graph = ContextGraph(tables=[table("a", "id")])
    option_arrays(graph, tuple(named("a") for _ in range(20)))
    gone = ref(graph)
    del graph
    gc.collect()
    assert gone() is None
