from __future__ import annotations

import pytest

from gtr_core.catalog import Relation
from tests.dbt.artifacts import generic_test, model, seed, source
from tests.dbt.conftest import Load


def test_every_node_becomes_a_table_or_is_left_out_with_its_reason(load: Load) -> None:
    catalog = load(
        model("orders"),
        model("python_model", language="python"),
        seed("countries", config={"materialized": "seed"}),
        model("history", kind="snapshot"),
        source("events"),
        model("helper", config={"materialized": "ephemeral"}, relation_name=None),
        model("off", config={"enabled": False}),
        model("check", kind="analysis"),
        model("hook", kind="operation"),
        {**model("one_off", kind="test"), "test_metadata": None},
        generic_test("dbt_utils.at_least_one", "ref('orders')", {"column_name": "id"}),
        disabled={"model.shop.old": [{"resource_type": "model"}], "model.shop.orders": [{"resource_type": "model"}]},
        unit_tests={"unit_test.shop.orders.t": {}},
    )
    assert {table.name: table.kind for table in catalog.tables} == {
        "orders": "model",
        "python_model": "model",
        "countries": "seed",
        "history": "snapshot",
        "events": "source",
    }
    reasons = sorted((left.reason, left.unique_id.rsplit(".", 1)[-1].split("_")[0]) for left in catalog.left_out)
    assert reasons == [
        ("analysis", "check"),
        ("disabled", "off"),
        ("disabled", "old"),
        ("ephemeral", "helper"),
        ("operation", "hook"),
        ("test", "at"),
        ("test", "one"),
        ("unit_test", "t"),
    ]


def test_a_seed_and_a_source_of_one_relation_are_one_table(load: Load) -> None:
    catalog = load(
        source("raw_orders", {"name": "id", "description": "from the source"}, {"name": "extra"}, schema="main"),
        seed("raw_orders", {"name": "id", "description": "from the seed"}, tags=["seeded"]),
        generic_test(
            "relationships",
            "ref('child')",
            {"column_name": "order_id", "to": "source('raw', 'raw_orders')", "field": "id"},
        ),
        model("child", "order_id"),
    )
    table = catalog.table("seed.shop.raw_orders")
    assert table is not None
    assert table.also == ("source.shop.raw.raw_orders",)
    assert {column.name: column.description for column in table.columns} == {"id": "from the seed", "extra": ""}
    assert [edge.parent for edge in catalog.joins] == ["seed.shop.raw_orders"]


@pytest.mark.parametrize(("adapter", "tables"), [("duckdb", 1), ("postgres", 2)])
def test_names_that_differ_in_case_are_one_relation_where_the_adapter_says_so(
    load: Load, adapter: str, tables: int
) -> None:
    catalog = load(model("orders"), source("o", relation_name='"db"."main"."Orders"'), adapter=adapter)
    assert len(catalog.tables) == tables


def test_same_names_in_two_schemas_are_two_tables(load: Load) -> None:
    catalog = load(model("orders"), model("orders", package_name="other", relation_name='"db"."other"."orders"'))
    assert {table.relation for table in catalog.tables} == {
        Relation("db", "main", "orders"),
        Relation("db", "other", "orders"),
    }


def test_the_latest_version_is_canonical_and_others_stay_reachable(load: Load) -> None:
    versions = [
        {**model("customers", version=number, latest_version=2), "unique_id": f"model.shop.customers.v{number}"}
        for number in (1, 2, 3)
    ]
    for node in versions:
        node["relation_name"] = f'"db"."main"."customers_v{node["version"]}"'
    catalog = load(
        *versions,
        model("orders", "customer_id"),
        generic_test(
            "relationships", "ref('orders')", {"column_name": "customer_id", "to": "ref('customers')", "field": "id"}
        ),
        generic_test(
            "relationships",
            "ref('orders')",
            {"column_name": "customer_id", "to": "ref('customers', v=1)", "field": "id"},
        ),
    )
    tables = {table.id: table for table in catalog.tables}
    assert tables["model.shop.customers.v2"].also == ("model.shop.customers.v1", "model.shop.customers.v3")
    assert not tables["model.shop.customers.v2"].hidden
    assert tables["model.shop.customers.v1"].preferred == "model.shop.customers.v2"
    assert tables["model.shop.customers.v1"].hidden
    assert {edge.parent for edge in catalog.joins} == {"model.shop.customers.v2", "model.shop.customers.v1"}
