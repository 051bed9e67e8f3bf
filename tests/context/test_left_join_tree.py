"""Instances below a root: one a role, cut where the same rows or the same edge would come again."""

from __future__ import annotations

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree, left_join_tree
from tests.context.shapes import edge, orders_graph, table


def _paths(graph: ContextGraph, tree: LeftJoinTree) -> set[str]:
    return {
        " ".join(graph.tables[tree.instances[index].table].id for index in reversed(tree.chain(instance.index)))
        for instance in tree.instances
    }


def _mask(graph: ContextGraph, *names: str) -> int:
    return sum(1 << graph.positions[name] for name in names)


def test_a_table_in_two_roles_has_two_instances() -> None:
    graph = orders_graph()
    tree = left_join_tree(graph, graph.positions["line"], _mask(graph, "country"))
    paths = _paths(graph, tree)
    assert "line supplier country" in paths
    assert "line orders customer country" in paths


def test_a_composite_key_that_hands_on_a_reference_gives_no_second_instance() -> None:
    graph = orders_graph()
    tree = left_join_tree(graph, graph.positions["line"], _mask(graph, "supplier", "offer", "part"))
    assert _paths(graph, tree) == {"line", "line supplier", "line part", "line offer"}


def test_branches_without_a_target_are_left_out() -> None:
    graph = orders_graph()
    tree = left_join_tree(graph, graph.positions["line"], _mask(graph, "customer"))
    assert _paths(graph, tree) == {"line", "line orders", "line orders customer"}


def test_a_self_reference_is_followed_once() -> None:
    graph = ContextGraph(
        tables=[table("employee", "id", "manager_id")],
        joins=[edge("employee", "manager_id", "employee", "id", "manager")],
    )
    tree = left_join_tree(graph, 0, 1)
    assert _paths(graph, tree) == {"employee", "employee employee"}


def test_a_cycle_ends() -> None:
    graph = ContextGraph(
        tables=[table("a", "id", "b_id"), table("b", "id", "a_id")],
        joins=[edge("a", "b_id", "b", "id"), edge("b", "a_id", "a", "id")],
    )
    tree = left_join_tree(graph, graph.positions["a"], _mask(graph, "a", "b"))
    assert _paths(graph, tree) == {"a", "a b", "a b a"}


def test_hidden_tables_are_not_reached() -> None:
    graph = ContextGraph(
        tables=[table("a", "id", "b_id"), table("b", "id", hidden=True)], joins=[edge("a", "b_id", "b", "id")]
    )
    assert _paths(graph, left_join_tree(graph, graph.positions["a"], _mask(graph, "b"))) == {"a"}


def test_a_limit_that_cuts_is_said() -> None:
    graph = orders_graph()
    everything = (1 << len(graph.tables)) - 1
    assert left_join_tree(graph, graph.positions["line"], everything, max_instances=3).truncated
    assert not left_join_tree(graph, graph.positions["line"], everything).truncated


def test_walking_down_reaches_a_second_fact_over_a_shared_parent() -> None:
    graph = orders_graph()
    tree = left_join_tree(
        graph, graph.positions["customer"], _mask(graph, "country"), fan_out_to=_mask(graph, "supplier")
    )
    down = next(i for i in tree.instances if graph.tables[i.table].id == "supplier")
    assert down.fan_outs == 1
    assert down.step is not None
    assert down.step.fan_out
    assert _paths(graph, tree) == {"customer", "customer country", "customer country supplier"}
