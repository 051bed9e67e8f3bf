from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.walk import WalkSettings, join_graph, walk
from gtr_core.retrieval.walk.scorer import fixed_scorer
from tests.retrieval.walk.graphs import ByName, Uniform, chain, star, table
from tests.retrieval.words import WordEncoder

ENCODER = WordEncoder()
BARE = WalkSettings(anchors=1, kept=0.0)


def question(text: str) -> np.ndarray:
    return ENCODER.encode([text])[0]


def test_deposits_are_handed_on_and_halved_at_each_hop():
    graph = join_graph(chain(), ENCODER)
    walked = walk(graph, question("alpha"), Uniform(), BARE)
    start = float(walked.similarities[0])
    # From a all of the deposit goes to b; b parts what it got between a, which was left, and c; c hands back to b.
    first, back, onward = start / 2, start / 8, start / 8
    last = onward / 2
    assert walked.anchors == (0,)
    assert walked.edges == pytest.approx([first + back, onward + last], rel=1e-5)
    assert walked.tables == pytest.approx([first + back, first + back + onward + last, onward + last, 0.0], rel=1e-5)


def test_the_number_of_hops_is_bounded():
    graph = join_graph(chain(), ENCODER)
    walked = walk(graph, question("alpha"), Uniform(), WalkSettings(anchors=1, hops=1, kept=0.0))
    assert walked.edges[1] == 0.0
    assert walked.tables[2] == 0.0


def test_the_scorer_says_where_deposits_go():
    graph = join_graph(star(), ENCODER)
    walked = walk(graph, question("s f p1 p2"), ByName(2), WalkSettings(anchors=1, hops=1, kept=0.0))
    assert walked.anchors == (0,)
    assert walked.edges[2] == pytest.approx(float(walked.similarities[0]) / 2, rel=1e-5)
    assert walked.edges[[0, 1, 3]] == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)


def test_an_edge_from_a_table_to_itself_counts_once():
    graph = join_graph(star(), ENCODER)
    walked = walk(graph, question("s p boss"), Uniform(), WalkSettings(anchors=1, hops=1, kept=0.0))
    assert walked.anchors == (1,)
    share = float(walked.similarities[1]) / 2 / 3
    assert walked.edges == pytest.approx([share, share, 0.0, share], rel=1e-5)
    assert walked.tables == pytest.approx([2 * share, 3 * share, 0.0], rel=1e-5)


def test_an_anchor_without_edges_keeps_what_it_would_have_handed_on():
    graph = join_graph(chain(), ENCODER)
    walked = walk(graph, question("delta"), Uniform(), BARE)
    assert walked.anchors == (3,)
    assert walked.tables[3] == pytest.approx(float(walked.similarities[3]) / 2, rel=1e-5)


def test_what_tables_keep_of_their_own_likeness_is_added():
    graph = join_graph(chain(), ENCODER)
    without = walk(graph, question("alpha"), Uniform(), BARE)
    kept = walk(graph, question("alpha"), Uniform(), WalkSettings(anchors=1, kept=2.0))
    assert kept.tables - without.tables == pytest.approx(2 * np.maximum(without.similarities, 0), abs=1e-6)


def test_deposits_of_several_anchors_add_up():
    graph = join_graph(chain(), ENCODER)
    vector = question("alpha gamma")
    both = walk(graph, vector, Uniform(), WalkSettings(anchors=2, kept=0.0))
    assert set(both.anchors) == {0, 2}
    assert both.tables[1] > both.tables[0]


def test_a_frontier_that_is_cut_keeps_the_largest_deposits():
    leaves = [f"t{i}" for i in range(6)]
    graph = ContextGraph(
        tables=[
            table("hub", "id", "hub"),
            *(table(name, "id", "hub_id", "end_id") for name in leaves),
            table("end", "id"),
        ],
        joins=[JoinEdge(name, ("hub_id",), "hub", ("id",)) for name in leaves]
        + [JoinEdge(name, ("end_id",), "end", ("id",)) for name in leaves],
    )
    position = graph.positions["t3"]
    joined = join_graph(graph, ENCODER)
    walked = walk(joined, question("hub"), ByName(position), WalkSettings(anchors=1, hops=2, frontier=1, kept=0.0))
    to_end = [float(walked.edges[i]) for i, edge in enumerate(joined.edges) if edge.parent == "end"]
    assert [deposit > 0 for deposit in to_end] == [name == "t3" for name in leaves]


def test_a_context_without_tables_is_walked():
    graph = join_graph(ContextGraph(tables=[]), ENCODER)
    assert walk(graph, question("anything"), Uniform(), BARE).anchors == ()


@st.composite
def graphs(draw) -> ContextGraph:
    size = draw(st.integers(1, 7))
    names = [f"t{i}" for i in range(size)]
    ends = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=10, unique=True))
    joins = [JoinEdge(child, (f"{parent}_id",), parent, ("id",)) for child, parent in ends]
    columns = {name: ["id", *(f"{parent}_id" for child, parent in ends if child == name)] for name in names}
    return ContextGraph(tables=[table(name, *columns[name]) for name in names], joins=joins)


@settings(max_examples=60, deadline=None)
@given(graphs(), st.sampled_from(["t0 id", "t1", "s t3 t2", "nothing here"]), st.integers(1, 4))
def test_what_always_holds_of_a_walk(graph: ContextGraph, text: str, anchors: int):
    joined = join_graph(graph, ENCODER)
    walked = walk(joined, question(text), fixed_scorer(), WalkSettings(anchors=anchors, kept=0.0))
    assert (walked.edges >= 0).all()
    assert (walked.tables >= 0).all()
    # What is handed on at a hop is at most half of what came: all hops together hand on less than all deposits.
    given_out = sum(max(float(walked.similarities[table]), 0.0) for table in walked.anchors)
    assert walked.edges.sum() <= given_out + 1e-6
    # Both ends of an edge are at least as good as its deposit.
    for number in range(len(joined.edges)):
        assert walked.tables[joined.children[number]] >= walked.edges[number] - 1e-9
        assert walked.tables[joined.parents[number]] >= walked.edges[number] - 1e-9
    again = walk(joined, question(text), fixed_scorer(), WalkSettings(anchors=anchors, kept=0.0))
    assert np.array_equal(again.tables, walked.tables)
