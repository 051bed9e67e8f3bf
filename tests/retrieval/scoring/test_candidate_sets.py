"""Sets that could be the answer: connected, bounded, the given ones first."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.context.sibling_edges import sibling_edges
from gtr_core.retrieval.scoring.candidate_sets import MAX_SETS, MAX_SIZE, candidate_sets, log_odds
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from tests.context.random_graphs import graphs, shuffled
from tests.context.shapes import edge, table
from tests.retrieval.scoring.plain_candidate_sets import plain_candidate_sets
from tests.retrieval.scoring.trade import members, trade


def _sets(graph: ContextGraph, scores: dict[int, float], given_sets: tuple[int, ...] = ()) -> list[int]:
    return candidate_sets(graph, SchemaFeatures(graph), scores, given_sets)


def _connected(graph: ContextGraph, whole: int) -> bool:
    """By a walk over the edges of the graph and those between siblings."""
    inside = set(bits(whole))
    links = {(graph.positions[one.child], graph.positions[one.parent]) for one in graph.joins}
    links |= {(position, other) for position in inside for other, _ in sibling_edges(graph, position)}
    reached, queue = {min(inside)}, [min(inside)]
    for at in queue:
        for one, two in links | {(two, one) for one, two in links}:
            if one == at and two in inside and two not in reached:
                reached.add(two)
                queue.append(two)
    return reached == inside


_SCORES = st.lists(st.sampled_from([0.0, 0.01, 0.2, 0.5, 0.9, 1.0]), min_size=12, max_size=12)


@given(graph=graphs(most=12, hidden=False), chances=_SCORES)
@settings(deadline=None)
def test_every_set_is_connected_small_and_listed_once(graph: ContextGraph, chances: list[float]) -> None:
    found = _sets(graph, dict(zip(range(len(graph.tables)), chances, strict=False)))
    assert 1 <= len(found) <= MAX_SETS
    assert len(set(found)) == len(found)
    for whole in found:
        assert 1 <= whole.bit_count() <= MAX_SIZE
        assert _connected(graph, whole), [graph.tables[position].id for position in bits(whole)]


@given(graph=graphs(most=9), chances=_SCORES, data=st.data())
@settings(deadline=None)
def test_given_sets_come_first_and_stay(graph: ContextGraph, chances: list[float], data: st.DataObject) -> None:
    scores = dict(zip(range(len(graph.tables)), chances, strict=False))
    kept = data.draw(st.lists(st.integers(1, (1 << len(graph.tables)) - 1), max_size=6))
    found = _sets(graph, scores, tuple(kept))
    distinct = list(dict.fromkeys(kept))
    assert found[: len(distinct)] == distinct
    assert len(set(found)) == len(found) <= MAX_SETS
    assert (
        found[len(distinct) :] == [one for one in _sets(graph, scores) if one not in kept][: MAX_SETS - len(distinct)]
    )


@given(graph=graphs(most=9), chances=_SCORES, seed=st.integers(0, 99))
@settings(deadline=None)
def test_the_order_of_the_input_does_not_matter(graph: ContextGraph, chances: list[float], seed: int) -> None:
    scores = list(dict(zip(range(len(graph.tables)), chances, strict=False)).items())
    mixed = list(scores)
    random.Random(seed).shuffle(mixed)
    assert _sets(graph, dict(scores)) == _sets(shuffled(graph, seed), dict(mixed)) == _sets(graph, dict(scores))


@given(graph=graphs(most=9, hidden=False), chances=_SCORES)
@settings(deadline=None)
def test_the_likelier_come_first(graph: ContextGraph, chances: list[float]) -> None:
    scores = dict(zip(range(len(graph.tables)), chances, strict=False))
    worth = [round(sum(log_odds(scores[position]) for position in bits(whole)), 6) for whole in _sets(graph, scores)]
    assert worth == sorted(worth, reverse=True)


@given(
    graph=graphs(most=16),
    chances=st.lists(st.sampled_from([0.0, 0.01, 0.2, 0.5, 0.9, 1.0]) | st.floats(0.0, 1.0), min_size=16, max_size=16),
    scored=st.sets(st.integers(0, 15), min_size=1, max_size=12),
    data=st.data(),
)
@settings(deadline=None)
def test_they_are_those_of_the_plain_form(
    graph: ContextGraph, chances: list[float], scored: set[int], data: st.DataObject
) -> None:
    places = [position for position in sorted(scored) if position < len(graph.tables)]
    scores = {position: round(chances[position], 6) for position in places}
    kept = data.draw(st.lists(st.integers(1, (1 << len(graph.tables)) - 1), max_size=4))
    assert _sets(graph, scores, tuple(kept)) == plain_candidate_sets(SchemaFeatures(graph), scores, kept)


def test_many_given_sets_leave_no_room() -> None:
    graph = trade()
    kept = tuple(range(1, MAX_SETS + 4))
    assert _sets(graph, {0: 0.9}, kept) == list(kept)


def test_a_bridge_is_taken_where_only_it_connects() -> None:
    graph = trade()
    scores = {graph.positions[name]: 0.9 for name in ("customer", "part")}
    names = [{graph.tables[position].id for position in bits(whole)} for whole in _sets(graph, scores)]
    assert names == [{"customer"}, {"part"}, {"customer", "line", "orders", "part"}]


def test_of_two_bridges_the_likelier_is_taken() -> None:
    graph = ContextGraph(
        tables=[table("a", "id"), table("b", "id"), table("east", "a_id", "b_id"), table("west", "a_id", "b_id")],
        joins=[edge(bridge, f"{end}_id", end, "id") for bridge in ("east", "west") for end in ("a", "b")],
    )
    for likely, other in (("east", "west"), ("west", "east")):
        scores = {graph.positions[name]: 0.9 for name in ("a", "b")}
        scores |= {graph.positions[likely]: 0.3, graph.positions[other]: 0.1}
        found = _sets(graph, scores)
        # The unlikely bridge stands only in sets of which it is itself a member by choice.
        assert found.index(members(graph, f"a b {likely}")) < found.index(members(graph, f"a b {other}"))
        only = _sets(graph, {position: score for position, score in scores.items() if score > 0.5})
        assert members(graph, "a b") not in only


def test_children_of_one_parent_may_stand_without_it() -> None:
    graph = ContextGraph(
        tables=[table("person", "id"), table("height", "person_id"), table("weight", "person_id")],
        joins=[edge("height", "person_id", "person", "id"), edge("weight", "person_id", "person", "id")],
    )
    scores = {graph.positions[name]: 0.8 for name in ("height", "weight")}
    found = _sets(graph, scores)
    assert members(graph, "height weight") in found
    assert members(graph, "height person weight") in found


def test_tables_that_nothing_joins_stand_alone() -> None:
    graph = ContextGraph(tables=[table("a", "id"), table("b", "id")])
    assert sorted(_sets(graph, {0: 0.9, 1: 0.9})) == [1, 2]


def test_no_path_leads_by_a_hidden_table() -> None:
    graph = ContextGraph(
        tables=[table("a", "id"), table("b", "id"), table("link", "a_id", "b_id", hidden=True)],
        joins=[edge("link", "a_id", "a", "id"), edge("link", "b_id", "b", "id")],
    )
    assert sorted(_sets(graph, {0: 0.9, 1: 0.9})) == [1, 2]


@pytest.mark.parametrize(("probability", "expected"), [(0.5, 0.0), (0.0, -math.log(99)), (1.0, math.log(99))])
def test_log_odds_are_bounded(probability: float, expected: float) -> None:
    assert log_odds(probability) == pytest.approx(expected)
