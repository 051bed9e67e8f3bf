from __future__ import annotations

from dataclasses import replace

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.walk.join_graph import edge_text, intra_edges, join_graph, key_columns
from tests.retrieval.walk.graphs import chain, edge, star, table
from tests.retrieval.words import WordEncoder


def steps(graph, position: int) -> list[tuple[int, int]]:
    places = range(graph.starts[position], graph.starts[position + 1])
    return sorted((int(graph.step_tables[i]), int(graph.step_edges[i])) for i in places)


def test_every_edge_is_a_step_from_both_its_tables():
    graph = join_graph(chain(), WordEncoder())
    assert [steps(graph, position) for position in range(4)] == [[(1, 0)], [(0, 0), (2, 1)], [(1, 1)], []]


def test_roles_are_edges_of_their_own_and_a_self_reference_is_one_step():
    graph = join_graph(star(), WordEncoder())
    assert len(graph.edges) == 4
    assert steps(graph, 0) == [(1, 0), (1, 1), (2, 2)]
    assert steps(graph, 1) == [(0, 0), (0, 1), (1, 3)]


def test_hidden_tables_and_disabled_edges_are_not_walked():
    graph = ContextGraph(
        tables=[table("a", "id", "b_id", "c_id"), table("b", "id", hidden=True), table("c", "id")],
        joins=[edge("a", "b"), replace(edge("a", "c"), enabled=False)],
    )
    found = join_graph(graph, WordEncoder())
    assert found.edges == ()
    assert found.nodes.tables.tolist() == [0, 2]


def test_within_a_table_keys_are_joined_with_all_columns():
    graph = chain()
    assert key_columns(graph) == {("a", "id"), ("a", "b_id"), ("b", "id"), ("b", "c_id"), ("c", "id")}
    assert set(intra_edges(graph)) == {
        ("a", "alpha", "id"), ("a", "alpha", "b_id"), ("a", "id", "b_id"), ("b", "id", "c_id"), ("c", "gamma", "id"),
    }  # fmt: skip


def test_the_graph_of_the_papers_benchmark_has_the_papers_numbers(shared):
    """JoinGR, table 1, BIRD dev has 102 join edges over 11 databases; these five of them declare 34."""
    from gtr_core.evaluation import read_graphs

    graphs = read_graphs(shared / "bench" / "bird_dev_a").values()
    assert sum(len(graph.joins) for graph in graphs) == 34
    assert sum(len(table.columns) for graph in graphs for table in graph.tables) == 234


def test_an_edges_text_says_both_ends_and_the_role():
    graph = star()
    assert edge_text(graph.joins[0], graph) == "each f has its p as first; join of p1 to id"
    assert edge_text(graph.joins[2], graph, schema=True) == "s: each f has its q; join of q_id to id"


def test_a_context_without_columns_or_joins_has_a_graph():
    graph = join_graph(ContextGraph(tables=[table("empty")]), WordEncoder())
    assert graph.nodes.columns == (("empty", ""),)
    assert graph.edge_vectors.shape == (0, 512)
    assert np.array_equal(graph.starts, [0, 0])
