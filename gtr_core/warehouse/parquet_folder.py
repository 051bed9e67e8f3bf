"""A folder of Parquet files, read as a database: each file, or folder of files, is a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from gtr_core.warehouse.duckdb_sampling import block_sample
from gtr_core.warehouse.exceptions import WarehouseFileInvalidError, WarehouseFileMissingError
from gtr_core.warehouse.listing import ListedRelation
from gtr_core.warehouse.sampling import Sample, whole_sample
from gtr_core.warehouse.warehouse import Schema

if TYPE_CHECKING:
    import duckdb

__all__ = ["ParquetFolder", "open_parquet_folder"]

_SUFFIX = ".parquet"
_NUMBERED = "gtr_rows"
"""Schema of the views that number the rows of each file, from which samples are drawn."""

_ROW_NUMBER = "file_row_number"


class ParquetFolder(DuckDBWarehouse):
    """Views over Parquet files, whose row counts are known from their footers."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, rows: dict[str, int], single: frozenset[str]) -> None:
        super().__init__(connection, database="memory")
        self._rows_of = rows
        self._single = single

    def list_relations(self, schemas: Collection[Schema] | None = None) -> tuple[ListedRelation, ...]:
        """As the protocol says; the files count as tables."""
        listed = super().list_relations(schemas)
        told = tuple(
            replace(one, kind="table", row_count=self._rows_of.get(one.relation.identifier))
            for one in listed
            if one.relation.schema == "main"
        )
        self._listed.update((one.relation, one) for one in told)
        return told

    def sample(self, listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
        """As the protocol says: blocks of rows of a single file; several files are cut by a LIMIT."""
        size = listed.row_count
        name = listed.relation.identifier
        if rows is None or size is None or size <= rows:
            return whole_sample(listed, columns)
        if name not in self._single or any(column.name == _ROW_NUMBER for column in listed.columns):
            return super().sample(replace(listed, kind="view"), columns, rows, seed)
        numbered = replace(listed, relation=Relation(None, _NUMBERED, name))
        drawn = block_sample(numbered, columns, rows, seed, (0, size - 1))
        for column in drawn.select.find_all(exp.Column):
            if column.name == "rowid" and not column.this.quoted:
                column.set("this", exp.to_identifier(_ROW_NUMBER))
        return drawn


def open_parquet_folder(folder: Path) -> ParquetFolder:
    """Read ``name.parquet`` and ``name/*.parquet`` in that folder as the tables ``name``; nothing else is readable.

    Raises:
        WarehouseFileMissingError: There is no such folder, or no Parquet file in it.
        WarehouseFileInvalidError: One of the files cannot be read as Parquet.
    """
    import duckdb

    if not folder.is_dir():
        raise WarehouseFileMissingError(str(folder))
    sources = _sources(folder)
    if not sources:
        raise WarehouseFileMissingError(str(folder / f"*{_SUFFIX}"))
    connection = duckdb.connect(":memory:")
    rows: dict[str, int] = {}
    try:
        connection.execute(f"CREATE SCHEMA {_NUMBERED}")
        for name, place in sources.items():
            rows[name] = _add(connection, name, place)
        _confine(connection, folder)
    except duckdb.Error as error:
        connection.close()
        raise WarehouseFileInvalidError(str(folder), str(error).splitlines()[0]) from error
    return ParquetFolder(connection, rows, frozenset(name for name, place in sources.items() if place.is_file()))


def _sources(folder: Path) -> dict[str, Path]:
    """Files, and folders of files, by the name of the table."""
    found: dict[str, Path] = {}
    for place in sorted(folder.iterdir()):
        if place.is_file() and place.suffix == _SUFFIX:
            found[place.stem] = place
        elif place.is_dir() and any(place.glob(f"*{_SUFFIX}")):
            found.setdefault(place.name, place)
    return found


def _add(connection: duckdb.DuckDBPyConnection, name: str, place: Path) -> int:
    """Make the views of one table, and tell its rows."""
    pattern = exp.Literal.string(str(place.resolve() if place.is_file() else place.resolve() / f"*{_SUFFIX}"))
    read = exp.func("read_parquet", pattern)
    _create(connection, exp.table_(name, db="main", quoted=True), read)
    if place.is_file():
        numbered = exp.func("read_parquet", pattern.copy(), exp.EQ(this=exp.column(_ROW_NUMBER), expression=exp.true()))
        _create(connection, exp.table_(name, db=_NUMBERED, quoted=True), numbered)
    counted = exp.select(exp.func("sum", exp.column("num_rows"))).from_(
        exp.func("parquet_file_metadata", pattern.copy())
    )
    row = connection.execute(counted.sql(dialect="duckdb")).fetchone()
    return int(row[0]) if row is not None and row[0] is not None else 0


def _create(connection: duckdb.DuckDBPyConnection, view: exp.Table, source: exp.Expr) -> None:
    statement = exp.Create(this=view, kind="VIEW", expression=exp.select("*").from_(source))
    connection.execute(statement.sql(dialect="duckdb"))


def _confine(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Nothing but the folder can be read from here on."""
    allowed = exp.Array(expressions=[exp.Literal.string(str(folder.resolve()))])
    for name, value in (
        ("allowed_directories", allowed),
        ("python_enable_replacements", exp.false()),
        ("enable_external_access", exp.false()),
        ("lock_configuration", exp.true()),
    ):
        item = exp.SetItem(this=exp.EQ(this=exp.column(name), expression=value))
        connection.execute(exp.Set(expressions=[item]).sql(dialect="duckdb"))
