"""A context graph as Parquet files that anyone can open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.parquet_fields import (
    COLUMN_FIELDS,
    COLUMN_PROFILE_FIELDS,
    JOIN_FIELDS,
    KEY_FIELDS,
    MEASUREMENT_FIELDS,
    METRIC_FIELDS,
    RELATION_FIELDS,
    TABLE_FIELDS,
    TABLE_PROFILE_FIELDS,
    VALUE_FIELDS,
    FieldType,
    arrow_schema,
)

__all__ = ["write_graph"]

_WITHHELD = {"minimum": None, "maximum": None, "known_values": ()}

Row = dict[str, object]


def write_graph(graph: ContextGraph, folder: Path) -> None:
    """Write tables, columns, values, joins, keys and metrics as one Parquet file each.

    Values of personal columns, declared or found to be so, are not written, whatever their profile holds.
    """
    _write(folder / "tables.parquet", {**TABLE_FIELDS, **RELATION_FIELDS, **TABLE_PROFILE_FIELDS}, _tables(graph))
    _write(folder / "columns.parquet", {"table": "text", **COLUMN_FIELDS, **COLUMN_PROFILE_FIELDS}, _columns(graph))
    _write(folder / "values.parquet", VALUE_FIELDS, _values(graph))
    _write(folder / "joins.parquet", {**JOIN_FIELDS, **MEASUREMENT_FIELDS}, (_join(edge) for edge in graph.joins))
    _write(folder / "keys.parquet", KEY_FIELDS, (_row(key, KEY_FIELDS) for key in graph.keys))
    _write(folder / "metrics.parquet", METRIC_FIELDS, (_row(metric, METRIC_FIELDS) for metric in graph.metrics))


def _tables(graph: ContextGraph) -> Iterable[Row]:
    for table in graph.tables:
        row = _row(table, [name for name in TABLE_FIELDS if name != "glossary"])
        row["glossary"] = _pairs(table.glossary)
        row |= _row(table.relation, RELATION_FIELDS)
        yield row | _row(graph.profiles.get(table.id), TABLE_PROFILE_FIELDS)


def _columns(graph: ContextGraph) -> Iterable[Row]:
    for table, _, column, profile in _profiled(graph):
        row: Row = {"table": table.id} | _row(
            column, [name for name in COLUMN_FIELDS if name not in {"glossary", "declared_personal"}]
        )
        row["glossary"] = _pairs(column.glossary)
        row["declared_personal"] = column.personal
        row |= _row(profile, COLUMN_PROFILE_FIELDS)
        yield row | _WITHHELD if _is_personal(column, profile) else row


def _values(graph: ContextGraph) -> Iterable[Row]:
    for table, _, column, profile in _profiled(graph):
        if profile is not None and profile.values and not _is_personal(column, profile):
            yield {
                "table": table.id,
                "column": column.name,
                "truncated": profile.truncated,
                "values": profile.values,
            }


def _is_personal(column: Column, profile: ColumnProfile | None) -> bool:
    return column.personal is True or (profile is not None and profile.personal)


def _profiled(graph: ContextGraph) -> Iterable[tuple[Table, TableProfile | None, Column, ColumnProfile | None]]:
    for table in graph.tables:
        profile = graph.profiles.get(table.id)
        by_name = {} if profile is None else {column.name: column for column in profile.columns}
        for column in table.columns:
            yield table, profile, column, by_name.get(column.name)


def _join(edge: JoinEdge) -> Row:
    row = _row(edge, JOIN_FIELDS) | dict.fromkeys(MEASUREMENT_FIELDS)
    measured = edge.measurement
    if measured is not None:
        row |= _row(measured, [name for name in MEASUREMENT_FIELDS if name != "measured_rows"])
        row["measured_rows"] = measured.rows
    return row


def _row(noun: object | None, fields: Iterable[str]) -> Row:
    if noun is None:
        return dict.fromkeys(fields)
    return {name: getattr(noun, name) for name in fields}


def _pairs(pairs: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"phrase": phrase, "meaning": meaning} for phrase, meaning in pairs]


def _write(path: Path, fields: Mapping[str, FieldType], rows: Iterable[Row]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pylist(list(rows), schema=arrow_schema(dict(fields)))
    pq.write_table(table, path, compression="zstd")
