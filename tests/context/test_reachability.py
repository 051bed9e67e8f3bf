"""Reachability agrees with networkx on any graph."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.context.reachability import bit_array, bits, reachability

_N = 9


@given(st.sets(st.tuples(st.integers(0, _N - 1), st.integers(0, _N - 1)), max_size=30))
def test_reachability_is_the_transitive_closure(edges: set[tuple[int, int]]) -> None:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(_N))
    graph.add_edges_from(edges)
    successors = [sorted(graph.successors(node)) for node in range(_N)]
    closure = nx.transitive_closure(graph, reflexive=False)
    assert [bits(row) for row in reachability(successors)] == [sorted(closure.successors(n)) for n in range(_N)]


@given(st.integers(0, 2**200))
def test_bits_are_the_set_positions(row: int) -> None:
    assert sum(1 << bit for bit in bits(row)) == row


@given(st.integers(0, 2**200), st.integers(0, 70))
def test_an_array_of_bits_says_of_each_position_whether_it_is_set(row: int, beyond: int) -> None:
    array = bit_array(row, row.bit_length() + beyond)
    assert array.tolist() == [bool(row >> position & 1) for position in range(row.bit_length() + beyond)]
    assert bits(row) == array.nonzero()[0].tolist()
