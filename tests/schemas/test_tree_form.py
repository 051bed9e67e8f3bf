from __future__ import annotations

import copy
import json

import jsonschema
import pytest

from gtr_core.catalog import JoinEdge, JoinMeasurement, Relation, Table
from gtr_core.context.exceptions import UnknownTableError
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin
from gtr_core.schemas.exceptions import TreeFormError
from gtr_core.schemas.library import load_schema
from gtr_core.schemas.tree_form import tree_from_json, tree_to_json

LINE, ORDERS, PAYMENT = "m.line", "m.orders", "m.payment"
TO_ORDERS = JoinEdge(
    LINE, ("order_id", "shop"), ORDERS, ("id", "shop"), ("relationships_test",),
    measurement=JoinMeasurement("many_to_one", 0.9, 0.1, 0.0, 10),
)  # fmt: skip
PAID = JoinEdge(PAYMENT, ("order_id",), ORDERS, ("id",), ("constraint",))


@pytest.fixture
def graph() -> ContextGraph:
    tables = [Table(table, Relation("db", "main", table.split(".")[1]), table) for table in (LINE, ORDERS, PAYMENT)]
    return ContextGraph(tables=tables, joins=[TO_ORDERS, PAID])


@pytest.fixture
def tree(graph: ContextGraph) -> JoinTree:
    def node(alias: str, table: str) -> Instance:
        return Instance(alias, table, graph.table(table).relation, "paid" if alias == "p" else None)

    return JoinTree(
        "line",
        (node("line", LINE), node("orders", ORDERS), node("p", PAYMENT)),
        (TreeJoin("line", "orders", TO_ORDERS), TreeJoin("orders", "p", PAID, fan_out=True)),
    )


def test_a_tree_comes_back_as_it_was(graph, tree):
    form = tree_to_json(tree)
    jsonschema.validate(form, load_schema("tree"))
    assert tree_from_json(json.loads(json.dumps(form)), graph) == tree


def test_the_form_of_a_join(tree):
    measured, fanning = tree_to_json(tree)["joins"]
    assert measured == {
        "left": "line", "right": "orders", "on": [["order_id", "id"], ["shop", "shop"]], "cardinality": "many_to_one",
        "fan_out": False, "origin": "relationships_test", "match_rate": 0.9, "orphan_rate": 0.1,
    }  # fmt: skip
    assert (fanning["on"], fanning["cardinality"], fanning["fan_out"]) == ([["id", "order_id"]], "one_to_many", True)
    assert (fanning["match_rate"], fanning["orphan_rate"]) == (None, None)


def test_relations_come_from_the_graph_whatever_the_document_says(graph, tree):
    form = tree_to_json(tree)
    form["nodes"][0]["relation"] = '"secret"."table"'
    assert tree_from_json(form, graph).nodes[0].relation == Relation("db", "main", "line")


def _changed(form, change):
    form = copy.deepcopy(form)
    change(form)
    return form


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda form: form.pop("nodes"), "a list 'nodes'"),
        (lambda form: form.update(root="orders"), "the first of the nodes"),
        (lambda form: form["nodes"][1].update(alias="line"), "stands more than once"),
        (lambda form: form["joins"][0].update(on=[["order_id", "id"]]), "holds no such join"),
        (lambda form: form["joins"][0].update(fan_out=True), "holds no such join"),
        (lambda form: form["joins"][0].update(on=["order_id = id; drop table x"]), "a pair of column names"),
        (lambda form: form["joins"][0].update(left="x"), "not the alias of a node"),
        (lambda form: form["joins"].pop(), "exactly one join"),
        (lambda form: form["nodes"].reverse() or form.update(root="p"), "exactly one join|not joined to a node"),
        (lambda form: form["joins"][1].update(fan_out="yes"), "true or false"),
        (lambda form: form["nodes"].__setitem__(0, "line"), "an object"),
    ],
)
def test_what_is_not_of_the_form_is_refused(graph, tree, change, words):
    with pytest.raises(TreeFormError, match=words):
        tree_from_json(_changed(tree_to_json(tree), change), graph)


def test_an_unknown_table_is_refused(graph, tree):
    form = _changed(tree_to_json(tree), lambda form: form["nodes"][0].update(table="m.secret"))
    with pytest.raises(UnknownTableError, match=r"m\.secret"):
        tree_from_json(form, graph)


@pytest.mark.parametrize("document", [None, [], "tree", 3])
def test_a_document_that_is_no_object_is_refused(graph, document):
    with pytest.raises(TreeFormError):
        tree_from_json(document, graph)
