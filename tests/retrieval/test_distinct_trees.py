"""Distinct trees: what is known to merge to a tree that is listed need not be merged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.disambiguation import LocalDisambiguator
from gtr_core.retrieval.distinct_trees import distinct_trees
from gtr_core.retrieval.exploration import explore
from tests.context.random_graphs import graphs
from tests.retrieval.scoring.trade import grounded, means, named


@settings(deadline=None, max_examples=60)
@given(
    graph=graphs(most=7, hidden=False),
    spoken=st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=3), min_size=1, max_size=4),
)
def test_shapes_leave_out_no_tree(graph: ContextGraph, spoken: list[list[int]]) -> None:
    tables = [one.id for one in graph.tables]
    phrases = [
        means(place, *(named(tables[k % len(tables)], weight=1.0 - 0.1 * rank) for rank, k in enumerate(meant)))
        for place, meant in enumerate(spoken)
    ]
    question = grounded("a b c d", *phrases)
    choices = LocalDisambiguator().choose(graph, question, explore(graph, question.phrases))
    found = distinct_trees(graph, choices)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gtr_core.retrieval.distinct_trees.merged_shape", lambda graph, choice: None)
        assert distinct_trees(graph, choices) == found
    assert len({merged.tree for _, merged in found}) == len(found)
