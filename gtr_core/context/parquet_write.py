"""A context graph as Parquet files that anyone can open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gtr_core.catalog import Column, ColumnProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.parquet_fields import FILES, NounPart, arrow_schema, writer

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["write_graph"]

_WITHHELD = {"minimum": None, "maximum": None, "known_values": (), "mean": None, "deviation": None}
_WITHHELD |= {"length_quantiles": (), "top_counts": ()}

Row = dict[str, Any]


def write_graph(graph: ContextGraph, folder: Path) -> None:
    """Write tables, columns, values, joins, keys and metrics as one Parquet file each.

    Values of personal columns, declared or found to be so, are not written, whatever their profile holds.
    """
    _write(folder / "tables.parquet", arrow_schema(FILES["tables"]), _tables(graph))
    _write(folder / "columns.parquet", arrow_schema(FILES["columns"], first=("table",)), _columns(graph))
    _write(folder / "values.parquet", _values_schema(), _values(graph))
    joins = ((edge, edge.measurement) for edge in graph.joins)
    _write(folder / "joins.parquet", arrow_schema(FILES["joins"]), _rows(FILES["joins"], joins))
    for name, nouns in (("keys", graph.keys), ("metrics", graph.metrics)):
        _write(folder / f"{name}.parquet", arrow_schema(FILES[name]), _rows(FILES[name], ((noun,) for noun in nouns)))


def _rows(parts: tuple[NounPart, ...], nouns: Iterable[tuple[object | None, ...]]) -> Iterator[Row]:
    writers = [writer(part) for part in parts]
    for row_nouns in nouns:
        row: Row = {}
        for write, noun in zip(writers, row_nouns, strict=True):
            row |= write(noun)
        yield row


def _tables(graph: ContextGraph) -> Iterator[Row]:
    return _rows(FILES["tables"], ((table, table.relation, graph.profiles.get(table.id)) for table in graph.tables))


def _columns(graph: ContextGraph) -> Iterator[Row]:
    profiled = list(_profiled(graph))
    rows = _rows(FILES["columns"], ((column, profile) for _, column, profile in profiled))
    for (table_id, column, profile), row in zip(profiled, rows, strict=True):
        row["table"] = table_id
        yield row | _WITHHELD if _is_personal(column, profile) else row


def _values(graph: ContextGraph) -> Iterator[Row]:
    for table_id, column, profile in _profiled(graph):
        if profile is not None and profile.values and not _is_personal(column, profile):
            yield {
                "table": table_id,
                "column": column.name,
                "truncated": profile.truncated,
                "values": profile.values,
            }


def _is_personal(column: Column, profile: ColumnProfile | None) -> bool:
    return column.personal is True or (profile is not None and profile.personal)


def _profiled(graph: ContextGraph) -> Iterator[tuple[str, Column, ColumnProfile | None]]:
    for table in graph.tables:
        profile = graph.profiles.get(table.id)
        by_name = {} if profile is None else {column.name: column for column in profile.columns}
        for column in table.columns:
            yield table.id, column, by_name.get(column.name)
        for nested in () if profile is None else profile.columns:
            if nested.path:
                yield table.id, Column(nested.name), nested


def _values_schema() -> pa.Schema:
    import pyarrow as pa

    return pa.schema(
        [("table", pa.string()), ("column", pa.string()), ("truncated", pa.bool_()), ("values", pa.list_(pa.string()))]
    )


def _write(path: Path, schema: pa.Schema, rows: Iterable[Row]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), path, compression="zstd")
