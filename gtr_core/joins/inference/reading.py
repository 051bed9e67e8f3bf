"""Reading a table's columns for inference: one statement over a sample of its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gtr_core.catalog import Table
from gtr_core.joins.inference.column_values import ColumnValues, Kind, TableValues
from gtr_core.joins.inference.encoding import encode
from gtr_core.warehouse import Warehouse

__all__ = ["ReadingSettings", "read_table", "table_values"]

_UNCOMPARED = ("struct", "map", "list", "[]", "json", "variant", "blob", "binary", "bytea", "geometry", "geography")
"""Words in types whose values are no keys and may be large: such columns are not read."""

_LONGEST_LOOSE = 24
_LONGEST_KEY = 64


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """Limits of reading.

    Attributes:
        rows: Rows of a table that are looked at.
        columns: Columns of a table that are looked at, the first.
        seed: Of the engine's sampling.
        timeout_s: Seconds per statement.
    """

    rows: int = 10_000
    columns: int = 500
    seed: int = 42
    timeout_s: float | None = 60.0


def read_table(warehouse: Warehouse, table: Table, settings: ReadingSettings | None = None) -> TableValues:
    """The table's columns among its sampled rows.

    Raises:
        WarehouseError: The rows cannot be read.
    """
    settings = settings or ReadingSettings()
    listed = warehouse.describe(table.relation)
    names = [column.name for column in listed.columns if not _is_uncompared(column.data_type)][: settings.columns]
    sample = warehouse.sample(listed, names, settings.rows, settings.seed)
    rows = warehouse.query(sample.select, timeout_s=settings.timeout_s).rows
    whole = sample.whole or (sample.form == "limit" and len(rows) < settings.rows)
    known = len(rows) if whole or listed.row_count is None else listed.row_count
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    positions = {column.name: place for place, column in enumerate(listed.columns)}
    return table_values(
        table.id, table.name, names, columns, table_rows=known, whole=whole, positions=[positions[n] for n in names]
    )


def table_values(
    table: str,
    name: str,
    names: Sequence[str],
    columns: Sequence[Sequence[object]],
    *,
    table_rows: int | None = None,
    whole: bool = True,
    positions: Sequence[int] | None = None,
) -> TableValues:
    """The same from values at hand: one sequence a column, nulls as None."""
    looked_at = len(columns[0]) if columns else 0
    total = looked_at if table_rows is None else max(table_rows, looked_at)
    made: list[ColumnValues] = []
    codes: list[NDArray[np.int32]] = []
    for place, (column, values) in enumerate(zip(names, columns, strict=True)):
        filled = [value for value in values if value is not None]
        length = _mean_length(filled)
        kind, numbers, as_text = encode(() if _is_prose(filled, length) else filled)
        distinct, inverse, counts = np.unique(numbers, return_inverse=True, return_counts=True)
        made.append(
            ColumnValues(
                table=table, name=column, position=positions[place] if positions else place, columns=len(names),
                kind=kind, rows=looked_at, filled=len(filled), table_rows=total, whole=whole, values=distinct,
                counts=counts.astype(np.int64), length=length, as_text=as_text,
                **_loose(filled, kind, distinct),
                unique=bool(kind not in ("other", "real") and len(filled) > 0 and len(distinct) == len(filled)),
            )
        )  # fmt: skip
        codes.append(_codes(values, inverse if len(numbers) else None))
    stacked = np.stack(codes) if codes else np.empty((0, looked_at), np.int32)
    return TableValues(table, name, total, whole, tuple(made), stacked)


def _loose(filled: Sequence[object], kind: Kind, distinct: NDArray[np.int64]) -> dict[str, Any]:
    """The values of a text column by meaning, where that says more; long texts are left."""
    if kind != "text" or _mean_length(filled) > _LONGEST_LOOSE:
        return {}
    loose_kind, numbers, _ = encode(list(dict.fromkeys(filled)), tolerant=True)
    loose = np.unique(numbers)
    same = loose_kind == kind and np.array_equal(loose, distinct)
    return {} if same else {"loose_kind": loose_kind, "loose": loose}


def _is_prose(filled: Sequence[object], length: float) -> bool:
    """Long texts are no keys; to hash them all would take longer than all else."""
    return length > _LONGEST_KEY and isinstance(filled[0], str)


def _codes(values: Sequence[object], inverse: NDArray[np.intp] | None) -> NDArray[np.int32]:
    """Codes of all rows. Columns that are not compared count as null throughout."""
    codes = np.full(len(values), -1, np.int32)
    if inverse is not None:
        codes[np.array([value is not None for value in values], bool)] = inverse
    return codes


def _mean_length(values: Sequence[object]) -> float:
    few = values[:500]
    return sum(len(str(value)) for value in few) / len(few) if few else 0.0


def _is_uncompared(data_type: str) -> bool:
    folded = data_type.casefold()
    return any(word in folded for word in _UNCOMPARED)
