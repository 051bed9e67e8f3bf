from __future__ import annotations

import json

import jsonschema

from gtr_core.dbt import check
from gtr_core.schemas.library import load_schema
from tests.dbt.artifacts import generic_test, model
from tests.dbt.conftest import Load


def test_the_form_follows_its_schema_and_says_what_was_understood(load: Load) -> None:
    kwargs = {
        "column_name": "parent_id",
        "to": "ref('parent')",
        "field": "id",
        "from_condition": "x",
        "to_condition": "y",
    }
    form = check(
        load(
            model("child", "parent_id"),
            model("parent", {"name": "id", "constraints": [{"type": "primary_key"}]}),
            model("helper", config={"materialized": "ephemeral"}),
            generic_test("dbt_utils.relationships_where", "ref('child')", kwargs),
        )
    )
    jsonschema.validate(json.loads(json.dumps(form)), load_schema("dbt_check"))
    assert [table["unique_id"] for table in form["tables"]] == ["model.shop.child", "model.shop.parent"]
    (join,) = form["joins"]
    assert (join["child"], join["parent"], join["conditions"]) == ("model.shop.child", "model.shop.parent", ["x", "y"])
    assert [(key["table"], key["columns"]) for key in form["keys"]] == [("model.shop.parent", ["id"])]
    assert [(left["unique_id"], left["reason"]) for left in form["left_out"]] == [("model.shop.helper", "ephemeral")]
