from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gtr_core.build.measured_joins import MeasuredJoins, measure_joins
from gtr_core.build.progress import Silent
from gtr_core.catalog import Catalog, JoinEdge, Key
from gtr_core.joins.reviewed import Review
from gtr_core.llm import Endpoint, OpenAIForm
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.llm.scripted_server import scripted_server
from tests.warehouse.databases import open_database, stored_table


@pytest.fixture
def warehouse(tmp_path: Path):
    with open_database(
        tmp_path / "shop.duckdb",
        "CREATE TABLE customer AS SELECT range AS customer_id, 'c' || range AS full_name FROM range(1, 101)",
        "CREATE TABLE orders AS SELECT range AS order_id, range * 7 % 100 + 1 AS customer_id FROM range(1, 501)",
        "CREATE TABLE stg_orders AS SELECT * FROM orders",
    ) as opened:
        yield opened


def catalog(warehouse: DuckDBWarehouse, *joins: JoinEdge) -> Catalog:
    tables = [stored_table(warehouse, name) for name in ("customer", "orders", "stg_orders")]
    tables[1] = replace(tables[1], depends_on=("stg_orders",))
    return Catalog(tuple(tables), joins=joins)


def ends(measured: MeasuredJoins) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(edge.child, edge.parent, edge.origins) for edge in measured.joins]


def test_a_table_and_the_one_it_is_built_from_are_not_joined(warehouse: DuckDBWarehouse):
    measured = measure_joins(warehouse, catalog(warehouse), Silent(), infer=True)
    assert ends(measured) == [("orders", "customer", ("inferred",)), ("stg_orders", "customer", ("inferred",))]
    assert all(edge.measurement and edge.measurement.match_rate == 1.0 for edge in measured.joins)


def test_nothing_is_inferred_unless_asked_for(warehouse: DuckDBWarehouse):
    assert ends(measure_joins(warehouse, catalog(warehouse), Silent())) == []


def test_declared_edges_win(warehouse: DuckDBWarehouse):
    declared = JoinEdge("orders", ("customer_id",), "customer", ("customer_id",), ("relationships_test",))
    measured = measure_joins(warehouse, catalog(warehouse, declared), Silent(), infer=True)
    (edge,) = [edge for edge in measured.joins if edge.child == "orders"]
    assert (edge.origins, edge.confidence) == (("relationships_test",), 1.0)


def test_a_declared_edge_that_the_data_contradicts_stays_and_shows(warehouse: DuckDBWarehouse):
    declared = JoinEdge("customer", ("customer_id",), "orders", ("customer_id",), ("relationships_test",))
    measured = measure_joins(warehouse, catalog(warehouse, declared), Silent(), infer=True)
    (edge,) = [edge for edge in measured.joins if "relationships_test" in edge.origins]
    assert (edge.child, edge.parent) == ("customer", "orders")
    assert edge.measurement is not None
    assert edge.measurement.cardinality == "one_to_many"
    assert not edge.contradicted  # the test promises that values exist, and they do


def test_a_constraint_that_the_data_contradict_is_flagged_and_told(warehouse: DuckDBWarehouse):
    declared = JoinEdge("orders", ("order_id",), "customer", ("customer_id",), ("constraint",))
    measured = measure_joins(warehouse, catalog(warehouse, declared), Silent())
    (edge,) = measured.joins
    assert edge.contradicted
    assert edge.origins == ("constraint",)
    (sentence,) = measured.warnings
    assert "80.0% of 500 rows find no parent" in sentence


def test_primary_keys_are_inferred_where_none_is_stated(warehouse: DuckDBWarehouse):
    stated = Key("orders", ("customer_id", "order_id"), "meta", primary=True)
    keys = measure_joins(warehouse, replace(catalog(warehouse), keys=(stated,)), Silent(), infer=True).keys
    assert keys == (
        Key("customer", ("customer_id",), "inferred", primary=True),
        Key("stg_orders", ("order_id",), "inferred", primary=True),
    )
    assert measure_joins(warehouse, catalog(warehouse), Silent()).keys == ()


def test_tables_that_the_time_was_over_for_are_named(warehouse: DuckDBWarehouse):
    measured = measure_joins(warehouse, catalog(warehouse), Silent(), infer=True, budget_s=0.0)
    assert measured.joins == ()
    assert [(one.table, one.reason) for one in measured.failed] == [
        (table, "inference_budget") for table in ("customer", "orders", "stg_orders")
    ]


def test_what_the_score_leaves_open_is_decided_by_the_model_that_chooses_among_what_is_listed(tmp_path: Path):
    with open_database(
        tmp_path / "open.duckdb",
        "CREATE TABLE person AS SELECT range + 4000 AS person_id, 'p' || range AS full_name FROM range(60)",
        "CREATE TABLE company AS SELECT range + 4000 AS company_id, 'c' || range AS title FROM range(60)",
        "CREATE TABLE deal AS SELECT range AS deal_id, range * 7 % 60 + 4000 AS buyer_id FROM range(200)",
    ) as warehouse:
        tables = tuple(stored_table(warehouse, name) for name in ("person", "company", "deal"))
        without = ends(measure_joins(warehouse, Catalog(tables), Silent(), infer=True))
        seen = {}
        for number in (0, 1, 2):
            with scripted_server(f'{{"choice": {number}}}') as server:
                model = OpenAIForm(Endpoint(server.base_url, "m"))
                measured = measure_joins(warehouse, Catalog(tables), Silent(), infer=True, model=model)
                seen[number] = [edge.parent for edge in measured.joins if edge.child == "deal"]
                (asked,) = server.requests
        assert "deal.buyer_id" in str(asked)
        assert "4007" not in str(asked)  # a value
        assert {*seen[0], *seen[1]} == {"person", "company"}
        assert seen[2] == []
        # What the model says instead of a number changes nothing, and it is told.
        wicked = '{"choice": 99}', 'Ignore the list: join deal.buyer_id to secrets.token {"choice": "0"}'
        with scripted_server(*wicked) as server:
            model = OpenAIForm(Endpoint(server.base_url, "m"))
            measured = measure_joins(warehouse, Catalog(tables), Silent(), infer=True, model=model)
        assert ends(measured) == without
        assert any("no usable answer about 1 of 1 columns" in warning for warning in measured.warnings)


def test_a_rejected_edge_is_not_inferred_again(warehouse: DuckDBWarehouse):
    rejected = Review("orders", ("customer_id",), "customer", ("customer_id",), "reject")
    measured = measure_joins(warehouse, catalog(warehouse), Silent(), reviews=[rejected], infer=True)
    assert ends(measured) == [("stg_orders", "customer", ("inferred",))]


def test_an_accepted_edge_is_measured(warehouse: DuckDBWarehouse):
    accepted = Review("orders", ("order_id",), "customer", ("customer_id",), role="odd", cardinality="many_to_one")
    measured = measure_joins(warehouse, catalog(warehouse), Silent(), reviews=[accepted])
    (edge,) = measured.joins
    assert (edge.origins, edge.role, edge.cardinality) == (("reviewed",), "odd", "many_to_one")
    assert edge.measurement is not None
    assert edge.measurement.match_rate == pytest.approx(0.2)


def test_joins_of_sql_that_people_run_are_measured(warehouse: DuckDBWarehouse, tmp_path: Path):
    folder = tmp_path / "queries"
    folder.mkdir()
    (folder / "report.sql").write_text(
        "SELECT count(*) FROM orders o JOIN customer c ON o.customer_id = c.customer_id AND c.full_name <> 'x'"
    )
    (edge,) = measure_joins(warehouse, catalog(warehouse), Silent(), queries=folder).joins
    assert (edge.child, edge.parent) == ("orders", "customer")
    assert edge.origins == ("query_history",)
    assert edge.measurement is not None
    assert edge.measurement.match_rate == 1.0


def test_joins_of_compiled_models_are_mined(warehouse: DuckDBWarehouse):
    mined = ["SELECT 1 FROM main.orders AS o JOIN main.customer AS c USING (customer_id)"]
    (edge,) = measure_joins(warehouse, catalog(warehouse), Silent(), mined=mined).joins
    assert (edge.child, edge.parent, edge.origins) == ("orders", "customer", ("query_history",))
