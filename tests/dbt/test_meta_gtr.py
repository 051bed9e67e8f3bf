from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.dbt.exceptions import MetaError
from gtr_core.dbt.meta_gtr import ColumnMeta, MetricMeta, TableMeta, json_schema
from tests.dbt.artifacts import catalog_entry, model
from tests.dbt.conftest import Load


def test_the_shipped_schema_is_what_is_checked() -> None:
    shipped = (files("gtr_core.schemas") / "meta_gtr.schema.json").read_text(encoding="utf-8")
    assert json.loads(shipped) == json_schema()
    jsonschema.Draft202012Validator.check_schema(json_schema())


_SCALAR = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "x", "ref('a')"])
_VALUE = st.recursive(
    _SCALAR,
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["to", "to_columns", "columns", "role", "condition", "x"]), inner, max_size=3)
    ),
    max_leaves=4,
)
_KEYS = st.sampled_from([*TableMeta.__struct_fields__, "unknown"])


@given(st.sampled_from([TableMeta, ColumnMeta, MetricMeta]), st.dictionaries(_KEYS, _VALUE, max_size=3))
def test_the_check_and_the_schema_agree(kind: type[Any], said: dict[str, Any]) -> None:
    schema = {"$ref": f"#/$defs/{kind.__name__}", "$defs": json_schema()["$defs"]}
    try:
        msgspec.convert(said, kind)
        accepted = True
    except msgspec.ValidationError:
        accepted = False
    assert jsonschema.Draft202012Validator(schema).is_valid(said) == accepted


def test_all_that_is_wrong_is_named_with_file_node_and_place(load: Load) -> None:
    with pytest.raises(MetaError) as raised:
        load(
            model("a", {"name": "x", "meta": {"gtr": {"hidden": "yes"}}}, meta={"gtr": {"presonal": True}}),
            model("b", "x", config={"meta": {"gtr": {"joins": [{"to": "ref('gone')", "columns": "x"}]}}}),
        )
    problems = {(problem.file, problem.node, problem.where): problem.text for problem in raised.value.problems}
    assert set(problems) == {
        ("models/a.yml", "model.shop.a", "the node"),
        ("models/a.yml", "model.shop.a", "column x"),
        ("models/b.yml", "model.shop.b", "joins[0]"),
    }
    assert "presonal" in problems["models/a.yml", "model.shop.a", "the node"]
    assert "personal" in problems["models/a.yml", "model.shop.a", "the node"]
    assert "ref('gone')" in problems["models/b.yml", "model.shop.b", "joins[0]"]
    assert raised.value.exit_code == 2


@pytest.mark.parametrize(
    ("join", "problem"),
    [
        ({"to": "ref('b')", "columns": ["x", "y"], "to_columns": ["x"]}, "2 columns are paired with 1"),
        ({"to": "ref('b')"}, "columns is missing"),
        ({"to": "ref('b')", "columns": "nope", "to_columns": "x"}, "no such column: a.nope"),
        ({"to": "ref('b')", "columns": "x", "to_columns": "nope"}, "no such column: b.nope"),
    ],
)
def test_joins_that_cannot_be_are_problems(load: Load, join: dict[str, Any], problem: str) -> None:
    seen = {name: catalog_entry("db", "main", name, x="INT", y="INT") for name in ("a", "b")}
    with pytest.raises(MetaError, match=problem):
        load(model("a", "x", "y", meta={"gtr": {"joins": [join]}}), model("b", "x"), catalog=seen)


def test_meta_gtr_of_a_table(load: Load) -> None:
    said = {"synonyms": "order", "glossary": {"late": "shipped after the due date"}, "hidden": True, "role": "fact"}
    (table,) = load(model("orders", config={"meta": {"gtr": said}})).tables
    assert table.synonyms == ("order",)
    assert table.glossary == (("late", "shipped after the due date"),)
    assert table.hidden
    assert table.role == "fact"


def test_config_meta_goes_before_meta(load: Load) -> None:
    node = model("orders", config={"meta": {"gtr": {"role": "fact"}}}, meta={"gtr": {"role": "dimension"}})
    assert load(node).tables[0].role == "fact"
