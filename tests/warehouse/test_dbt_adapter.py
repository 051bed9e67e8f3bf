from __future__ import annotations

from pathlib import Path

import pytest
from sqlglot import exp, parse_one

from gtr_core.catalog import Relation, Table
from gtr_core.dbt import ConnectionProfile
from gtr_core.profiling import profile_table
from gtr_core.warehouse import (
    AdapterNotSupportedError,
    LogInError,
    RelationMissingError,
    StatementRefusedError,
    StatementTimeoutError,
    WarehouseSettingError,
)
from gtr_core.warehouse.dbt_adapter import DbtAdapterWarehouse, _unknown, open_with_dbt
from gtr_core.warehouse.information_schema import relations_statement
from gtr_core.warehouse.listing import DeclaredKey
from tests.postgres_server import postgres
from tests.warehouse.databases import write_database

pytest.importorskip("dbt.adapters.duckdb")


def profile_of(adapter: str, settings: dict[str, object], database: str) -> ConnectionProfile:
    return ConnectionProfile(adapter, "shop", "dev", database, "main", settings)


@pytest.fixture
def warehouse(tmp_path: Path):
    path = write_database(
        tmp_path / "shop.duckdb",
        "CREATE TABLE orders AS SELECT i AS id, ['open', 'paid'][1 + i % 2] AS status, i * 1.5 AS total "
        "FROM range(100) r(i)",
        "CREATE VIEW recent AS SELECT * FROM orders WHERE id > 90",
    )
    settings = {"type": "duckdb", "path": str(path), "schema": "main", "database": "shop", "threads": 4}
    with open_with_dbt(profile_of("duckdb", settings, "shop"), ("snowflake",)) as opened:
        yield opened


def select(sql: str) -> exp.Query:
    parsed = parse_one(sql, read="duckdb")
    assert isinstance(parsed, exp.Query)
    return parsed


def test_relations_are_listed(warehouse: DbtAdapterWarehouse):
    listed = {one.relation.identifier: one for one in warehouse.list_relations([("shop", "main")])}
    assert {name: one.kind for name, one in listed.items()} == {"orders": "table", "recent": "view"}
    assert [column.name for column in listed["orders"].columns] == ["id", "status", "total"]
    assert (listed["orders"].row_count, listed["recent"].row_count) == (100, None)


def test_tables_are_profiled(warehouse: DbtAdapterWarehouse):
    listed = warehouse.describe(Relation("shop", "main", "ORDERS"))
    profile = profile_table(warehouse, Table("orders", listed.relation, "orders", columns=listed.columns))
    status = profile.column("status")
    assert status is not None
    assert (profile.rows, status.values, status.top_counts) == (100, ("open", "paid"), (50, 50))


def test_rows_are_cut_and_named(warehouse: DbtAdapterWarehouse):
    result = warehouse.query(select('SELECT id, status FROM "shop"."main"."orders" ORDER BY id'), max_rows=2)
    assert (result.columns, result.rows, result.truncated) == (("id", "status"), [(0, "open"), (1, "paid")], True)


def test_the_guard_stands_before_it(warehouse: DbtAdapterWarehouse):
    with pytest.raises(StatementRefusedError):
        warehouse.query(select("SELECT * FROM read_csv('x.csv')"))


def test_a_missing_table_is_told_apart(warehouse: DbtAdapterWarehouse):
    with pytest.raises(RelationMissingError, match="ghost"):
        warehouse.query(select("SELECT * FROM main.ghost"))


def test_what_it_cannot_do_is_said(warehouse: DbtAdapterWarehouse):
    assert warehouse.warnings == ()
    assert _unknown("trino") == "sizes and declared keys are"
    assert _unknown("bigquery") == "declared keys are"


def test_large_tables_are_sampled(warehouse: DbtAdapterWarehouse):
    listed = warehouse.describe(Relation("shop", "main", "orders"))
    drawn = warehouse.sample(listed, ["id"], 20, 42)
    assert drawn.form == "row"
    assert 5 < len(warehouse.query(drawn.select).rows) < 45


def test_a_statement_that_takes_too_long_is_stopped(warehouse: DbtAdapterWarehouse):
    endless = (
        "SELECT COUNT(*) FROM main.orders a, main.orders b, main.orders c, main.orders d, main.orders e, "
        "main.orders f WHERE (a.id + b.id * c.id + d.id * e.id * f.id) % 1000003 = 5"
    )
    with pytest.raises(StatementTimeoutError):
        warehouse.query(select(endless), timeout_s=0.2)
    assert warehouse.query(select("SELECT COUNT(*) FROM main.orders"), timeout_s=60).rows == [(100,)]


def test_an_adapter_that_is_not_installed_is_said():
    with pytest.raises(AdapterNotSupportedError, match="dbt-trino"):
        open_with_dbt(profile_of("trino", {}, "x"), ("duckdb",))


def test_settings_that_the_adapter_does_not_take_are_refused():
    with pytest.raises(WarehouseSettingError, match="dbt debug"):
        open_with_dbt(profile_of("postgres", {"host": "h"}, "x"), ())


def test_a_server_that_is_not_there_is_a_failed_log_in():
    settings = {
        "host": "127.0.0.1", "port": 1, "user": "u", "password": "hunter2", "pass": "hunter2", "dbname": "x",
        "schema": "public", "threads": 1,
    }  # fmt: skip
    with pytest.raises(LogInError) as failure:
        open_with_dbt(profile_of("postgres", settings, "x"), ())
    assert "hunter2" not in str(failure.value)


def test_a_server_answers_through_its_adapter(tmp_path: Path):
    psycopg = pytest.importorskip("psycopg")
    with postgres(tmp_path) as server:
        with psycopg.connect(**{**server, "autocommit": True}) as connection:
            connection.execute(
                "CREATE TABLE part (a INTEGER, b INTEGER, PRIMARY KEY (b, a)); CREATE TABLE line (id INTEGER UNIQUE, "
                "x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES part (a, b)); INSERT INTO line (id) "
                "SELECT i FROM generate_series(1, 5000) i; ANALYZE"
            )
        profile = profile_of("postgres", {**server, "schema": "public"}, "postgres")
        with open_with_dbt(profile, ()) as opened:
            listed = {one.relation.identifier: one.row_count for one in opened.list_relations([("postgres", "public")])}
            assert listed == {"line": 5000, "part": 0}
            assert opened.query(parse_one("SELECT 1 AS a")).rows == [(1,)]  # type: ignore[arg-type]
            part, line = (Relation("postgres", "public", name) for name in ("part", "line"))
            assert set(opened.declared_keys([("postgres", "public")])) == {
                DeclaredKey("primary", part, ("b", "a")),
                DeclaredKey("unique", line, ("id",)),
                DeclaredKey("foreign", line, ("x", "y"), part, ("a", "b")),
            }
            slow = "SELECT COUNT(*) FROM line a, line b, line c WHERE a.id + b.id + c.id = -1"
            with pytest.raises(StatementTimeoutError):
                opened.query(select(slow), timeout_s=0.3)
            assert opened.query(select("SELECT COUNT(*) FROM line"), timeout_s=60).rows == [(5000,)]


def test_bigquery_is_asked_by_dataset():
    one, two = (statement.sql("bigquery") for statement in relations_statement("bigquery", "p", ["a", "b"]))
    assert "FROM `a`.INFORMATION_SCHEMA.COLUMNS AS c" in one
    assert "FROM `b`.INFORMATION_SCHEMA.COLUMNS AS c" in two
