"""The context graph's answers about its tables."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given

from gtr_core.catalog import ColumnProfile, JoinMeasurement, Key, TableProfile
from gtr_core.context.exceptions import UnknownColumnError, UnknownTableError
from gtr_core.context.graph import ContextGraph
from tests.context.random_graphs import graphs
from tests.context.shapes import edge, orders_graph, table


def test_unknown_tables_and_columns_are_named() -> None:
    graph = orders_graph()
    with pytest.raises(UnknownTableError, match="'nowhere'"):
        graph.table("nowhere")
    with pytest.raises(UnknownColumnError, match="'colour'"):
        graph.column("part", "colour")
    with pytest.raises(UnknownTableError, match="'b'"):
        ContextGraph(tables=[table("a", "b_id")], joins=[edge("a", "b_id", "b", "id")])


def test_a_table_reaches_itself_and_what_its_keys_lead_to() -> None:
    graph = orders_graph()
    reached = {
        other.id for i, other in enumerate(graph.tables) if graph.reachability[graph.positions["orders"]] >> i & 1
    }
    assert reached == {"orders", "customer", "country"}


def _sales(**profile: object) -> ContextGraph:
    measured = JoinMeasurement("many_to_one", 1.0, 0.0, 0.0, 9)
    columns = (
        ColumnProfile("client_id", rows=9, unique=True, semantic_type="identifier"),
        ColumnProfile("name", rows=9),
    )
    return ContextGraph(
        tables=[table("sale", "client_id"), table("client", "client_id", "name")],
        joins=[replace(edge("sale", "client_id", "client", "client_id"), measurement=measured)]
        if profile.pop("joined", False)
        else [],
        keys=[Key("client", ("name",), "meta", True)] if profile.pop("declared", False) else [],
        profiles={"client": TableProfile("client", 9, 9, bool(profile.pop("sampled", False)), columns)},
    )


def test_a_declared_key_comes_first() -> None:
    assert _sales(declared=True, joined=True).primary_key("client") == ("name",)


def test_what_a_join_was_measured_to_find_one_row_by_is_a_key() -> None:
    assert _sales(joined=True).primary_key("client") == ("client_id",)


def test_a_column_that_was_seen_to_be_unique_is_a_key_unless_only_sampled() -> None:
    assert _sales().primary_key("client") == ("client_id",)
    assert _sales(sampled=True).primary_key("client") == ()


@given(graph=graphs())
def test_components_are_what_visible_tables_connect(graph: ContextGraph) -> None:
    connected = nx.Graph()
    connected.add_nodes_from(range(len(graph.tables)))
    for join in graph.joins:
        ends = graph.positions[join.child], graph.positions[join.parent]
        if join.enabled and not any(graph.tables[end].hidden for end in ends):
            connected.add_edge(*ends)
    found: dict[int, set[int]] = {}
    for position, number in enumerate(graph.components):
        found.setdefault(number, set()).add(position)
    assert sorted(map(sorted, found.values())) == sorted(map(sorted, nx.connected_components(connected)))


def test_hidden_tables_connect_nothing() -> None:
    hub = replace(table("hub", "id"), hidden=True)
    joins = [edge("a", "hub_id", "hub", "id"), edge("b", "hub_id", "hub", "id")]
    graph = ContextGraph(tables=[table("a", "hub_id"), table("b", "hub_id"), hub], joins=joins)
    assert len(set(graph.components)) == 3
    assert graph.hidden.tolist() == [False, False, True]


@given(graph=graphs())
def test_reach_counts_count_what_is_reached(graph: ContextGraph) -> None:
    assert graph.reach_counts.tolist() == [row.bit_count() for row in graph.reachability]


def test_the_primary_of_several_keys_comes_first_then_the_shortest_then_the_first() -> None:
    shorter, longer, other = Key("t", ("a",), "meta", False), Key("t", ("a", "b"), "meta", True), ("c",)
    keys = [Key("t", ("b", "c"), "meta", False), shorter, Key("t", other, "meta", False)]
    assert ContextGraph(tables=[table("t", "a", "b", "c")], keys=keys).primary_key("t") == ("a",)
    assert ContextGraph(tables=[table("t", "a", "b", "c")], keys=[*keys, longer]).primary_key("t") == ("a", "b")
