from __future__ import annotations

from dataclasses import replace

import pytest

from gtr_core.catalog import JoinEdge, Relation
from gtr_core.compiler.exceptions import MisplacedReferenceError, UnknownReferenceError
from gtr_core.compiler.tree import looked_up
from gtr_core.context.exceptions import UnknownTableError
from gtr_core.context.join_tree import Instance, JoinTree
from tests.compiler import small_tpch


@pytest.fixture(scope="module", name="graph")
def _graph():
    with small_tpch.connection() as database:
        yield small_tpch.graph(database)


def test_relations_and_measurements_are_the_graph_s(graph):
    tree = looked_up(small_tpch.tree("orders; orders>customer"), graph)
    assert tree.nodes[0].relation == Relation("warehouse", "main", "orders")
    assert tree.joins[0].edge.measurement.cardinality == "many_to_one"


def test_an_unknown_table_is_refused(graph):
    with pytest.raises(UnknownTableError):
        looked_up(JoinTree("x", (Instance("x", "secrets", Relation(None, None, "orders")),)), graph)


def test_an_invented_join_is_refused(graph):
    tree = small_tpch.tree("orders; orders>customer")
    invented = JoinEdge("orders", ("o_orderkey",), "customer", ("c_custkey",))
    with pytest.raises(UnknownReferenceError, match="join"):
        looked_up(replace(tree, joins=(replace(tree.joins[0], edge=invented),)), graph)


def test_a_malformed_tree_is_refused(graph):
    tree = small_tpch.tree("orders; orders>customer")
    with pytest.raises(MisplacedReferenceError):
        looked_up(replace(tree, joins=()), graph)
    with pytest.raises(MisplacedReferenceError):
        looked_up(replace(tree, root="customer"), graph)
    twice = (tree.nodes[0], replace(tree.nodes[1], alias="ORDERS"))
    with pytest.raises(MisplacedReferenceError):
        looked_up(replace(tree, nodes=twice), graph)
