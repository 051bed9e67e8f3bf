from __future__ import annotations

from typing import Any

import pytest

from gtr_core.catalog import Table
from gtr_core.dbt.preference import entity_name, layer_of
from tests.dbt.artifacts import model, source
from tests.dbt.conftest import Load


def _on(*names: str) -> dict[str, Any]:
    return {"depends_on": {"nodes": list(names)}}


@pytest.mark.parametrize(
    ("name", "folders", "tags", "layer"),
    [
        ("stg_orders", (), (), "staging"),
        ("int_orders", (), (), "intermediate"),
        ("fct_orders", (), (), "mart"),
        ("orders", ("marts", "finance"), (), "mart"),
        ("orders", ("staging", "marts"), (), "mart"),
        ("orders", ("marts",), ("staging",), "staging"),
        ("core", (), (), ""),
        ("orders", (), (), ""),
    ],
)
def test_layers(name: str, folders: tuple[str, ...], tags: tuple[str, ...], layer: str, load: Load) -> None:
    (table,) = load(model(name, fqn=["shop", *folders, name], tags=list(tags))).tables
    assert table.layer == layer
    assert layer_of(table, folders) == layer


@pytest.mark.parametrize(
    ("name", "entity"),
    [("stg_stripe__payments", "payment"), ("dim_customer", "customer"), ("categories", "category"), ("stg", "stg"),
     ("orders_snapshot", "order"), ("customers_v2", "customer"), ("address", "address"), ("", "")],
)  # fmt: skip
def test_entity_names(name: str, entity: str) -> None:
    assert entity_name(name) == entity


def _by_name(load: Load, *nodes: dict[str, Any], **rest: Any) -> dict[str, Table]:
    return {table.name: table for table in load(*nodes, **rest).tables}


def test_the_mart_is_preferred_to_the_staging_view_and_the_source(load: Load) -> None:
    tables = _by_name(
        load,
        source("orders"),
        model("stg_orders", config={"materialized": "view"}, **_on("source.shop.raw.orders")),
        model("helper", config={"materialized": "ephemeral"}, **_on("model.shop.stg_orders")),
        model("fct_orders", **_on("model.shop.helper")),
    )
    assert tables["fct_orders"].preferred is None
    assert tables["stg_orders"].preferred == tables["orders"].preferred == "model.shop.fct_orders"
    assert tables["fct_orders"].depends_on == ("model.shop.stg_orders",)
    assert tables["fct_orders"].preference_reasons == ("layer mart", "materialised as table")


def test_the_same_name_without_lineage_is_another_thing(load: Load) -> None:
    tables = _by_name(load, model("stg_orders"), model("fct_orders"))
    assert tables["stg_orders"].preferred is None


def test_the_same_columns_from_one_parent_are_the_same_thing(load: Load) -> None:
    columns = ("id", "name", "city", "country")
    tables = _by_name(load, model("stg_people", *columns), model("clients", *columns, **_on("model.shop.stg_people")))
    assert tables["stg_people"].preferred == "model.shop.clients"


def test_access_and_exposures_count(load: Load) -> None:
    exposure = {"name": "board", "label": "Board", "owner": {"name": "Finance"}, **_on("model.shop.a")}
    tables = _by_name(
        load,
        model("a", access="public", group="money"),
        model("b", access="private"),
        model("c"),
        exposures={"exposure.shop.board": exposure},
        groups={"group.shop.money": {"name": "money", "owner": {"email": ["money@example.com"]}}},
    )
    assert tables["a"].preference > tables["c"].preference > tables["b"].preference
    assert tables["a"].exposures == ("Board",)
    assert tables["a"].owners == ("money@example.com", "Finance")
    assert "read by 1 exposure" in tables["a"].preference_reasons
