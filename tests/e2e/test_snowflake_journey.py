"""The demo's tables in the emulator of Snowflake: build, retrieve, ask."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

pytest.importorskip("fakesnow")
pytest.importorskip("snowflake.connector")
pytest.importorskip("dbt.adapters.duckdb", reason="the demo project is built by dbt-duckdb")

import fakesnow
import snowflake.connector
from sqlglot import exp, parse_one

from dagster_project.demo.preparation import claimed, prepare
from gtr_core.build.build_context import build_context
from gtr_core.build.settings import build_settings
from gtr_core.build.warehouse_access import open_warehouse
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.store import SnapshotStore
from tests.e2e.demo_elsewhere import columns_of_demo, compared, move_demo, wrong_answers

_PROFILE = (
    "tpch:\n  target: sf\n  outputs:\n    sf:\n      type: snowflake\n      account: shop\n      user: reader\n"
    "      password: hunter2\n      database: tpch\n      schema: main\n"
)
_TYPES = {"VARCHAR": "VARCHAR", "BIGINT": "NUMBER(38,0)", "INTEGER": "NUMBER(38,0)", "DOUBLE": "FLOAT"}


@pytest.fixture(scope="module", name="snapshots")
def _snapshots(tmp_path_factory):
    demo = tmp_path_factory.mktemp("demo") / "demo"
    with claimed(demo):
        prepare(demo, 0.01, lambda _: None)
    ours = _built(demo, tmp_path_factory.mktemp("ours"))
    moved = move_demo(demo, tmp_path_factory.mktemp("moved") / "project", "snowflake", _PROFILE)
    with duckdb.connect(str(demo / "tpch.duckdb"), read_only=True) as database:
        declared = columns_of_demo(database)
        with fakesnow.patch():
            with snowflake.connector.connect(database="TPCH", schema="MAIN") as connection:
                _load(connection, declared, database, tmp_path_factory.mktemp("parquet"))
            theirs = _built(moved, tmp_path_factory.mktemp("theirs"))
            settings = build_settings(moved, {"profiles_dir": moved})
            with open_warehouse(settings) as warehouse:
                yield ours, theirs, warehouse, database


def _built(project: Path, store: Path) -> Snapshot:
    report = build_context(build_settings(project, {"profiles_dir": project, "snapshot_dir": store}))
    assert report.failed == ()
    return SnapshotStore(store).current()


def _load(connection, declared, database: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Tables are declared through the connector, and filled through the emulator's own DuckDB, which is quicker."""
    with connection.cursor() as cursor:
        for (schema, table), columns in declared.items():
            types = ", ".join(f"{name} {_TYPES.get(data_type, data_type)}" for name, data_type in columns)
            cursor.execute(f"create schema if not exists {schema}")
            cursor.execute(f"create table {schema}.{table} ({types})")
            file = folder / f"{schema}.{table}.parquet"
            database.execute(f'copy (from "{schema}"."{table}") to \'{file}\' (format parquet)')
            connection._duck_conn.execute(f"insert into TPCH.{schema.upper()}.{table.upper()} from '{file}'")


def test_profiles_are_the_same(snapshots):
    ours, theirs, _, _ = snapshots
    assert compared(ours, theirs) == []


def test_joins_are_the_same(snapshots):
    ours, theirs, _, _ = snapshots
    assert len(ours.graph.joins) > 5
    assert [edge.measurement for edge in theirs.graph.joins] == [edge.measurement for edge in ours.graph.joins]


def test_golden_questions_have_the_same_answers(snapshots):
    _, theirs, warehouse, database = snapshots

    def run(sql: str) -> list[tuple[object, ...]]:
        statement = parse_one(sql, read="snowflake")
        assert isinstance(statement, exp.Query)
        return warehouse.query(statement).rows

    assert wrong_answers(theirs, run, database) == []
