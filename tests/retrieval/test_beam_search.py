"""The beam search for assignments: what it leaves out as hopeless changes nothing."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from tests.context.random_graphs import graphs
from tests.retrieval.random_phrases import assigned, random_phrases


@settings(deadline=None, max_examples=60)
@given(graph=graphs(most=6, hidden=False), data=st.data())
def test_what_is_left_out_as_hopeless_changes_nothing(graph: ContextGraph, data: st.DataObject) -> None:
    phrases = data.draw(random_phrases(graph))
    root = data.draw(st.integers(0, len(graph.tables) - 1))
    found = assigned(graph, root, phrases)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gtr_core.retrieval.beam_search.BeamSearch._most", lambda self, place: math.inf)
        patch.setattr("gtr_core.retrieval.beam_search.TIE", math.inf)
        assert assigned(graph, root, phrases) == found
