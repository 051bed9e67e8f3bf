"""How many rows and bytes engines say that tables have, and when they were changed, without reading any.

Each engine has a catalog of its own for this. Of those that are not named here sizes stay unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlglot import exp, parse_one

__all__ = ["Size", "sizes_from_rows", "sizes_statements"]

_MYSQL = """
SELECT table_schema, table_name, table_rows, data_length, update_time
FROM information_schema.tables WHERE table_type = 'BASE TABLE'
"""
_STATEMENTS: Mapping[str, tuple[str, str]] = {
    # By dialect: rows of schema, table, rows, bytes, time or version of the last change; and what names the schema.
    "clickhouse": (
        "SELECT database, name, total_rows, total_bytes, NULL FROM system.tables WHERE total_rows IS NOT NULL",
        "database",
    ),
    "doris": (_MYSQL, "table_schema"),
    "duckdb": (
        "SELECT schema_name, table_name, estimated_size, NULL, NULL FROM duckdb_tables() WHERE TRUE",
        "schema_name",
    ),
    "mysql": (_MYSQL, "table_schema"),
    "postgres": (
        "SELECT n.nspname, c.relname, CASE WHEN c.reltuples >= 0 THEN CAST(c.reltuples AS BIGINT) END, "
        "CAST(c.relpages AS BIGINT) * 8192, NULL FROM pg_catalog.pg_class AS c "
        "JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p')",
        "n.nspname",
    ),
    "redshift": ('SELECT "schema", "table", tbl_rows, size * 1048576, NULL FROM svv_table_info WHERE TRUE', '"schema"'),
    "starrocks": (_MYSQL, "table_schema"),
    "tsql": (
        "SELECT s.name, t.name, SUM(p.rows), NULL, NULL FROM sys.tables AS t "
        "JOIN sys.schemas AS s ON s.schema_id = t.schema_id "
        "JOIN sys.partitions AS p ON p.object_id = t.object_id AND p.index_id IN (0, 1) "
        "WHERE 1 = 1 GROUP BY s.name, t.name",
        "s.name",
    ),
}
_BIGQUERY = "SELECT dataset_id, table_id, row_count, size_bytes, last_modified_time FROM {place} WHERE type = 1"


@dataclass(frozen=True, slots=True)
class Size:
    """What an engine says of a table; None where it says nothing."""

    rows: int | None
    bytes: int | None
    altered: str | None


def sizes_statements(dialect: str, database: str, schemas: Collection[str] | None) -> Iterator[exp.Select]:
    """Statements over the engine's catalog, of rows as ``sizes_from_rows`` takes them; none for engines without."""
    if dialect == "bigquery":
        for schema in sorted(schemas or ()):
            place = exp.Table(this=exp.to_identifier("__TABLES__"), db=exp.to_identifier(schema, quoted=True))
            statement = parse_one(_BIGQUERY.format(place="place"), read=dialect, into=exp.Select)
            yield statement.from_(place)
        return
    if dialect not in _STATEMENTS:
        return
    sql, schema_name = _STATEMENTS[dialect]
    statement = parse_one(sql, read=dialect, into=exp.Select)
    if schemas is not None:
        named = exp.Lower(this=parse_one(schema_name, read=dialect, into=exp.Column))
        wanted = [exp.Literal.string(name) for name in sorted({name.lower() for name in schemas})]
        statement = statement.where(exp.In(this=named, expressions=wanted))
    yield statement


def sizes_from_rows(rows: Sequence[Sequence[Any]]) -> dict[tuple[str, str], Size]:
    """By schema and table in lower case."""
    return {
        (str(schema).lower(), str(name).lower()): Size(
            None if count is None else int(count),
            None if size is None else int(size),
            None if altered is None else str(altered),
        )
        for schema, name, count, size, altered in rows
    }
