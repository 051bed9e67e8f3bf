"""A context graph from the Parquet files of a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from gtr_core.context.parquet_fields import (
    COLUMN_FIELDS,
    COLUMN_PROFILE_FIELDS,
    JOIN_FIELDS,
    KEY_FIELDS,
    METRIC_FIELDS,
    RELATION_FIELDS,
    TABLE_FIELDS,
    TABLE_PROFILE_FIELDS,
)

__all__ = ["read_graph"]

Row = dict[str, Any]

_COLUMN_OWN = tuple(name for name in COLUMN_FIELDS if name != "declared_personal")


def read_graph(folder: Path, dialect: str) -> ContextGraph:
    """Rebuild the graph that ``write_graph`` wrote; O(columns + values).

    Raises:
        OSError: A file is missing or is no Parquet file (pyarrow's errors derive from it or from ValueError).
    """
    values = {(row["table"], row["column"]): row["values"] for row in _rows(folder / "values.parquet")}
    columns: dict[str, tuple[Column, ...]] = {}
    profiles: dict[str, tuple[ColumnProfile, ...]] = {}
    for table_id, group in groupby(_rows(folder / "columns.parquet"), key=lambda row: row["table"]):
        rows = list(group)
        columns[table_id] = tuple(_column(row) for row in rows)
        profiles[table_id] = tuple(
            _column_profile(row, values.get((table_id, row["name"]), ())) for row in rows if row["rows"] is not None
        )
    table_rows = list(_rows(folder / "tables.parquet"))
    return ContextGraph(
        tables=[_table(row, columns.get(row["id"], ())) for row in table_rows],
        joins=[_join(row) for row in _rows(folder / "joins.parquet")],
        keys=[Key(**_pick(row, KEY_FIELDS)) for row in _rows(folder / "keys.parquet")],
        metrics=[Metric(**_pick(row, METRIC_FIELDS)) for row in _rows(folder / "metrics.parquet")],
        profiles={
            row["id"]: TableProfile(
                table=row["id"], columns=profiles.get(row["id"], ()), **_pick(row, TABLE_PROFILE_FIELDS)
            )
            for row in table_rows
            if row["rows"] is not None
        },
        dialect=dialect,
    )


def _table(row: Row, columns: tuple[Column, ...]) -> Table:
    return Table(relation=Relation(**_pick(row, RELATION_FIELDS)), columns=columns, **_pick(row, TABLE_FIELDS))


def _column(row: Row) -> Column:
    return Column(personal=row["declared_personal"], **_pick(row, _COLUMN_OWN))


def _column_profile(row: Row, values: tuple[str, ...]) -> ColumnProfile:
    return ColumnProfile(name=row["name"], values=values, **_pick(row, COLUMN_PROFILE_FIELDS))


def _join(row: Row) -> JoinEdge:
    measurement = None
    if row["cardinality"] is not None:
        measurement = JoinMeasurement(
            cardinality=row["cardinality"],
            match_rate=row["match_rate"],
            orphan_rate=row["orphan_rate"],
            null_rate=row["null_rate"],
            rows=row["measured_rows"],
            sampled=row["sampled"],
        )
    return JoinEdge(measurement=measurement, **_pick(row, JOIN_FIELDS))


def _pick(row: Row, fields: Iterable[str]) -> Row:
    return {name: row[name] for name in fields}


def _rows(path: Path) -> Iterator[Row]:
    import pyarrow.parquet as pq

    # memory_map and single threads: these files are small, and starting threads costs more than it brings.
    data = pq.ParquetFile(path, memory_map=True).read(use_threads=False)
    names = data.column_names
    columns = [_plain(column) for column in data.columns]
    return (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))


def _plain(column: Any) -> list[Any]:  # noqa: ANN401 - pyarrow has no types of its own
    import pyarrow as pa

    values = column.to_pylist()
    if not pa.types.is_list(column.type):
        return values  # type: ignore[no-any-return]
    if pa.types.is_struct(column.type.value_type):
        return [tuple((pair["phrase"], pair["meaning"]) for pair in pairs) for pairs in values]
    return [None if items is None else tuple(items) for items in values]
