"""DuckDB files that tests make for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb

from gtr_core.catalog import Relation, Table
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from gtr_core.warehouse.duckdb_opening import open_duckdb


def write_database(path: Path, *statements: str) -> Path:
    """A database file in which these statements have run."""
    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def open_database(path: Path, *statements: str, settings: Mapping[str, object] | None = None) -> DuckDBWarehouse:
    """The same, opened by GTR."""
    write_database(path, *statements)
    return open_duckdb({"path": str(path), **(settings or {})})


def stored_table(warehouse: DuckDBWarehouse, name: str, schema: str = "main") -> Table:
    """A table as a build would know it."""
    listed = warehouse.describe(Relation(None, schema, name))
    return Table(listed.relation.identifier, listed.relation, listed.relation.identifier, columns=listed.columns)
