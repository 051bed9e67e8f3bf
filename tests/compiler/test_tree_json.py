from __future__ import annotations

import copy

import pytest

from gtr_core.catalog import Relation
from gtr_core.compiler import MisplacedReferenceError, TreeFormError, UnknownReferenceError, tree_from_json
from gtr_core.context.exceptions import UnknownTableError
from tests.compiler import small_tpch

DOCUMENT = {
    "root": "nation",
    "nodes": [
        {"alias": "nation", "table": "nation", "relation": '"secrets"', "role": None},
        {"alias": "customer", "table": "customer", "relation": '"x"', "role": None},
        {"alias": "r", "table": "region", "role": "home"},
    ],
    "joins": [
        {
            "left": "nation",
            "right": "customer",
            "on": [["n_nationkey", "c_nationkey"]],
            "fan_out": True,
            "match_rate": 7,
        },
        {"left": "nation", "right": "r", "on": [["n_regionkey", "r_regionkey"]], "cardinality": "one_to_one"},
    ],
}


@pytest.fixture(scope="module", name="graph")
def _graph():
    with small_tpch.connection() as database:
        yield small_tpch.graph(database)


def test_ids_are_taken_and_the_rest_is_looked_up(graph):
    tree = tree_from_json(DOCUMENT, graph)
    assert [node.relation for node in tree.nodes][0] == Relation("warehouse", "main", "nation")
    assert [(join.left, join.right, join.fan_out, join.cardinality) for join in tree.joins] == [
        ("nation", "customer", True, "one_to_many"),
        ("nation", "r", False, "many_to_one"),
    ]
    assert tree.nodes[2].role == "home"


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        (("root",), 1, TreeFormError),
        (("root",), "customer", MisplacedReferenceError),
        (("nodes",), "nation", TreeFormError),
        (("nodes", 0, "table"), "secrets", UnknownTableError),
        (("nodes", 0, "role"), 5, TreeFormError),
        (("nodes", 1, "alias"), "nation", UnknownReferenceError),
        (("joins", 0, "left"), "x", UnknownReferenceError),
        (("joins", 0, "on"), [["n_name", "c_name"]], UnknownReferenceError),
        (("joins", 0, "on"), ["n_name"], TreeFormError),
        (("joins", 0, "on"), [], TreeFormError),
        (("joins", 0, "fan_out"), False, UnknownReferenceError),
        (("joins", 0, "fan_out"), "yes", TreeFormError),
        (("joins",), [], MisplacedReferenceError),
    ],
)
def test_what_is_no_tree_of_the_graph_is_refused(path, value, error, graph):
    document = copy.deepcopy(DOCUMENT)
    target = document
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    with pytest.raises(error):
        tree_from_json(document, graph)


def test_what_is_no_object_is_refused(graph):
    with pytest.raises(TreeFormError):
        tree_from_json([], graph)
