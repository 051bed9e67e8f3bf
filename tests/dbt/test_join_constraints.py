from __future__ import annotations

from typing import Any

import pytest

from tests.dbt.artifacts import model
from tests.dbt.conftest import Load


@pytest.mark.parametrize(
    "constraint",
    [
        {"to": '"db"."main"."parent"', "to_columns": ["id"]},
        {"to": "DB.Main.PARENT", "to_columns": ["id"]},
        {"to": "main.parent", "to_columns": ["ID"]},
        {"to": "ref('parent')", "to_columns": ["id"]},
        {"to": None, "to_columns": [], "expression": "main.parent (id)"},
        {"expression": "references db.main.parent(id)"},
        {"expression": "foreign key (parent_id) references db.main.parent (id) on delete cascade"},
    ],
)
def test_foreign_keys_on_columns(load: Load, constraint: dict[str, Any]) -> None:
    column = {"name": "parent_id", "constraints": [{"type": "not_null"}, {"type": "foreign_key", **constraint}]}
    (edge,) = load(model("child", column), model("parent", "id")).joins
    assert (edge.pairs, edge.origins) == ((("parent_id", "id"),), ("constraint",))


def test_composite_foreign_keys_on_models(load: Load) -> None:
    said = {"type": "foreign_key", "columns": ["a", "b"], "to": '"db"."main"."parent"', "to_columns": ["x", "y"]}
    (edge,) = load(model("child", "a", "b", constraints=[said]), model("parent", "x", "y")).joins
    assert edge.pairs == (("a", "x"), ("b", "y"))


@pytest.mark.parametrize(
    "constraint",
    [
        {"to": "other.parent", "to_columns": ["id"]},
        {"to": '"db"."main"."parent"', "to_columns": ["id", "x"]},
        {"to": '"db"."main"."parent"'},
        {"expression": "whatever"},
    ],
)
def test_a_foreign_key_that_leads_nowhere_is_left_out_with_the_reason(load: Load, constraint: dict[str, Any]) -> None:
    column = {"name": "parent_id", "constraints": [{"type": "foreign_key", **constraint}]}
    catalog = load(model("child", column), model("parent", "id"))
    assert catalog.joins == ()
    assert [(left.unique_id, left.reason) for left in catalog.left_out] == [("model.shop.child", "unused_constraint")]


def test_a_parent_that_is_seed_and_source_is_found_by_its_relation(load: Load) -> None:
    column = {"name": "parent_id", "constraints": [{"type": "foreign_key", "to": "db.main.p", "to_columns": ["id"]}]}
    seed = model("p", "id", kind="seed")
    source = {**model("q", "id", kind="source", relation_name='"db"."main"."p"'), "source_name": "raw"}
    (edge,) = load(model("child", column), seed, source).joins
    assert edge.parent == "seed.shop.p"
