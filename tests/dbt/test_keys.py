from __future__ import annotations

from typing import Any

import pytest

from gtr_core.catalog import Catalog
from tests.dbt.artifacts import generic_test, model
from tests.dbt.conftest import Load


def _keys(catalog: Catalog) -> set[tuple[tuple[str, ...], str, bool]]:
    return {(key.columns, key.origin, key.primary) for key in catalog.keys}


def _on(column: str, *names: str, **fields: Any) -> list[dict[str, Any]]:
    return [generic_test(name, "ref('orders')", {"column_name": column}, **fields) for name in names]


def test_unique_and_not_null_make_a_primary_key(load: Load) -> None:
    assert _keys(load(model("orders", "id"), *_on("id", "unique", "not_null"))) == {(("id",), "tests", True)}


def test_a_lone_unique_test_is_no_primary_key(load: Load) -> None:
    assert _keys(load(model("orders", "id"), *_on("id", "unique"))) == {(("id",), "unique_test", False)}


def test_a_lone_not_null_test_is_no_key(load: Load) -> None:
    assert load(model("orders", "id"), *_on("id", "not_null", "accepted_values")).keys == ()


@pytest.mark.parametrize("config", [{"enabled": False}, {"where": "day > 1"}])
def test_a_test_of_some_rows_or_none_states_no_key(load: Load, config: dict[str, Any]) -> None:
    assert load(model("orders", "id"), *_on("id", "unique", config=config)).keys == ()


@pytest.mark.parametrize(
    ("name", "kwargs", "origin", "primary"),
    [
        ("dbt_utils.unique_combination_of_columns", {"combination_of_columns": ["a", "b"]}, "combination_test", True),
        (
            "dbt_expectations.expect_compound_columns_to_be_unique",
            {"column_list": ["a", "b"]},
            "combination_test",
            True,
        ),
        ("dbt_constraints.unique_key", {"column_names": ["a", "b"]}, "combination_test", True),
        ("dbt_constraints.primary_key", {"column_names": ["a", "b"]}, "primary_key_test", True),
    ],
)
def test_composite_keys(load: Load, name: str, kwargs: dict[str, Any], origin: str, primary: bool) -> None:
    catalog = load(model("orders", "a", "b"), generic_test(name, "ref('orders')", kwargs))
    assert _keys(catalog) == {(("a", "b"), origin, primary)}


def test_constraints_on_columns_and_models(load: Load) -> None:
    column = {"name": "id", "constraints": [{"type": "primary_key"}, {"type": "not_null"}]}
    said = {"type": "unique", "columns": ["a", "b"]}
    catalog = load(model("orders", column, "a", "b", constraints=[said]))
    assert _keys(catalog) == {(("id",), "constraint", True), (("a", "b"), "constraint", False)}


def test_meta_names_the_primary_key_among_several(load: Load) -> None:
    catalog = load(
        model("orders", "id", "number", meta={"gtr": {"primary_key": ["number"]}}), *_on("id", "unique", "not_null")
    )
    assert _keys(catalog) == {(("number",), "meta", True), (("id",), "tests", False)}


def test_one_key_stated_twice_is_one_key(load: Load) -> None:
    column = {"name": "id", "constraints": [{"type": "primary_key"}]}
    assert _keys(load(model("orders", column), *_on("id", "unique", "not_null"))) == {(("id",), "constraint", True)}


def test_of_alternate_keys_the_one_that_others_refer_to_is_primary(load: Load) -> None:
    catalog = load(
        model("orders", "code", "number"),
        model("lines", "order_number"),
        *_on("code", "unique", "not_null"),
        *_on("number", "unique", "not_null"),
        generic_test(
            "relationships", "ref('lines')", {"column_name": "order_number", "to": "ref('orders')", "field": "number"}
        ),
    )
    assert _keys(catalog) == {(("code",), "tests", False), (("number",), "tests", True)}


def test_of_alternate_keys_the_one_named_after_the_table_is_primary(load: Load) -> None:
    catalog = load(
        model("orders", "code", "order_id"),
        *_on("code", "unique", "not_null"),
        *_on("order_id", "unique", "not_null"),
    )
    assert _keys(catalog) == {(("code",), "tests", False), (("order_id",), "tests", True)}


def test_a_key_that_only_warns_says_so(load: Load) -> None:
    catalog = load(model("orders", "id"), *_on("id", "unique", "not_null", config={"severity": "WARN"}))
    assert [key.severity for key in catalog.keys] == ["warn"]
