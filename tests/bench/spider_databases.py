"""The databases with rows of the shared benchmark folder: their values and what they declare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gtr_core.joins.inference.column_values import TableValues
from gtr_core.joins.inference.reading import table_values

__all__ = ["Database", "Pair", "databases", "edge_pair"]

Pair = frozenset[tuple[str, str]]
"""An edge as an unordered pair of (table, column), in lower case."""


@dataclass(frozen=True)
class Database:
    """One database: values, declared primary keys (by table) and declared edges."""

    name: str
    tables: tuple[TableValues, ...]
    keys: dict[str, tuple[str, ...]]
    edges: frozenset[Pair]


def edge_pair(table: str, column: str, other: str, other_column: str) -> Pair:
    return frozenset(((table.lower(), column.lower()), (other.lower(), other_column.lower())))


def databases(folder: Path) -> Iterator[Database]:
    """All databases, sorted by name."""
    import duckdb

    connection = duckdb.connect()
    for place in sorted(path for path in folder.iterdir() if path.is_dir()):
        schema = json.loads((place / "schema.json").read_text(encoding="utf-8"))
        tables = []
        for table in schema["tables"]:
            found = connection.read_parquet(str(place / f"{table['name']}.parquet"))
            rows = found.fetchall()
            columns = list(zip(*rows, strict=True)) if rows else [()] * len(found.columns)
            tables.append(table_values(table["name"], table["name"], found.columns, columns))
        yield Database(
            place.name,
            tuple(tables),
            {table["name"]: tuple(table["primary_key"]) for table in schema["tables"] if table["primary_key"]},
            frozenset(
                edge_pair(key["from_table"], key["from_column"], key["to_table"], key["to_column"])
                for key in schema["foreign_keys"]
            ),
        )
