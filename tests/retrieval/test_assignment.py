"""The search for assignments: what it leaves out as hopeless changes nothing."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import left_join_tree
from gtr_core.index import Posting
from gtr_core.retrieval.assignment import Assignment, Costs, assign
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.said_roles import SaidRoles
from tests.context.random_graphs import graphs
from tests.retrieval.scoring.trade import grounded, means

_WEIGHTS = st.sampled_from([0.3, 0.5, 0.500001, 0.5000004, 0.9, 1.0])


@st.composite
def _phrases(draw: st.DrawFn, graph: ContextGraph) -> list[Phrase]:
    """Up to five phrases of several meanings each, that may be attached to each other or stand side by side."""
    count = draw(st.integers(1, 5))
    tables = [one.id for one in graph.tables]
    phrases = []
    for place in range(count):
        options: list[Option] = []
        for table_id in draw(st.lists(st.sampled_from(tables), min_size=1, max_size=4)):
            weight = draw(_WEIGHTS)
            value = draw(st.sampled_from(["", "India", "China"]))
            posting = Posting("value", table_id, "c", value) if value else Posting("table", table_id)
            options.append(Option(posting, "", "exact", weight))
        options.sort(key=lambda option: -option.weight)
        others = [other for other in range(count) if other != place]
        to = draw(st.sets(st.sampled_from(others), max_size=2)) if others else set()
        strengths = tuple((other, draw(st.sampled_from([0.4, 0.9, 1.0]))) for other in sorted(to))
        phrases.append(means(place, *options, to=strengths))
    return phrases


def _assigned(graph: ContextGraph, root: int, phrases: list[Phrase]) -> list[Assignment]:
    everything = (1 << len(graph.tables)) - 1
    tree = left_join_tree(graph, root, everything, fan_out_to=everything & ~(1 << root))
    said = SaidRoles(graph, grounded("a b c d e", *phrases).tokens)
    return assign(graph, tree, phrases, range(len(phrases)), Costs(), said)


@settings(deadline=None, max_examples=60)
@given(graph=graphs(most=6, hidden=False), data=st.data())
def test_what_is_left_out_as_hopeless_changes_nothing(graph: ContextGraph, data: st.DataObject) -> None:
    phrases = data.draw(_phrases(graph))
    root = data.draw(st.integers(0, len(graph.tables) - 1))
    found = _assigned(graph, root, phrases)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gtr_core.retrieval.assignment._Search._most", lambda self, place: math.inf)
        patch.setattr("gtr_core.retrieval.assignment.TIE", math.inf)
        assert _assigned(graph, root, phrases) == found
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
