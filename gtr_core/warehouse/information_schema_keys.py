"""Declared keys from INFORMATION_SCHEMA, where engines keep constraints there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from sqlglot import exp, parse_one

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import DeclaredKey

__all__ = ["keys_from_rows", "keys_statement"]

_KEYS = """
SELECT k.table_catalog, k.table_schema, k.table_name, k.constraint_name, c.constraint_type, k.column_name,
       p.table_catalog, p.table_schema, p.table_name, p.column_name
FROM information_schema.table_constraints AS c
JOIN information_schema.key_column_usage AS k
  ON k.constraint_schema = c.constraint_schema AND k.constraint_name = c.constraint_name
 AND k.table_schema = c.table_schema AND k.table_name = c.table_name
LEFT JOIN information_schema.referential_constraints AS r
  ON r.constraint_schema = c.constraint_schema AND r.constraint_name = c.constraint_name
LEFT JOIN information_schema.key_column_usage AS p
  ON p.constraint_schema = r.unique_constraint_schema AND p.constraint_name = r.unique_constraint_name
 AND p.ordinal_position = {position}
WHERE c.constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
ORDER BY k.table_schema, k.table_name, k.constraint_name, k.ordinal_position
"""
_MYSQL = """
SELECT k.table_schema, k.table_schema, k.table_name, k.constraint_name, c.constraint_type, k.column_name,
       k.referenced_table_schema, k.referenced_table_schema, k.referenced_table_name, k.referenced_column_name
FROM information_schema.table_constraints AS c
JOIN information_schema.key_column_usage AS k
  ON k.constraint_schema = c.constraint_schema AND k.constraint_name = c.constraint_name
 AND k.table_schema = c.table_schema AND k.table_name = c.table_name
WHERE c.constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
ORDER BY k.table_schema, k.table_name, k.constraint_name, k.ordinal_position
"""
_STATEMENTS = {
    "databricks": _KEYS.format(position="k.position_in_unique_constraint"),
    "duckdb": _KEYS.format(position="k.position_in_unique_constraint"),
    "mysql": _MYSQL,
    "postgres": _KEYS.format(position="k.position_in_unique_constraint"),
    "redshift": _KEYS.format(position="k.position_in_unique_constraint"),
    "tsql": _KEYS.format(position="k.ordinal_position"),  # it has no other, and names the columns in one order
}
_KINDS = {"PRIMARY KEY": "primary", "UNIQUE": "unique", "FOREIGN KEY": "foreign"}


def keys_statement(dialect: str, schemas: Collection[str] | None) -> exp.Select | None:
    """One row a column of a key; None for engines that keep no constraints there."""
    if dialect not in _STATEMENTS:
        return None
    statement = parse_one(_STATEMENTS[dialect], read=dialect, into=exp.Select)
    if schemas is None:
        return statement
    wanted = [exp.Literal.string(name) for name in sorted({name.lower() for name in schemas})]
    return statement.where(exp.In(this=exp.Lower(this=exp.column("table_schema", "k")), expressions=wanted))


def keys_from_rows(rows: Iterable[Sequence[Any]]) -> Iterator[DeclaredKey]:
    """The keys that the rows of ``keys_statement`` tell of; a foreign one whose parent is not told is passed over."""
    grouped: dict[tuple[Any, ...], list[Sequence[Any]]] = {}
    for row in rows:
        grouped.setdefault(tuple(row[:5]), []).append(row)
    for (database, schema, name, _, kind), columns in grouped.items():
        relation = Relation(database, schema, name)
        own = tuple(str(row[5]) for row in columns)
        if kind != "FOREIGN KEY":
            yield DeclaredKey(_KINDS[kind], relation, own)
        elif all(row[8] and row[9] for row in columns):
            parent = Relation(columns[0][6], columns[0][7], columns[0][8])
            yield DeclaredKey("foreign", relation, own, parent, tuple(str(row[9]) for row in columns))
