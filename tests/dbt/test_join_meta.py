from __future__ import annotations

from typing import Any

import pytest

from tests.dbt.artifacts import generic_test, model
from tests.dbt.conftest import Load


def _joins(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"gtr": {"joins": list(entries)}}


@pytest.mark.parametrize("to", ["ref('partsupp')", "partsupp", "model.shop.partsupp", "db.main.partsupp"])
def test_a_composite_key_to_a_parent_however_it_is_named(load: Load, to: str) -> None:
    said = _joins({"to": to, "columns": ["p", "s"], "to_columns": ["ps_p", "ps_s"], "role": "offer"})
    (edge,) = load(model("lines", "p", "s", config={"meta": said}), model("partsupp", "ps_p", "ps_s")).joins
    assert (edge.pairs, edge.origins, edge.role) == ((("p", "ps_p"), ("s", "ps_s")), ("meta",), "offer")


def test_the_same_names_on_both_sides_need_no_to_columns(load: Load) -> None:
    (edge,) = load(model("a", "k", meta=_joins({"to": "b", "columns": "k"})), model("b", "k")).joins
    assert edge.pairs == (("k", "k"),)


def test_on_a_column_it_starts_there(load: Load) -> None:
    column = {"name": "ship_to", "meta": _joins({"to": "ref('b')", "to_columns": "id", "condition": "kind = 1"})}
    (edge,) = load(model("a", column), model("b", "id")).joins
    assert (edge.pairs, edge.conditions) == ((("ship_to", "id"),), ("kind = 1",))


def test_the_role_of_a_column_is_that_of_its_edge(load: Load) -> None:
    column = {"name": "ship_to", "meta": {"gtr": {"role": "destination"}}}
    kwargs = {"column_name": "ship_to", "to": "ref('b')", "field": "id"}
    (edge,) = load(model("a", column), model("b", "id"), generic_test("relationships", "ref('a')", kwargs)).joins
    assert edge.role == "destination"
