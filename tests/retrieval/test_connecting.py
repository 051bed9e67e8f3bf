from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.connecting import connect
from tests.retrieval.walk.graphs import chain, edge, star, table


def positions(graph: ContextGraph, *names: str) -> list[int]:
    return [graph.positions[name] for name in names]


def test_tables_are_joined_over_the_ones_between_them():
    graph = chain()
    tree = connect(graph, positions(graph, "c", "a"), bridges=1)
    assert tree.root == "a"
    assert [(join.left, join.right, join.fan_out) for join in tree.joins] == [("a", "b", False), ("b", "c", False)]


def test_what_no_path_joins_is_left_out():
    graph = chain()
    assert connect(graph, positions(graph, "c", "a"), bridges=0).tables == ("c",)
    assert connect(graph, positions(graph, "d", "a", "b"), bridges=2).tables == ("d",)


def test_the_root_reaches_most_and_two_children_of_one_parent_fan_out():
    graph = ContextGraph(
        tables=[table("p", "id"), table("x", "p_id"), table("y", "p_id")], joins=[edge("x", "p"), edge("y", "p")]
    )
    tree = connect(graph, positions(graph, "y", "x", "p"), bridges=0)
    assert tree.root == "x"
    assert [(join.left, join.right, join.fan_out) for join in tree.joins] == [("x", "p", False), ("p", "y", True)]


def test_the_edge_that_is_worth_more_is_taken():
    graph = star()
    first, second = graph.joins[0], graph.joins[1]
    pair = positions(graph, "f", "p")
    assert connect(graph, pair, bridges=0, worth={second: 1.0}).joins[0].edge is second
    assert connect(graph, pair, bridges=0, worth={first: 1.0, second: 0.5}).joins[0].edge is first


def test_of_equal_paths_that_over_the_better_ranked_table_is_taken():
    names = ("a", "m", "n", "z")
    graph = ContextGraph(
        tables=[table(name, "id") for name in names],
        joins=[edge("a", "m"), edge("a", "n"), edge("m", "z"), edge("n", "z")],
    )
    ends = positions(graph, "a", "z")
    assert connect(graph, ends, bridges=1, ranks={graph.positions["n"]: 0}).tables == ("a", "n", "z")
    assert connect(graph, ends, bridges=1, ranks={graph.positions["m"]: 0}).tables == ("a", "m", "z")


@st.composite
def selections(draw) -> tuple[ContextGraph, list[int], int]:
    size = draw(st.integers(1, 8))
    names = [f"t{i}" for i in range(size)]
    ends = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=14))
    joins = [JoinEdge(child, (f"k{i}",), parent, ("id",)) for i, (child, parent) in enumerate(ends)]
    graph = ContextGraph(tables=[table(name, "id") for name in names], joins=joins)
    chosen = draw(st.lists(st.sampled_from(range(size)), min_size=1, max_size=5, unique=True))
    return graph, chosen, draw(st.integers(0, 2))


@settings(max_examples=150, deadline=None)
@given(selections())
def test_what_always_holds_of_the_tree(selection: tuple[ContextGraph, list[int], int]):
    graph, chosen, bridges = selection
    tree = connect(graph, chosen, bridges=bridges)
    assert graph.tables[chosen[0]].id in tree.tables
    assert len(tree.nodes) == len(tree.tables) == len(tree.joins) + 1
    assert len({node.alias for node in tree.nodes}) == len(tree.nodes)
    before = {tree.root}
    by_alias = {node.alias: node.table for node in tree.nodes}
    for node, join in zip(tree.nodes[1:], tree.joins, strict=True):
        assert join.right == node.alias
        assert join.left in before
        before.add(join.right)
        ends = (
            (by_alias[join.right], by_alias[join.left]) if join.fan_out else (by_alias[join.left], by_alias[join.right])
        )
        assert (join.edge.child, join.edge.parent) == ends
        assert join.edge in graph.joins
    # A leaf is a table that was selected: bridges end nowhere.
    inner = {join.left for join in tree.joins}
    for node in tree.nodes[1:]:
        if node.alias not in inner:
            assert graph.positions[node.table] in chosen
    again = connect(graph, chosen, bridges=bridges)
    assert again == tree
