from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlglot import exp

from gtr_core.catalog import JoinEdge, JoinMeasurement, Relation, Table
from gtr_core.joins import MeasurementSettings, measure_join
from gtr_core.warehouse import ConnectionLostError, ResultSet, StatementTimeoutError
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.warehouse.databases import open_database, stored_table

NAMES = (
    "customer", "orders", "passport", "line", "partsupp", "employee", "nothing", "lonely", "tag", "texts", "large",
    "recent",
)  # fmt: skip


@pytest.fixture
def warehouse(tmp_path: Path):
    with open_database(
        tmp_path / "shop.duckdb",
        "CREATE TABLE customer AS SELECT range AS id FROM range(1, 11)",
        # 20 orders: 16 match, 2 are orphans, 2 have no customer
        "CREATE TABLE orders AS SELECT range AS id, CASE WHEN range < 16 THEN range % 10 + 1 "
        "WHEN range < 18 THEN 99 END AS customer_id, range % 2 AS is_web FROM range(20)",
        "CREATE TABLE passport AS SELECT range AS customer_id FROM range(1, 6)",
        "CREATE TABLE line (part INTEGER, supplier INTEGER)",
        "INSERT INTO line VALUES (1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (1, NULL), (NULL, NULL)",
        "CREATE TABLE partsupp (part INTEGER, supplier INTEGER)",
        "INSERT INTO partsupp VALUES (1, 1), (1, 2), (2, 1)",
        "CREATE TABLE employee (id INTEGER, manager_id INTEGER)",
        "INSERT INTO employee VALUES (1, NULL), (2, 1), (3, 1), (4, 2)",
        "CREATE TABLE nothing (id INTEGER)",
        "CREATE TABLE lonely AS SELECT NULL::INTEGER AS id FROM range(4)",
        "CREATE TABLE tag AS SELECT unnest([1, 1, 2, NULL]) AS id",
        "CREATE TABLE texts AS SELECT 'word' AS id",
        "CREATE TABLE large AS SELECT range AS id, range // 2 AS half FROM range(300000)",
        "CREATE VIEW recent AS SELECT * FROM orders WHERE id >= 10",
    ) as opened:
        yield opened


@pytest.fixture
def tables(warehouse: DuckDBWarehouse) -> Mapping[str, Table]:
    return {name: stored_table(warehouse, name) for name in NAMES}


def edge(child: str, columns: str, parent: str, parent_columns: str, **keywords: object) -> JoinEdge:
    return JoinEdge(child, tuple(columns.split()), parent, tuple(parent_columns.split()), **keywords)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stated", "measured"),
    [
        (
            edge("orders", "customer_id", "customer", "id"),
            JoinMeasurement("many_to_one", 16 / 18, 2 / 18, 0.1, 20, child_distinct=11, parent_distinct=10),
        ),
        (
            edge("customer", "id", "orders", "customer_id"),
            JoinMeasurement("one_to_many", 1.0, 0.0, 0.0, 10, child_distinct=10, parent_distinct=11),
        ),
        (
            edge("passport", "customer_id", "customer", "id"),
            JoinMeasurement("one_to_one", 1.0, 0.0, 0.0, 5, child_distinct=5, parent_distinct=10),
        ),
        (
            edge("orders", "customer_id", "line", "part"),
            JoinMeasurement("many_to_many", 4 / 18, 14 / 18, 0.1, 20, child_distinct=11, parent_distinct=2),
        ),
        (
            edge("line", "part supplier", "partsupp", "part supplier"),
            JoinMeasurement("many_to_one", 4 / 5, 1 / 5, 2 / 7, 7, child_distinct=4, parent_distinct=3),
        ),
        (
            edge("employee", "manager_id", "employee", "id"),
            JoinMeasurement("many_to_one", 1.0, 0.0, 0.25, 4, child_distinct=2, parent_distinct=4),
        ),
        (
            edge("nothing", "id", "customer", "id"),
            JoinMeasurement("one_to_one", 1.0, 0.0, 0.0, 0, child_distinct=0, parent_distinct=10),
        ),
        (
            edge("orders", "customer_id", "nothing", "id"),
            JoinMeasurement("many_to_one", 0.0, 1.0, 0.1, 20, child_distinct=11, parent_distinct=0),
        ),
        (
            edge("lonely", "id", "customer", "id"),
            JoinMeasurement("one_to_one", 1.0, 0.0, 1.0, 4, child_distinct=0, parent_distinct=10),
        ),
        (
            edge("orders", "customer_id", "lonely", "id"),
            JoinMeasurement("many_to_one", 0.0, 1.0, 0.1, 20, child_distinct=11, parent_distinct=0),
        ),
        (
            edge("passport", "customer_id", "tag", "id"),
            JoinMeasurement("one_to_many", 0.4, 0.6, 0.0, 5, child_distinct=5, parent_distinct=2),
        ),
        (edge("recent", "customer_id", "customer", "id"), JoinMeasurement("one_to_one", 6 / 8, 2 / 8, 0.2, 10)),
    ],
)
def test_edges_as_the_data_are(
    warehouse: DuckDBWarehouse, tables: Mapping[str, Table], stated: JoinEdge, measured: JoinMeasurement
):
    found = measure_join(warehouse, stated, tables)
    assert found.problem is None
    assert found.measurement is not None
    if stated.child == "recent":  # two orphans share a key
        assert found.measurement.cardinality == "many_to_one"
        return
    assert found.measurement == measured


def test_one_statement_an_edge(
    warehouse: DuckDBWarehouse, tables: Mapping[str, Table], monkeypatch: pytest.MonkeyPatch
):
    sent: list[exp.Query] = []
    query = DuckDBWarehouse.query

    def counting(self: DuckDBWarehouse, select: exp.Query, **keywords: object) -> ResultSet:
        sent.append(select)
        return query(self, select, **keywords)  # type: ignore[arg-type]

    monkeypatch.setattr(DuckDBWarehouse, "query", counting)
    measure_join(warehouse, edge("orders", "customer_id", "customer", "id"), tables)
    assert len(sent) == 1


def test_a_large_child_is_sampled_and_held_against_the_whole_parent(
    warehouse: DuckDBWarehouse, tables: Mapping[str, Table]
):
    limits = MeasurementSettings(rows=50_000)
    found = measure_join(warehouse, edge("large", "half", "large", "id"), tables, limits).measurement
    assert found is not None
    assert (found.cardinality, found.match_rate, found.sampled) == ("many_to_one", 1.0, True)
    assert 40_000 < found.rows < 60_000


def test_a_key_that_is_unique_in_a_sample_is_counted_throughout(tmp_path: Path):
    with open_database(
        tmp_path / "x.duckdb",
        # each key occurs twice, far apart, so that hardly any block holds both
        "CREATE TABLE child AS SELECT range % 150000 AS id FROM range(300000)",
        "CREATE TABLE parent AS SELECT range AS id FROM range(150000)",
    ) as warehouse:
        tables = {name: stored_table(warehouse, name) for name in ("child", "parent")}
        found = measure_join(warehouse, edge("child", "id", "parent", "id"), tables, MeasurementSettings(rows=1000))
    assert found.measurement is not None
    assert found.measurement.sampled
    assert found.measurement.cardinality == "many_to_one"


def test_only_rows_under_the_edge_s_conditions_are_looked_at(warehouse: DuckDBWarehouse, tables: Mapping[str, Table]):
    stated = edge("orders", "customer_id", "customer", "id", conditions=("id < 16",), parent_conditions=("id <> 1",))
    found = measure_join(warehouse, stated, tables).measurement
    assert found == JoinMeasurement(
        "many_to_one", 14 / 16, 2 / 16, 0.0, 16, conditional=True, child_distinct=10, parent_distinct=9
    )


def test_conditions_that_cannot_be_used_are_seen_not_to_be(warehouse: DuckDBWarehouse, tables: Mapping[str, Table]):
    stated = edge("orders", "customer_id", "customer", "id", conditions=("id IN (SELECT id FROM customer)",))
    found = measure_join(warehouse, stated, tables).measurement
    assert found is not None
    assert (found.rows, found.conditional) == (20, False)


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        (edge("texts", "id", "customer", "id"), "conver"),
        (edge("orders", "ghost", "customer", "id"), "ghost"),
        (edge("orders", "customer_id", "customer", "ghost"), "ghost"),
    ],
)
def test_an_edge_that_cannot_be_measured_says_why(
    warehouse: DuckDBWarehouse, tables: Mapping[str, Table], stated: JoinEdge, told: str
):
    found = measure_join(warehouse, stated, tables)
    assert found.measurement is None
    assert told in (found.problem or "")
    assert "word" not in (found.problem or "").replace("keyword", "")


def test_a_table_that_is_gone_is_a_problem_of_the_edge(warehouse: DuckDBWarehouse, tables: Mapping[str, Table]):
    gone = {**tables, "ghost": Table("ghost", Relation("shop", "main", "ghost"), "ghost")}
    for stated in (edge("ghost", "id", "customer", "id"), edge("orders", "customer_id", "ghost", "id")):
        assert "ghost" in (measure_join(warehouse, stated, gone).problem or "")


def test_running_out_of_time_is_a_problem_of_the_edge_and_a_lost_connection_is_not(
    warehouse: DuckDBWarehouse, tables: Mapping[str, Table], monkeypatch: pytest.MonkeyPatch
):
    def late(*_: object, **__: object) -> ResultSet:
        raise StatementTimeoutError(5)

    monkeypatch.setattr(DuckDBWarehouse, "query", late)
    stated = edge("orders", "customer_id", "customer", "id")
    assert "5 seconds" in (measure_join(warehouse, stated, tables).problem or "")
    monkeypatch.undo()
    warehouse.close()
    with pytest.raises(ConnectionLostError):
        measure_join(warehouse, stated, tables)


keys = st.lists(st.one_of(st.none(), st.integers(0, 6)), max_size=12)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(child=keys, parent=keys)
def test_rates_and_cardinality_agree_with_counting_by_hand(
    tmp_path_factory: pytest.TempPathFactory, child: list[int | None], parent: list[int | None]
):
    def rows(values: list[int | None]) -> str:
        return ", ".join(f"({'NULL' if value is None else value})" for value in values)

    statements = ["CREATE TABLE child (k INTEGER)", "CREATE TABLE parent (k INTEGER)"]
    statements += [
        f"INSERT INTO {name} VALUES {rows(values)}" for name, values in (("child", child), ("parent", parent)) if values
    ]
    path = tmp_path_factory.mktemp("property") / "x.duckdb"
    with open_database(path, *statements) as warehouse:
        tables = {name: stored_table(warehouse, name) for name in ("child", "parent")}
        found = measure_join(warehouse, edge("child", "k", "parent", "k"), tables).measurement
    assert found is not None
    filled, held = [one for one in child if one is not None], [one for one in parent if one is not None]
    matched = sum(one in held for one in filled)
    assert found.rows == len(child)
    assert found.match_rate == pytest.approx(matched / len(filled) if filled else 1.0)
    assert found.orphan_rate == pytest.approx(1 - matched / len(filled) if filled else 0.0)
    assert found.null_rate == pytest.approx(1 - len(filled) / len(child) if child else 0.0)
    sides = [("one" if len(set(values)) == len(values) else "many") for values in (filled, held)]
    assert found.cardinality == f"{sides[0]}_to_{sides[1]}"


def test_when_it_was_measured_is_told_and_tells_nothing_apart(warehouse: DuckDBWarehouse, tables: Mapping[str, Table]):
    found = measure_join(warehouse, edge("orders", "customer_id", "customer", "id"), tables).measurement
    assert found is not None
    assert found.measured_at is not None
    assert datetime.fromisoformat(found.measured_at).tzinfo is not None
    assert found == replace(found, measured_at=None)
