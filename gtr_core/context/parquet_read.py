"""A context graph from the Parquet files of a snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from gtr_core.catalog import (
    Column,
    ColumnProfile,
    JoinEdge,
    JoinMeasurement,
    Key,
    Metric,
    Relation,
    Table,
    TableProfile,
)
from gtr_core.context.graph import ContextGraph
from gtr_core.context.parquet_fields import FILES, reader

__all__ = ["read_graph"]

Row = dict[str, Any]


def read_graph(folder: Path, dialect: str) -> ContextGraph:
    """Rebuild the graph that ``write_graph`` wrote; O(columns + values).

    Raises:
        OSError, ValueError: A file is missing or is no Parquet file.
        KeyError: A file lacks a column.
    """
    columns, profiles = _columns(folder)
    rows = list(_rows(folder / "tables.parquet"))
    as_table, as_relation, as_profile = (reader(part) for part in FILES["tables"])
    (as_key,), (as_metric,) = (tuple(reader(part) for part in FILES[name]) for name in ("keys", "metrics"))
    return ContextGraph(
        tables=[
            Table(relation=Relation(**as_relation(row)), columns=columns.get(row["id"], ()), **as_table(row))
            for row in rows
        ],
        joins=list(_joins(folder)),
        keys=[Key(**as_key(row)) for row in _rows(folder / "keys.parquet")],
        metrics=[Metric(**as_metric(row)) for row in _rows(folder / "metrics.parquet")],
        profiles={
            row["id"]: TableProfile(table=row["id"], columns=profiles.get(row["id"], ()), **as_profile(row))
            for row in rows
            if row["rows"] is not None
        },
        dialect=dialect,
    )


def _columns(folder: Path) -> tuple[dict[str, tuple[Column, ...]], dict[str, tuple[ColumnProfile, ...]]]:
    values = {(row["table"], row["column"]): tuple(row["values"]) for row in _rows(folder / "values.parquet")}
    as_column, as_profile = (reader(part) for part in FILES["columns"])
    columns: dict[str, tuple[Column, ...]] = {}
    profiles: dict[str, tuple[ColumnProfile, ...]] = {}
    for table_id, group in groupby(_rows(folder / "columns.parquet"), key=lambda row: row["table"]):
        rows = list(group)
        # What is nested in a column has a profile, and is no column that a statement could name.
        columns[table_id] = tuple(Column(**as_column(row)) for row in rows if not row.get("path"))
        profiles[table_id] = tuple(
            ColumnProfile(name=row["name"], values=values.get((table_id, row["name"]), ()), **as_profile(row))
            for row in rows
            if row["rows"] is not None
        )
    return columns, profiles


def _joins(folder: Path) -> Iterator[JoinEdge]:
    as_edge, as_measurement = (reader(part) for part in FILES["joins"])
    for row in _rows(folder / "joins.parquet"):
        measured = row["cardinality"] is not None
        yield JoinEdge(measurement=JoinMeasurement(**as_measurement(row)) if measured else None, **as_edge(row))


def _rows(path: Path) -> Iterator[Row]:
    import pyarrow.parquet as pq

    # Memory-mapped and on one thread: these files are small, and starting threads costs more than it brings.
    data = pq.ParquetFile(path, memory_map=True).read(use_threads=False)
    names = data.column_names
    return (dict(zip(names, row, strict=True)) for row in zip(*(c.to_pylist() for c in data.columns), strict=True))
