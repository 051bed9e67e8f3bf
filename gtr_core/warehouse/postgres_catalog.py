"""PostgreSQL's own account of its relations and keys: one statement each, for all schemas at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlglot import exp, parse_one

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import DeclaredKey
from gtr_core.warehouse.listing_rows import ColumnRow
from gtr_core.warehouse.warehouse import Schema

__all__ = ["key_from_row", "keys_statement", "relation_from_row", "relations_statement"]

# Types that a database has made itself stand for what they are made of: an enumeration, or a domain's base.
_RELATIONS = """
SELECT current_database() AS database_name, n.nspname, c.relname, c.relkind, a.attname,
       CASE t.typtype WHEN 'e' THEN 'enum' WHEN 'd' THEN format_type(t.typbasetype, t.typtypmod)
           ELSE format_type(a.atttypid, a.atttypmod) END AS data_type, col_description(c.oid, a.attnum) AS comment,
       c.reltuples, c.relpages,
       CASE WHEN c.relkind IN ('r', 'm') THEN concat_ws(':', c.relfilenode, pg_stat_get_tuples_inserted(c.oid),
           pg_stat_get_tuples_updated(c.oid), pg_stat_get_tuples_deleted(c.oid)) END AS altered
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
ORDER BY n.nspname, c.relname, a.attnum
"""

_KEYS = """
SELECT current_database() AS database_name, n.nspname, c.relname, k.contype,
       (SELECT array_agg(a.attname ORDER BY a.position) FROM (
           SELECT a.attname, array_position(k.conkey, a.attnum) AS position
           FROM pg_catalog.pg_attribute AS a
           WHERE a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey)) AS a) AS columns,
       pn.nspname AS parent_schema, pc.relname AS parent_name,
       (SELECT array_agg(a.attname ORDER BY a.position) FROM (
           SELECT a.attname, array_position(k.confkey, a.attnum) AS position
           FROM pg_catalog.pg_attribute AS a
           WHERE a.attrelid = k.confrelid AND a.attnum = ANY(k.confkey)) AS a) AS refs
FROM pg_catalog.pg_constraint AS k
JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_class AS pc ON pc.oid = k.confrelid
LEFT JOIN pg_catalog.pg_namespace AS pn ON pn.oid = pc.relnamespace
WHERE k.contype IN ('p', 'u', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
ORDER BY n.nspname, c.relname, k.conname
"""

_PAGE_BYTES = 8192
_SAMPLED_KINDS = frozenset("rpm")
_KEY_KINDS = {"p": "primary", "u": "unique", "f": "foreign"}


def relations_statement(schemas: Collection[Schema] | None, database: str, identifier: str | None = None) -> exp.Select:
    """One row a column of a table, view, materialised view or foreign table."""
    statement = _parsed(_RELATIONS, schemas, database)
    if identifier is not None:
        name = exp.Lower(this=exp.cast(exp.column("relname", "c"), "text"))
        statement = statement.where(exp.EQ(this=name, expression=exp.Literal.string(identifier.lower())))
    return statement


def keys_statement(schemas: Collection[Schema] | None, database: str) -> exp.Select:
    """One row a primary key, unique constraint or foreign key."""
    return _parsed(_KEYS, schemas, database)


def relation_from_row(row: Sequence[Any]) -> ColumnRow:
    """A row of ``relations_statement``. A table that was never analysed has no known size."""
    database, schema, name, kind, column, data_type, comment, rows, pages, altered = row
    kind = kind.decode() if isinstance(kind, bytes) else kind
    table = kind in _SAMPLED_KINDS
    return ColumnRow(
        Relation(database, schema, name),
        "table" if table else "view",
        column,
        data_type,
        comment,
        int(rows) if table and rows >= 0 else None,
        int(pages) * _PAGE_BYTES if table else None,
        altered,
    )


def key_from_row(row: Sequence[Any]) -> DeclaredKey:
    """A row of ``keys_statement``."""
    database, schema, name, kind, columns, parent_schema, parent, parent_columns = row
    kind = kind.decode() if isinstance(kind, bytes) else kind
    return DeclaredKey(
        _KEY_KINDS[kind],
        Relation(database, schema, name),
        tuple(columns),
        Relation(database, parent_schema, parent) if kind == "f" else None,
        tuple(parent_columns) if kind == "f" else (),
    )


def _parsed(sql: str, schemas: Collection[Schema] | None, database: str) -> exp.Select:
    """The statement for those schemas. A session sees its own database alone."""
    statement = parse_one(sql, read="postgres")
    if not isinstance(statement, exp.Select):
        raise TypeError(f"expected a SELECT, got {type(statement).__name__}")
    if schemas is None:
        return statement
    own = sorted({schema.lower() for name, schema in schemas if name is None or name.lower() == database.lower()})
    if not own:
        return statement.where(exp.false())
    schema_name = exp.Lower(this=exp.cast(exp.column("nspname", "n"), "text"))
    return statement.where(exp.In(this=schema_name, expressions=[exp.Literal.string(name) for name in own]))
