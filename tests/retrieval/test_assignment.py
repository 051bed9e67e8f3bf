"""Assignments: best first, each strong phrase on an instance of a table that it may mean, or left out."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from tests.context.random_graphs import graphs
from tests.retrieval.random_phrases import assigned, random_phrases, tree_below


@settings(deadline=None, max_examples=60)
@given(graph=graphs(most=6, hidden=False), data=st.data())
def test_the_best_stand_first(graph: ContextGraph, data: st.DataObject) -> None:
    phrases = data.draw(random_phrases(graph))
    root = data.draw(st.integers(0, len(graph.tables) - 1))
    found = assigned(graph, root, phrases)
    assert found
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@settings(deadline=None, max_examples=60)
@given(graph=graphs(most=6, hidden=False), data=st.data())
def test_strong_phrases_alone_are_placed_and_only_where_they_may_be(graph: ContextGraph, data: st.DataObject) -> None:
    phrases = data.draw(random_phrases(graph))
    root = data.draw(st.integers(0, len(graph.tables) - 1))
    strong = sorted(data.draw(st.sets(st.sampled_from(range(len(phrases))))))
    instances = tree_below(graph, root).instances
    for one in assigned(graph, root, phrases, strong):
        assert len(one.choices) == len(phrases)
        reached = 1
        for i, choice in enumerate(one.choices):
            if choice is None:
                continue
            option, at = choice
            assert i in strong
            assert option in phrases[i].options
            assert instances[at].table == graph.positions[option.posting.table]
            while at >= 0:
                reached |= 1 << at
                at = instances[at].above
        assert one.used == reached
