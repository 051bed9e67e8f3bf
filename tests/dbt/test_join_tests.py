from __future__ import annotations

from typing import Any

import pytest

from tests.dbt.artifacts import generic_test, model, source
from tests.dbt.conftest import Load

_PARENT = model("parent", "id", "a", "b")
_CHILD = model("child", "parent_id", "x", "y")


def _edges(load: Load, *tests: dict[str, Any], **rest: Any) -> list[tuple[Any, ...]]:
    catalog = load(_CHILD, _PARENT, *tests, **rest)
    return [(edge.child_columns, edge.parent_columns, edge.origins) for edge in catalog.joins]


@pytest.mark.parametrize(
    ("name", "kwargs", "edge"),
    [
        (
            "relationships",
            {"column_name": "parent_id", "to": "ref('parent')", "field": "id"},
            (("parent_id",), ("id",), ("relationships_test",)),
        ),
        (
            "relationships",
            {"column_name": "parent_id", "arguments": {"to": "ref('parent')", "field": "id"}},
            (("parent_id",), ("id",), ("relationships_test",)),
        ),
        (
            "dbt_utils.relationships_where",
            {"column_name": "parent_id", "to": "ref('shop', 'parent')", "field": "id"},
            (("parent_id",), ("id",), ("relationships_test",)),
        ),
        (
            "dbt_constraints.foreign_key",
            {"column_name": "parent_id", "pk_table_name": "ref('parent')", "pk_column_name": "id"},
            (("parent_id",), ("id",), ("foreign_key_test",)),
        ),
        (
            "dbt_constraints.foreign_key",
            {"fk_column_name": "parent_id", "pk_table_name": "ref('parent')", "pk_column_name": "id"},
            (("parent_id",), ("id",), ("foreign_key_test",)),
        ),
        (
            "dbt_constraints.foreign_key",
            {"fk_column_names": ["x", "y"], "pk_table_name": "ref('parent')", "pk_column_names": ["a", "b"]},
            (("x", "y"), ("a", "b"), ("foreign_key_test",)),
        ),
        (
            "dbt_constraints.foreign_key",
            {"column_name": "parent_id", "pk_table_name": "ref('parent')", "pk_column_names": ["id"]},
            (("parent_id",), ("id",), ("foreign_key_test",)),
        ),
        (
            "relationships",
            {"column_name": "x || '~' || y", "to": "ref('parent')", "field": "a || '~' || b"},
            (("x", "y"), ("a", "b"), ("relationships_test",)),
        ),
        (
            "relationships",
            {"column_name": '"parent_id"', "to": "{{ ref('parent') }}", "field": "`id`"},
            (("parent_id",), ("id",), ("relationships_test",)),
        ),
    ],
)
def test_every_spelling_makes_the_edge(load: Load, name: str, kwargs: dict[str, Any], edge: tuple[Any, ...]) -> None:
    assert _edges(load, generic_test(name, "ref('child')", kwargs)) == [edge]


@pytest.mark.parametrize("depends_on", [["parent", "child"], ["child", "parent"], ["parent"], []])
def test_child_and_parent_do_not_come_from_the_order_of_depends_on(load: Load, depends_on: list[str]) -> None:
    nodes = {"nodes": [f"model.shop.{name}" for name in depends_on]}
    kwargs = {"column_name": "parent_id", "to": "ref('parent')", "field": "id"}
    catalog = load(_CHILD, _PARENT, generic_test("relationships", "ref('child')", kwargs, depends_on=nodes))
    assert [(edge.child, edge.parent) for edge in catalog.joins] == [("model.shop.child", "model.shop.parent")]


def test_the_model_goes_before_an_attached_node_that_is_another(load: Load) -> None:
    kwargs = {"column_name": "parent_id", "to": "ref('parent')", "field": "id"}
    said = generic_test("relationships", "ref('child')", kwargs, attached_node="model.other.child")
    assert [edge.child for edge in load(_CHILD, _PARENT, said).joins] == ["model.shop.child"]


@pytest.mark.parametrize(
    "fields",
    [{"attached_node": "model.shop.child"}, {"depends_on": {"nodes": ["model.shop.parent", "model.shop.child"]}}],
)
def test_a_test_that_names_no_model_is_on_what_else_it_reads(load: Load, fields: dict[str, Any]) -> None:
    said = generic_test(
        "relationships", "x", {"column_name": "parent_id", "to": "ref('parent')", "field": "id"}, **fields
    )
    del said["test_metadata"]["kwargs"]["model"]
    assert [(edge.child, edge.parent) for edge in load(_CHILD, _PARENT, said).joins] == [
        ("model.shop.child", "model.shop.parent")
    ]


def test_the_column_may_stand_in_the_arguments_alone(load: Load) -> None:
    kwargs = {"column_name": "parent_id", "to": "ref('parent')", "field": "id"}
    assert len(_edges(load, generic_test("relationships", "ref('child')", kwargs, column_name=None))) == 1


def test_self_references_are_edges_with_a_role(load: Load) -> None:
    kwargs = {"column_name": "manager_id", "to": "ref('staff')", "field": "id"}
    (edge,) = load(model("staff", "id", "manager_id"), generic_test("relationships", "ref('staff')", kwargs)).joins
    assert (edge.child, edge.parent, edge.role) == ("model.shop.staff", "model.shop.staff", "manager")


def test_sources_on_either_side(load: Load) -> None:
    kwargs = {"column_name": "parent_id", "to": "source('raw', 'parents')", "field": "id"}
    catalog = load(
        source("children", "parent_id"),
        source("parents", "id"),
        generic_test("relationships", "source('raw', 'children')", kwargs, attached_node=None),
    )
    assert [(edge.child, edge.parent) for edge in catalog.joins] == [
        ("source.shop.raw.children", "source.shop.raw.parents")
    ]


def test_conditions_severity_and_disabling_are_kept_with_the_claim(load: Load) -> None:
    kwargs = {
        "column_name": "parent_id",
        "to": "ref('parent')",
        "field": "id",
        "from_condition": "kind = 'a'",
        "to_condition": "not deleted",
    }
    config = {"where": "day > '2020-01-01'", "severity": "warn", "enabled": False}
    (edge,) = load(
        _CHILD, _PARENT, generic_test("dbt_utils.relationships_where", "ref('child')", kwargs, config=config)
    ).joins
    assert edge.conditions == ("day > '2020-01-01'", "kind = 'a'")
    assert edge.parent_conditions == ("not deleted",)
    assert edge.severity == "warn"
    assert not edge.enabled
    assert edge.confidence < 0.5


def test_a_condition_that_always_holds_is_none(load: Load) -> None:
    kwargs = {
        "column_name": "x",
        "to": "ref('parent')",
        "field": "id",
        "from_condition": "1 = 1",
        "to_condition": "1=1",
    }
    (edge,) = load(_CHILD, _PARENT, generic_test("dbt_utils.relationships_where", "ref('child')", kwargs)).joins
    assert (edge.conditions, edge.parent_conditions, edge.confidence) == ((), (), 1.0)


@pytest.mark.parametrize(
    ("kwargs", "reason"),
    [
        ({"column_name": "x", "to": "ref('gone')", "field": "id"}, "its parent is no table: ref('gone')"),
        ({"column_name": "x", "field": "id"}, "its parent is no table: not named"),
        ({"column_name": "x", "to": "ref('parent')"}, "it pairs 1 columns with 0"),
        ({"column_name": "x + 1", "to": "ref('parent')", "field": "id"}, "its columns are SQL expressions that differ"),
        (
            {"column_name": "parent_id", "to": "ref('child')", "field": "parent_id"},
            "each row of one relation to itself",
        ),
        ({"column_name": "(((", "to": "ref('parent')", "field": "(("}, "SQL expressions"),
    ],
)
def test_a_join_test_that_makes_no_edge_says_why(load: Load, kwargs: dict[str, Any], reason: str) -> None:
    catalog = load(_CHILD, _PARENT, generic_test("relationships", "ref('child')", kwargs))
    (left,) = catalog.left_out
    assert catalog.joins == ()
    assert left.reason == "unused_join_test"
    assert reason in left.detail


def test_tests_on_an_ephemeral_model_say_so(load: Load) -> None:
    helper = model("helper", config={"materialized": "ephemeral"})
    kwargs = {"column_name": "x", "to": "ref('parent')", "field": "id"}
    catalog = load(helper, _PARENT, generic_test("relationships", "ref('helper')", kwargs))
    assert "its child is no table: model.shop.helper" in {left.detail for left in catalog.left_out}
