from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest

from gtr_core.joins.mined_sources import compiled_models, query_history, query_history_statement
from gtr_core.warehouse import ConnectionLostError, WarehousePermissionError
from gtr_core.warehouse.read_only import render_read_only

WEEK = 7 * 86400


def test_what_dbt_compiled_is_read_and_what_it_did_not_is_not(tmp_path: Path):
    nodes = {
        "model.x.b": {"resource_type": "model", "compiled_code": "SELECT 2"},
        "model.x.a": {"resource_type": "model", "compiled_sql": "SELECT 1"},
        "model.x.raw": {"resource_type": "model", "raw_code": "SELECT {{ x }}"},
        "model.x.empty": {"resource_type": "model", "compiled_code": None},
        "analysis.x.c": {"resource_type": "analysis", "compiled_code": "SELECT 3"},
        "test.x.d": {"resource_type": "test", "compiled_code": "SELECT 4"},
    }
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps({"nodes": nodes}))
    assert list(compiled_models(path)) == ["SELECT 3", "SELECT 1", "SELECT 2"]


@pytest.fixture
def history():
    """A view of that name in an engine at hand: what was run when, with which outcome."""
    now = datetime.now(UTC)
    with duckdb.connect() as connection:
        connection.execute("ATTACH ':memory:' AS snowflake; CREATE SCHEMA snowflake.account_usage")
        connection.execute(
            "CREATE TABLE snowflake.account_usage.query_history (query_text VARCHAR, start_time TIMESTAMPTZ, "
            "query_type VARCHAR, execution_status VARCHAR, query_parameterized_hash VARCHAR)"
        )
        rows = [
            ("SELECT new", now - timedelta(hours=1), "SELECT", "SUCCESS", "n"),
            ("SELECT 1 AS twice", now - timedelta(days=2), "SELECT", "SUCCESS", "t"),
            ("SELECT 2 AS twice", now - timedelta(days=1), "SELECT", "SUCCESS", "t"),
            ("SELECT old", now - timedelta(days=8), "SELECT", "SUCCESS", "o"),
            ("SELECT failed", now, "SELECT", "FAIL", "f"),
            ("DELETE FROM x", now, "DELETE", "SUCCESS", "d"),
            ("SELECT '" + "x" * 100_001 + "'", now, "SELECT", "SUCCESS", "l"),
        ]
        connection.executemany("INSERT INTO snowflake.account_usage.query_history VALUES (?, ?, ?, ?, ?)", rows)
        yield connection


def test_the_window_the_kind_the_outcome_and_the_form(history: duckdb.DuckDBPyConnection):
    found = history.execute(render_read_only(query_history_statement(WEEK), "duckdb")).fetchall()
    assert found == [("SELECT new",), ("SELECT 2 AS twice",)]


def test_the_latest_are_read_and_no_more(history: duckdb.DuckDBPyConnection):
    assert history.execute(query_history_statement(WEEK, 1).sql("duckdb")).fetchall() == [("SELECT new",)]
    assert history.execute(query_history_statement(1).sql("duckdb")).fetchall() == [("SELECT new",)]


def test_snowflake_is_asked_in_its_own_words():
    sql = render_read_only(query_history_statement(WEEK), "snowflake")
    assert "FROM SNOWFLAKE.ACCOUNT_USAGE.QUERY_HISTORY WHERE START_TIME >= " in sql
    assert "INTERVAL '7 DAY'" in sql
    assert sql.endswith("LIMIT 10000")


def answering(rows: list[tuple[object, ...]] | Exception) -> SimpleNamespace:
    def query(select: object, **keywords: object) -> SimpleNamespace:
        assert keywords["max_rows"] == 10_000
        if isinstance(rows, Exception):
            raise rows
        return SimpleNamespace(rows=rows)

    return SimpleNamespace(dialect="snowflake", query=query)


def test_the_texts_come_without_nulls():
    assert query_history(answering([("SELECT 1",), (None,)]), WEEK) == (("SELECT 1",), None)  # type: ignore[arg-type]


def test_a_role_that_may_not_read_it_is_told_and_a_lost_connection_is_not_swallowed():
    texts, problem = query_history(answering(WarehousePermissionError("query", "denied")), WEEK)  # type: ignore[arg-type]
    assert texts == ()
    assert "query history was not read" in (problem or "")
    with pytest.raises(ConnectionLostError):
        query_history(answering(ConnectionLostError("gone")), WEEK)  # type: ignore[arg-type]


def test_other_warehouses_keep_none():
    texts, problem = query_history(SimpleNamespace(dialect="duckdb"), WEEK)  # type: ignore[arg-type]
    assert (texts, "duckdb keeps none" in (problem or "")) == ((), True)
