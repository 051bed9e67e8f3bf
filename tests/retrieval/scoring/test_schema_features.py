"""What is kept of a schema, by hand: siblings and neighbours, as long as the graph is."""

from __future__ import annotations

from hypothesis import given, settings

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures, schema_features
from tests.context.random_graphs import graphs
from tests.context.shapes import edge, table
from tests.retrieval.scoring.trade import trade


def test_features_are_kept_with_their_graph() -> None:
    graph, other = trade(), trade()
    assert schema_features(graph) is schema_features(graph)
    assert schema_features(graph) is not schema_features(other)
    assert schema_features(graph).columns(graph, 0) is schema_features(graph).columns(graph, 0)


def test_siblings_are_no_neighbours_for_that() -> None:
    graph = ContextGraph(
        tables=[table("person", "id"), table("height", "person_id"), table("weight", "person_id")],
        joins=[edge("height", "person_id", "person", "id"), edge("weight", "person_id", "person", "id")],
    )
    found = SchemaFeatures(graph)
    height, person, weight = (graph.positions[name] for name in ("height", "person", "weight"))
    assert bits(found.siblings(height)) == [weight]
    assert bits(found.neighbours(height)) == [person]
    assert found.siblings(person) == 0


@given(graph=graphs())
@settings(deadline=None)
def test_neighbours_and_siblings_are_mutual(graph: ContextGraph) -> None:
    found = SchemaFeatures(graph)
    edges = {frozenset((graph.positions[one.child], graph.positions[one.parent])) for one in graph.joins}
    for one in range(len(graph.tables)):
        assert not found.siblings(one) >> one & 1
        for two in range(len(graph.tables)):
            assert bool(found.neighbours(one) >> two & 1) == (frozenset((one, two)) in edges)
            assert found.siblings(one) >> two & 1 == found.siblings(two) >> one & 1
