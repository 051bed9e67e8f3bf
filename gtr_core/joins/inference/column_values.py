"""What inference knows of one column: its distinct values as comparable numbers, and how often each occurs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["ColumnId", "ColumnValues", "Kind", "TableValues"]

Kind = Literal["int", "text", "date", "time", "real", "other"]

ColumnId = tuple[str, str]
"""Table id and stored column name."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnValues:
    """The values of one column among the rows that were looked at. Lives in memory alone and is never kept.

    Attributes:
        table: Table id.
        name: Stored spelling.
        position: Place within the table, from 0.
        columns: Columns of the table.
        kind: int (whole numbers, however stored), text, date, time (not all midnights), real (other numbers)
            or other (not comparable).
        rows: Rows that were looked at.
        filled: Those that are not null.
        table_rows: Rows of the table.
        whole: Whether all rows were looked at.
        values: (distinct,) int64, sorted: whole numbers as they are, dates as days, texts as hashes.
        counts: (distinct,) int64: rows that hold each.
        length: Mean length as text, in characters.
        as_text: Whether the column is stored as text, also where its kind is int.
        unique: Whether no two rows of the table share a value, as far as is known.
        bounds: The smallest and the largest value of the whole table, where they are known to lie beyond the
            rows that were looked at.
        keys: Distinct values of the whole table, where the warehouse counted them.
        loose_kind, loose: What ``kind`` and ``values`` are when compared by meaning (``'007'`` is 7, case does not
            count); None where that is no different.
    """

    table: str
    name: str
    position: int
    columns: int
    kind: Kind
    rows: int
    filled: int
    table_rows: int
    whole: bool
    values: NDArray[np.int64]
    counts: NDArray[np.int64]
    length: float
    as_text: bool
    unique: bool
    bounds: tuple[int, int] | None = None
    keys: int | None = None
    loose_kind: Kind | None = None
    loose: NDArray[np.int64] | None = None

    @property
    def id(self) -> ColumnId:
        """Table id and column name."""
        return (self.table, self.name)

    @property
    def distinct(self) -> int:
        """Distinct values among the rows that were looked at."""
        return len(self.values)

    @property
    def size(self) -> int:
        """Distinct values of the whole table: known of a unique column, else those that were seen."""
        if self.keys is not None:
            return self.keys
        return self.table_rows if self.unique and not self.whole else self.distinct

    @property
    def ordered(self) -> bool:
        """Whether the order of ``values`` means something."""
        return self.kind in ("int", "date", "time")

    @property
    def low(self) -> int:
        """The smallest value of an ordered column that has one."""
        return int(self.values[0]) if self.bounds is None else self.bounds[0]

    @property
    def high(self) -> int:
        """The largest value of an ordered column that has one."""
        return int(self.values[-1]) if self.bounds is None else self.bounds[1]

    @property
    def dense(self) -> bool:
        """Whether the values of a whole-number column are nearly all those of their range."""
        return self.kind == "int" and self.distinct > 1 and self.size >= 0.8 * (self.high - self.low + 1)


@dataclass(frozen=True, slots=True, eq=False)
class TableValues:
    """The columns of one table, and its rows as codes, by which keys of several columns are told.

    Attributes:
        table: Table id.
        name: The table's name, from which words are taken.
        rows: Rows of the table.
        whole: Whether all rows were looked at.
        codes: (columns, rows looked at) int32: equal numbers for equal values, -1 for null.
    """

    table: str
    name: str
    rows: int
    whole: bool
    columns: tuple[ColumnValues, ...]
    codes: NDArray[np.int32]
