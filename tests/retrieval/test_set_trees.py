"""Join trees of a given set of tables: exactly these, connected, ordered, nothing to spare."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.context.reachability import bits
from gtr_core.retrieval.assignment import Costs
from gtr_core.retrieval.candidate import Phrase
from gtr_core.retrieval.disambiguation import Choice
from gtr_core.retrieval.merging import merge
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.retrieval.set_trees import trees_of_set
from tests.context.random_graphs import graphs, shuffled
from tests.context.shapes import edge, table
from tests.retrieval.scoring.trade import grounded, means, members, named, trade, valued
from tests.retrieval.tree_laws import check_tree, is_connected


def _choices(graph: ContextGraph, whole: int, *phrases: Phrase) -> list[Choice]:
    words = grounded("a b c d", *phrases)
    return trees_of_set(graph, words, whole, Costs(), SaidRoles(graph, words.tokens))


def _trees(graph: ContextGraph, names: str, *phrases: Phrase) -> list[JoinTree]:
    merged = [merge(graph, choice) for choice in _choices(graph, members(graph, names), *phrases)]
    return [one.tree for one in merged if one is not None]


def _joins(tree: JoinTree) -> set[tuple[str, str, str]]:
    return {(join.left, join.on[0][0], join.right) for join in tree.joins}


def test_one_table_is_its_own_tree() -> None:
    (tree,) = _trees(trade(), "part")
    assert (tree.tables, tree.joins) == (("part",), ())


def test_the_root_reaches_the_rest_many_to_one() -> None:
    tree = _trees(trade(), "line orders customer", means(0, named("customer")))[0]
    assert tree.root == "line"
    assert _joins(tree) == {("line", "order_id", "orders"), ("orders", "customer_id", "customer")}
    assert not any(join.fan_out for join in tree.joins)


def test_a_table_of_which_nobody_speaks_belongs_to_the_tree() -> None:
    tree = _trees(trade(), "offer part supplier", means(0, named("part")))[0]
    assert tree.tables == ("offer", "part", "supplier")


def test_children_of_one_parent_are_joined_over_it_from_parent_to_child() -> None:
    tree = _trees(trade(), "supplier country customer", means(0, named("supplier")), means(1, named("customer")))[0]
    assert tree.tables == ("country", "customer", "supplier")
    assert any(join.fan_out for join in tree.joins)


def _family() -> ContextGraph:
    return ContextGraph(
        tables=[table("person", "id"), table("height", "person_id"), table("weight", "person_id")],
        joins=[edge("height", "person_id", "person", "id"), edge("weight", "person_id", "person", "id")],
    )


def test_siblings_are_joined_without_the_parent_only_where_it_is_not_in_the_set() -> None:
    graph = _family()
    (join,) = _trees(graph, "height weight")[0].joins
    assert (join.edge.child, join.edge.parent) == ("height", "weight")
    assert join.edge not in graph.joins
    with_parent = _trees(graph, "height person weight")[0]
    assert {join.edge for join in with_parent.joins} == set(graph.joins)


def test_tables_that_nothing_joins_have_no_tree() -> None:
    assert _choices(trade(), members(trade(), "part customer")) == []


def test_two_values_of_one_column_stand_on_two_instances() -> None:
    graph = trade()
    phrases = (
        means(0, valued("India"), to=((1, 1.0),)),
        means(1, named("supplier")),
        means(2, named("customer")),
        means(3, valued("China"), to=((2, 1.0),)),
    )
    tree = _trees(graph, "line supplier orders customer country", *phrases)[0]
    assert sum(node.table == "country" for node in tree.nodes) == 2
    assert {join.left for join in tree.joins if join.edge.parent == "country"} == {"supplier", "customer"}


def test_a_table_between_two_instances_of_another_stays() -> None:
    graph = ContextGraph(
        tables=[table("a", "id", "b_id"), table("b", "id", "a_id")],
        joins=[edge("a", "b_id", "b", "id"), edge("b", "a_id", "a", "id")],
    )
    trees = _trees(graph, "a b", means(0, named("a")))
    assert {tree.tables for tree in trees} == {("a", "b")}
    assert {len(tree.joins) for tree in trees} == {1}


def test_a_row_above_of_which_nobody_speaks_is_cut_where_its_table_stands_below() -> None:
    graph = ContextGraph(
        tables=[table("employee", "id", "manager_id", "team_id"), table("team", "id")],
        joins=[edge("employee", "manager_id", "employee", "id", "manager"), edge("employee", "team_id", "team", "id")],
    )
    trees = _trees(graph, "employee team", means(0, named("team")))
    assert {len(tree.nodes) for tree in trees} == {2}


def _drawn(graph: ContextGraph, data: st.DataObject) -> tuple[int, Sequence[Phrase]]:
    visible = [position for position, one in enumerate(graph.tables) if not one.hidden]
    chosen = data.draw(st.sets(st.sampled_from(visible), min_size=1))
    spoken = data.draw(st.lists(st.sampled_from(sorted(chosen)), max_size=3))
    return sum(1 << one for one in chosen), [means(k, named(f"t{one}")) for k, one in enumerate(spoken)]


@given(graph=graphs(), data=st.data())
@settings(deadline=None, max_examples=60)
def test_every_tree_holds_just_the_set_and_keeps_the_laws(graph: ContextGraph, data: st.DataObject) -> None:
    whole, phrases = _drawn(graph, data)
    expected = tuple(sorted(graph.tables[position].id for position in bits(whole)))
    for choice in _choices(graph, whole, *phrases):
        merged = merge(graph, choice)
        assert merged is not None
        assert merged.tree.tables == expected
        anchors = {graph.tables[choice.tree.instances[one].table].id for one in choice.assignment.anchors}
        check_tree(graph, merged.tree, spoken={alias for alias in merged.aliases if alias}, anchors=anchors)


@given(graph=graphs(), data=st.data())
@settings(deadline=None, max_examples=60)
def test_only_connected_sets_have_trees_and_small_ones_always_do(graph: ContextGraph, data: st.DataObject) -> None:
    whole, phrases = _drawn(graph, data)
    found = _choices(graph, whole, *phrases)
    if not is_connected(graph, whole):
        assert found == []
    elif whole.bit_count() <= 2:
        assert found


@given(graph=graphs(), data=st.data(), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=60)
def test_the_order_of_the_input_does_not_matter(graph: ContextGraph, data: st.DataObject, seed: int) -> None:
    whole, phrases = _drawn(graph, data)
    again = shuffled(graph, seed)
    one = [(merge(graph, choice), choice.score) for choice in _choices(graph, whole, *phrases)]
    two = [(merge(again, choice), choice.score) for choice in _choices(again, whole, *phrases)]
    assert one == two


@given(graph=graphs(), data=st.data())
@settings(deadline=None, max_examples=60)
def test_the_best_comes_first(graph: ContextGraph, data: st.DataObject) -> None:
    whole, phrases = _drawn(graph, data)
    scores = [choice.score for choice in _choices(graph, whole, *phrases)]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("names", ["line offer part supplier", "line orders customer country supplier part"])
def test_a_graph_of_many_paths_keeps_the_laws(names: str) -> None:
    graph = trade()
    for tree in _trees(graph, names, means(0, named("line"))):
        check_tree(graph, tree, spoken={"line"}, anchors=set(names.split()))
        assert tree.tables == tuple(sorted(names.split()))
