"""Every statement that the Snowflake module sends, as it sends it, in a fixture file; each parses as Snowflake.

Run with ``GTR_WRITE_FIXTURES=1`` to write the file anew after a change that is meant.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
import sqlglot
from sqlglot import exp, parse_one

pytest.importorskip("snowflake.connector")

from gtr_core.catalog import Column, JoinEdge, Relation, Table
from gtr_core.joins.measurement import measure_join
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse.listing import ListedRelation
from gtr_core.warehouse.snowflake import SnowflakeWarehouse

FIXTURE = Path(__file__).parent / "fixtures" / "snowflake_statements.sql"
_TYPES = ("NUMBER(38,0)", "TEXT", "FLOAT", "DATE", "TIMESTAMP_NTZ", "BOOLEAN", "VARIANT", "TEXT")
_NAMES = ("ID", "STATUS", "RATE", "DAY", "MADE", "PAID", "DOC", "EMAIL")


class _Recording:
    """A connection that notes what it is sent, and answers with just enough rows for the next statement."""

    def __init__(self, sent: list[str], keys: int = 0) -> None:
        self.sent = sent
        self.keys = keys
        self.limits: list[tuple[object, object]] = []
        self.description = [("a", 0)]
        self._sql = ""

    def cursor(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def execute(self, sql: str, timeout: int | None = None, _statement_params: object = None) -> None:
        self._sql = sql
        self.sent.append(sql)
        self.limits.append((timeout, _statement_params))
        if sql.startswith("SHOW"):
            names = ("database_name", "schema_name", "table_name", "column_name", "key_sequence", "constraint_name")
            self.description = [(name, 0) for name in names]

    def fetchall(self) -> list[tuple[object, ...]]:
        if self._sql.startswith("SHOW PRIMARY") and self.keys:
            return [("SHOP", "MART", f"T{n}", "ID", 1, "K") for n in range(self.keys)]
        if self._sql.startswith("EXPLAIN"):
            return [('{"GlobalStats": {"bytesAssigned": 1024, "partitionsAssigned": 2}}',)]
        if "COUNT(*) AS n" in self._sql:
            return [tuple(_answers(self._sql))]
        if "ORDER BY" not in self._sql and self._sql.startswith(("SELECT", "WITH")) and "gtr_value" not in self._sql:
            return [(1000, 900, 900, 1, 1, 900, 900)]
        return []

    def fetchmany(self, size: int) -> list[tuple[object, ...]]:
        return []

    def is_closed(self) -> bool:
        return False

    def close(self) -> None:
        return None


def _answers(sql: str) -> Iterator[object]:
    """One value a column of a statement of statistics, by the short name of its aggregate."""
    for alias in parse_one(sql, read="snowflake").selects:
        kind = alias.alias[0]
        yield {"n": 1000, "f": 1000, "d": 40, "l": 5.0, "s": 1, "q": 5, "t": 9, "m": 2.0, "v": 1.0}.get(kind, "1")


def statements() -> list[tuple[str, str]]:
    """Titles and statements, in a fixed order."""
    found: list[tuple[str, str]] = []
    sent: list[str] = []
    warehouse = SnowflakeWarehouse(lambda: _Recording(sent), "SHOP")

    def note(title: str) -> None:
        found.extend((title if place == 0 else f"{title}, {place + 1}", sql) for place, sql in enumerate(sent))
        sent.clear()

    warehouse.list_relations([("shop", "mart")])
    note("list the relations of a schema")
    warehouse._tags({"SHOP"})
    note("read governed tags")
    warehouse.declared_keys([("SHOP", "MART")])
    note("read declared keys")
    columns = tuple(Column(name, kind, place) for place, (name, kind) in enumerate(zip(_NAMES, _TYPES, strict=True)))
    relations = {
        name: ListedRelation(Relation("SHOP", "MART", name), kind, columns, rows)
        for name, kind, rows in (("SMALL", "table", 1_000), ("LARGE", "table", 50_000_000), ("SEEN", "view", None))
    }
    warehouse._listed.update((one.relation, one) for one in relations.values())
    tables = {name: Table(name, one.relation, name, columns=columns) for name, one in relations.items()}
    for name, table in tables.items():
        profile_table(warehouse, table)
        note(f"profile a {'view' if name == 'SEEN' else name.lower() + ' table'}")
    profile_table(warehouse, tables["LARGE"], ProfilingSettings(rows=10_000))
    note("profile few rows of a large table")
    profile_table(warehouse, tables["LARGE"], ProfilingSettings(rows=None))
    note("profile a large table unsampled")
    measure_join(warehouse, JoinEdge("LARGE", ("ID",), "SMALL", ("ID",)), tables)
    note("measure a join")
    query = parse_one('SELECT COUNT(*) FROM "SHOP"."MART"."SMALL"', read="snowflake")
    assert isinstance(query, exp.Query)
    warehouse.cost(query)
    note("ask for a cost")
    return found


def test_the_server_stops_what_takes_too_long():
    connection = _Recording([])
    warehouse = SnowflakeWarehouse(lambda: connection, "SHOP")
    query = parse_one('SELECT COUNT(*) FROM "SHOP"."MART"."SMALL"', read="snowflake")
    assert isinstance(query, exp.Query)
    warehouse.query(query, timeout_s=1.5)
    warehouse.query(query)
    assert connection.limits == [(7, {"STATEMENT_TIMEOUT_IN_SECONDS": "2"}), (None, None)]


@pytest.mark.parametrize(("keys", "warned"), [(9_999, False), (10_000, True)])
def test_more_keys_than_a_show_returns_are_said(keys: int, warned: bool):
    warehouse = SnowflakeWarehouse(lambda: _Recording([], keys), "SHOP")
    assert len([key for key in warehouse.declared_keys([("SHOP", "MART")]) if key.kind == "primary"]) == keys
    assert any("more primary keys" in warning for warning in warehouse.warnings) is warned


def test_they_are_those_of_the_fixture_file():
    text = "\n\n".join(f"-- {title}\n{sql};" for title, sql in statements()) + "\n"
    if os.environ.get("GTR_WRITE_FIXTURES"):
        FIXTURE.parent.mkdir(exist_ok=True)
        FIXTURE.write_text(text, encoding="utf-8")
    assert text == FIXTURE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("title", "sql"), statements(), ids=[title for title, _ in statements()])
def test_each_is_one_statement_of_snowflake_that_only_reads(title: str, sql: str):
    (parsed,) = sqlglot.parse(sql.removeprefix("EXPLAIN USING JSON "), read="snowflake")
    assert isinstance(parsed, exp.Select | exp.SetOperation | exp.Show)
    # sqlglot reads it and the emulator passes over it, but Snowflake's WITH knows no such word.
    assert "AS MATERIALIZED" not in sql


NOT_IN_EMULATOR = {
    # ACCOUNT_USAGE.TAG_REFERENCES, columns OBJECT_DATABASE, OBJECT_SCHEMA,
    # OBJECT_NAME, COLUMN_NAME, TAG_NAME, TAG_VALUE, DOMAIN, OBJECT_DELETED; latency up to 120 minutes.
    "read governed tags": "ACCOUNT_USAGE",
    # EXPLAIN [ USING { TABULAR | JSON | TEXT } ] <statement>;
    # the JSON form has GlobalStats with partitionsAssigned and bytesAssigned.
    "ask for a cost": "EXPLAIN",
}
"""Statements that the emulator cannot run: only their form is tested here, not that Snowflake takes them."""


def test_the_emulator_runs_all_but_those_that_are_said():
    fakesnow = pytest.importorskip("fakesnow")
    import snowflake.connector

    failed = set()
    declared = ", ".join(f"{name} {kind}" for name, kind in zip(_NAMES, _TYPES, strict=True))
    with (
        fakesnow.patch(),
        snowflake.connector.connect(database="SHOP", schema="MART") as connection,
        connection.cursor() as cursor,
    ):
        for name in ("SMALL", "LARGE"):
            cursor.execute(f"CREATE TABLE {name} ({declared})")
            cursor.execute(
                f"INSERT INTO {name} SELECT 1, 'open', 0.5, '2024-01-01', '2024-01-01', TRUE, "
                "PARSE_JSON('{\"a\": 1}'), 'x'"
            )
        cursor.execute("CREATE VIEW SEEN AS SELECT * FROM SMALL")
        for title, sql in statements():
            try:
                cursor.execute(sql).fetchall()
            except (snowflake.connector.Error, NotImplementedError, RuntimeError):
                failed.add(title)
    assert failed == set(NOT_IN_EMULATOR)
