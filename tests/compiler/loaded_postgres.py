"""The rows of a DuckDB database in a PostgreSQL server, table by table."""

from __future__ import annotations

from typing import Any

import duckdb

_TYPES = {"INTEGER": "integer", "BIGINT": "bigint", "VARCHAR": "text", "DATE": "date", "DOUBLE": "double precision",
          "BOOLEAN": "boolean", "TIMESTAMP": "timestamp"}  # fmt: skip


def load(source: duckdb.DuckDBPyConnection, settings: dict[str, object], database: str, schema: str = "main") -> Any:
    """A connection to a database of that name, made anew, whose schema holds the tables of DuckDB's schema."""
    import psycopg

    with psycopg.connect(**settings, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{database}"')
    target = psycopg.connect(**{**settings, "dbname": database}, autocommit=True)
    target.execute(f'CREATE SCHEMA "{schema}"')
    listed = source.execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns"
        " WHERE table_catalog = current_database() AND table_schema = ? ORDER BY table_name, ordinal_position",
        [schema],
    ).fetchall()
    columns: dict[str, list[tuple[str, str]]] = {}
    for table, column, data_type in listed:
        columns.setdefault(table, []).append((column, data_type))
    for table, of_table in columns.items():
        definitions = ", ".join(f'"{name}" {_type(data_type)}' for name, data_type in of_table)
        target.execute(f'CREATE TABLE "{schema}"."{table}" ({definitions})')
        rows = source.execute(f'SELECT * FROM "{schema}"."{table}"').fetchall()
        with target.cursor() as cursor, cursor.copy(f'COPY "{schema}"."{table}" FROM STDIN') as copy:
            for row in rows:
                copy.write_row(row)
    return target


def _type(data_type: str) -> str:
    return data_type if data_type.startswith("DECIMAL") else _TYPES.get(data_type, "bigint")
