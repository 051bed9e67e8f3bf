"""The demo's tables in a real PostgreSQL: the same profiles, the same joins, the same answers as in DuckDB."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

pytest.importorskip("psycopg")
pytest.importorskip("dbt.adapters.duckdb", reason="the demo project is built by dbt-duckdb")

import psycopg

from dagster_project.demo.preparation import claimed, prepare
from gtr_core.build.build_context import build_context
from gtr_core.build.settings import build_settings
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.store import SnapshotStore
from tests.e2e.demo_elsewhere import columns_of_demo, compared, move_demo, wrong_answers
from tests.postgres_server import postgres

_TYPES = {"DOUBLE": "double precision", "FLOAT": "real", "HUGEINT": "numeric(38, 0)", "UBIGINT": "numeric(20, 0)"}


@pytest.fixture(scope="module", name="snapshots")
def _snapshots(tmp_path_factory):
    """Of DuckDB and of PostgreSQL, with connections to both."""
    demo = tmp_path_factory.mktemp("demo") / "demo"
    with claimed(demo):
        prepare(demo, 0.01, lambda _: None)
    ours = _built(demo, tmp_path_factory.mktemp("ours"))
    with (
        postgres(tmp_path_factory.mktemp("pg")) as server,
        duckdb.connect(str(demo / "tpch.duckdb"), read_only=True) as database,
    ):
        address = f"host={server['host']} port={server['port']} user={server['user']}"
        with psycopg.connect(f"{address} dbname=postgres", autocommit=True) as admin:
            admin.execute("create database tpch")
        with psycopg.connect(f"{address} dbname=tpch", autocommit=True) as loading:
            _load(database, loading)
            profile = (
                "tpch:\n  target: pg\n  outputs:\n    pg:\n      type: postgres\n"
                f"      host: {server['host']}\n      port: {server['port']}\n      user: {server['user']}\n"
                "      password: hunter2\n      dbname: tpch\n      schema: main\n"
            )
            moved = move_demo(demo, tmp_path_factory.mktemp("moved") / "project", "postgres", profile)
            yield ours, _built(moved, tmp_path_factory.mktemp("theirs")), loading, database


def _built(project: Path, store: Path) -> Snapshot:
    report = build_context(build_settings(project, {"profiles_dir": project, "snapshot_dir": store}))
    assert report.failed == ()
    return SnapshotStore(store).current()


def _load(database: duckdb.DuckDBPyConnection, server: psycopg.Connection) -> None:
    for (schema, table), columns in columns_of_demo(database).items():
        declared = ", ".join(f'"{name}" {_TYPES.get(data_type, data_type)}' for name, data_type in columns)
        server.execute(f'create schema if not exists "{schema}"')
        server.execute(f'create table "{schema}"."{table}" ({declared})')
        with server.cursor() as cursor, cursor.copy(f'copy "{schema}"."{table}" from stdin') as copy:
            for row in database.execute(f'from "{schema}"."{table}"').fetchall():
                copy.write_row(row)
    server.execute("analyze")


def test_profiles_are_the_same(snapshots):
    ours, theirs, _, _ = snapshots
    assert compared(ours, theirs) == []


def test_joins_are_the_same(snapshots):
    ours, theirs, _, _ = snapshots
    assert len(ours.graph.joins) > 5
    assert [edge.measurement for edge in theirs.graph.joins] == [edge.measurement for edge in ours.graph.joins]


def test_golden_questions_have_the_same_answers(snapshots):
    _, theirs, server, database = snapshots
    assert wrong_answers(theirs, lambda sql: server.execute(sql).fetchall(), database) == []
