"""Joins of two tables by their copies of one parent's key."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from gtr_core.catalog import JoinEdge, Key
from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import left_join_tree
from gtr_core.context.sibling_edges import MOST_SIBLINGS, sibling_edges, sibling_set
from tests.context.random_graphs import graphs, shuffled
from tests.context.shapes import edge, table


def _family(*keys: Key, joins: tuple[JoinEdge, ...] = ()) -> ContextGraph:
    """Height and weight of a person, each with a copy of the person's id."""
    return ContextGraph(
        tables=[table("person", "id"), table("height", "person_id", "cm"), table("weight", "person_id", "kg")],
        joins=joins or (edge("height", "person_id", "person", "id"), edge("weight", "person_id", "person", "id")),
        keys=keys,
    )


def _found(graph: ContextGraph, name: str) -> list[tuple[str, JoinEdge]]:
    return [(graph.tables[other].id, found) for other, found in sibling_edges(graph, graph.positions[name])]


@pytest.mark.parametrize(
    ("unique", "child", "cardinality"),
    [
        ((), "height", "many_to_many"),
        (("weight",), "height", "many_to_one"),
        (("height",), "weight", "many_to_one"),
        (("height", "weight"), "height", "one_to_one"),
    ],
)
def test_the_child_is_the_side_not_known_to_be_unique(unique: tuple[str, ...], child: str, cardinality: str) -> None:
    graph = _family(*(Key(name, ("person_id",), "tests", primary=True) for name in unique))
    ((other, found),) = _found(graph, "height")
    assert other == "weight"
    assert (found.child, found.cardinality) == (child, cardinality)
    assert found.child_columns == found.parent_columns == ("person_id",)
    assert {found.child, found.parent} == {"height", "weight"}


def test_both_sides_see_the_same_edge() -> None:
    graph = _family(Key("weight", ("person_id",), "tests", primary=True))
    assert [found for _, found in _found(graph, "height")] == [found for _, found in _found(graph, "weight")]
    assert _found(graph, "person") == []


def test_it_is_as_sure_as_the_weaker_of_its_two_edges() -> None:
    joins = (
        replace(edge("height", "person_id", "person", "id"), confidence=0.7, origins=("inferred",)),
        replace(edge("weight", "person_id", "person", "id"), confidence=0.9),
    )
    ((_, found),) = _found(_family(joins=joins), "height")
    assert found.confidence == 0.7
    assert found.origins == ("inferred", "relationships_test")
    assert found.measurement is None
    assert found.role is None


def test_a_table_that_refers_to_the_parent_twice_has_none() -> None:
    joins = (
        edge("height", "person_id", "person", "id"),
        edge("height", "cm", "person", "id", "measured_by"),
        edge("weight", "person_id", "person", "id"),
    )
    graph = _family(joins=joins)
    assert _found(graph, "height") == []
    assert _found(graph, "weight") == []


def test_other_columns_of_the_parent_are_no_shared_key() -> None:
    joins = (edge("height", "person_id", "person", "id"), edge("weight", "person_id", "person", "code"))
    assert _found(_family(joins=joins), "height") == []


@pytest.mark.parametrize(("children", "expected"), [(MOST_SIBLINGS, MOST_SIBLINGS - 1), (MOST_SIBLINGS + 1, 0)])
def test_the_children_of_a_hub_are_no_siblings(children: int, expected: int) -> None:
    names = [f"child{i:02}" for i in range(children)]
    graph = ContextGraph(
        tables=[table("hub", "id"), *(table(name, "hub_id") for name in names)],
        joins=[edge(name, "hub_id", "hub", "id") for name in names],
    )
    assert len(_found(graph, "child00")) == expected


@given(graph=graphs())
@settings(deadline=None, max_examples=60)
def test_two_edges_of_the_graph_imply_each(graph: ContextGraph) -> None:
    for position, here in enumerate(graph.tables):
        for other, found in sibling_edges(graph, position):
            there = graph.tables[other].id
            assert other != position
            assert {found.child, found.parent} == {here.id, there}
            mine = [one for one in graph.joins if (one.child, one.child_columns) == (found.child, found.child_columns)]
            theirs = [
                one for one in graph.joins if (one.child, one.child_columns) == (found.parent, found.parent_columns)
            ]
            shared = [
                (one, two)
                for one in mine
                for two in theirs
                if (one.parent, one.parent_columns) == (two.parent, two.parent_columns)
            ]
            assert shared
            assert found in [back for whom, back in sibling_edges(graph, other) if whom == position]


@given(graph=graphs())
@settings(deadline=None, max_examples=60)
def test_the_order_of_the_input_does_not_matter(graph: ContextGraph) -> None:
    again = shuffled(graph, 7)
    for position in range(len(graph.tables)):
        assert sorted(sibling_edges(graph, position), key=repr) == sorted(sibling_edges(again, position), key=repr)


@given(graph=graphs())
@settings(deadline=None, max_examples=60)
def test_the_set_of_siblings_holds_those_of_the_edges(graph: ContextGraph) -> None:
    for position in range(len(graph.tables)):
        found = {other for other, _ in sibling_edges(graph, position)}
        assert sibling_set(graph, position) == sum(1 << other for other in found)


def _mask(graph: ContextGraph, *names: str) -> int:
    return sum(1 << graph.positions[name] for name in names)


def test_a_tree_joins_siblings_only_where_asked() -> None:
    graph = _family(Key("weight", ("person_id",), "tests", primary=True))
    both, height = _mask(graph, "height", "weight"), graph.positions["height"]
    without = left_join_tree(graph, height, both, within=both)
    assert [graph.tables[one.table].id for one in without.instances] == ["height"]
    tree = left_join_tree(graph, height, both, within=both, siblings=True)
    assert [graph.tables[one.table].id for one in tree.instances] == ["height", "weight"]
    step = tree.instances[1].step
    assert step is not None
    assert not step.fan_out
    assert (step.columns_left, step.reaches, step.columns_reached) == (("person_id",), "weight", ("person_id",))


def test_from_the_unique_side_a_sibling_fans_out() -> None:
    graph = _family(Key("weight", ("person_id",), "tests", primary=True))
    both = _mask(graph, "height", "weight")
    tree = left_join_tree(graph, graph.positions["weight"], both, within=both, siblings=True)
    step = tree.instances[1].step
    assert step is not None
    assert step.fan_out
    assert step.reaches == "height"


@given(graph=graphs())
@settings(deadline=None, max_examples=60)
def test_a_tree_stays_within(graph: ContextGraph) -> None:
    whole = (1 << len(graph.tables)) - 1
    for root in range(len(graph.tables)):
        for left_out in range(len(graph.tables)):
            within = whole & ~(1 << left_out)
            for siblings in (False, True):
                tree = left_join_tree(graph, root, whole, fan_out_to=whole, within=within, siblings=siblings)
                reached = {one.table for one in tree.instances[1:]}
                assert left_out not in reached
                assert not any(graph.tables[one].hidden for one in reached)
