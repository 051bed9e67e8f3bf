"""Rows of a benchmark's databases in DuckDB and in sqlite3, and whether two answers agree."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

import duckdb
from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from gtr_core.catalog import Column, ColumnProfile, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.joins.measurement import measure_join
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse.duckdb import DuckDBWarehouse

Row = tuple[object, ...]

__all__ = ["Row", "agree", "as_built", "cuts_ties", "duckdb_of", "sqlite_of"]


def duckdb_of(folder: Path, db: str) -> duckdb.DuckDBPyConnection:
    """The Parquet files of one database as tables of a schema of its name."""
    connection = duckdb.connect()
    connection.execute(f'CREATE SCHEMA "{db}"')
    for file in sorted((folder / db).glob("*.parquet")):
        connection.execute(f"""CREATE TABLE "{db}"."{file.stem}" AS SELECT * FROM read_parquet('{file}')""")
    return connection


def sqlite_of(connection: duckdb.DuckDBPyConnection, folder: Path, db: str) -> sqlite3.Connection:
    """The same rows in sqlite3, its columns declared as the benchmark declares them."""
    database = sqlite3.connect(":memory:")
    schema = json.loads((folder / db / "schema.json").read_text(encoding="utf-8"))
    declared = {
        (table["name"].casefold(), column["name"].casefold()): column.get("type", "")
        for table in schema["tables"]
        for column in table["columns"]
    }
    for (table,) in connection.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1", [db]
    ).fetchall():
        found = connection.execute(f'SELECT * FROM "{db}"."{table}"')
        names = [column[0] for column in found.description]
        kinds = [declared.get((table.casefold(), name.casefold()), "text") for name in names]
        columns = ", ".join(
            f'"{n}" {"NUMERIC" if k in ("number", "integer", "real") else "TEXT"}'
            for n, k in zip(names, kinds, strict=True)
        )
        database.execute(f'CREATE TABLE "{table}" ({columns})')
        rows = [tuple(_sqlite(value) for value in row) for row in found.fetchall()]
        database.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" for _ in names)})', rows)
    return database


def as_built(graph: ContextGraph, connection: duckdb.DuckDBPyConnection) -> ContextGraph:
    """The benchmark's graph with types, profiles and join measurements of the rows, as a build has them.

    The values that are indexed stay the benchmark's: a build keeps none of columns that look personal.
    """
    warehouse = DuckDBWarehouse(connection, database="memory")
    tables = [replace(table, columns=_typed(table, connection)) for table in graph.tables]
    profiles = {}
    for table in tables:
        plain = replace(table, columns=tuple(replace(column, personal=None) for column in table.columns))
        found = profile_table(warehouse, plain, ProfilingSettings(values="all"))
        profiles[table.id] = _with_values(found, graph.profiles.get(table.id))
    by_id = {table.id: table for table in tables}
    joins = [measure_join(warehouse, edge, by_id) for edge in graph.joins]
    return ContextGraph(tables=tables, joins=joins, keys=graph.keys, metrics=graph.metrics, profiles=profiles)


def agree(rows: Sequence[Row], gold: Sequence[Row], *, ordered: bool, exact_columns: bool = False) -> bool:
    """Whether some columns of the rows, in some order, are the gold rows: as multisets, or in order.

    Args:
        ordered: The order counts.
        exact_columns: The rows may have no further columns.
    """
    if len(rows) != len(gold):
        return False
    if not gold:
        return True
    mine, theirs = [_plain(row) for row in rows], [_plain(row) for row in gold]
    if exact_columns and len(mine[0]) != len(theirs[0]):
        return False
    columns, wanted = list(zip(*mine, strict=True)), list(zip(*theirs, strict=True))
    counted = [Counter(column) for column in columns]
    fitting = [[i for i, own in enumerate(counted) if own == Counter(column)] for column in wanted]
    return _assign(columns, theirs, fitting, (), ordered=ordered)


def cuts_ties(sql: str, database: sqlite3.Connection) -> bool:
    """Whether a query's LIMIT parts rows that its ORDER BY does not tell apart: then several answers are right."""
    try:
        query = parse_one(sql, read="sqlite")
    except SqlglotError:
        return False
    limit, order = query.args.get("limit"), query.args.get("order")
    if not isinstance(query, exp.Select) or limit is None or order is None or not limit.expression.is_int:
        return False
    count = int(limit.expression.this)
    keys = [ordered.this.copy() for ordered in order.expressions]
    wider = query.copy()
    wider.set("limit", None)
    for position, key in enumerate(keys):
        wider = wider.select(exp.alias_(key, f"order_key_{position}"))
    try:
        rows = database.execute(wider.sql(dialect="sqlite")).fetchmany(count + 1)
    except sqlite3.Error:
        return False
    return len(rows) > count and rows[count - 1][-len(keys) :] == rows[count][-len(keys) :]


def _assign(
    columns: list[tuple[object, ...]],
    gold: list[Row],
    fitting: list[list[int]],
    chosen: tuple[int, ...],
    *,
    ordered: bool,
) -> bool:
    if len(chosen) == len(fitting):
        rows = list(zip(*(columns[i] for i in chosen), strict=True))
        return rows == gold if ordered else Counter(rows) == Counter(gold)
    left = [i for i in fitting[len(chosen)] if i not in chosen]
    return any(_assign(columns, gold, fitting, (*chosen, i), ordered=ordered) for i in left)


def _plain(row: Row) -> Row:
    return tuple(_rounded(value) for value in row)


def _rounded(value: object) -> object:
    """Numbers to six significant digits, all else as text."""
    if value is None:
        return None
    try:
        return float(f"{float(value):.5e}")  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(value)


def _sqlite(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    return value.isoformat() if isinstance(value, date | time) else value


def _typed(table: Table, connection: duckdb.DuckDBPyConnection) -> tuple[Column, ...]:
    listed = connection.execute(
        "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = ? AND table_name = ?",
        [table.relation.schema, table.relation.identifier],
    ).fetchall()
    types = {name.casefold(): data_type for name, data_type in listed}
    return tuple(replace(column, data_type=types.get(column.name.casefold(), "")) for column in table.columns)


def _with_values(found: TableProfile, given: TableProfile | None) -> TableProfile:
    columns: list[ColumnProfile] = []
    for column in found.columns:
        own = None if given is None else given.column(column.name)
        values, truncated = ((), False) if own is None else (own.values, own.truncated)
        columns.append(replace(column, values=values, truncated=truncated, personal=False))
    return replace(found, columns=tuple(columns))
