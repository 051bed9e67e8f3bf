"""Errors of the context graph and of its snapshots."""

from __future__ import annotations

from difflib import get_close_matches

from gtr_core.errors import GtrError

__all__ = ["UnknownColumnError", "UnknownTableError"]


class UnknownTableError(GtrError):
    """Something names a table that the context graph does not hold.

    Attributes:
        table: The id that was asked for.
        where: What named it.
    """

    def __init__(self, table: str, where: str, known: tuple[str, ...] = ()) -> None:
        self.table = table
        self.where = where
        near = get_close_matches(table, known, n=3)
        remedy = f"Nearest known: {', '.join(near)}." if near else "List the known ones with `gtr tables`."
        super().__init__(f"There is no table {table!r} in {where}.", remedy)


class UnknownColumnError(GtrError):
    """Something names a column that its table does not have.

    Attributes:
        table: Table id.
        column: The name that was asked for.
    """

    def __init__(self, table: str, column: str, known: tuple[str, ...]) -> None:
        self.table = table
        self.column = column
        near = get_close_matches(column, known, n=5) or list(known[:8])
        super().__init__(f"Table {table!r} has no column {column!r}.", f"It has {', '.join(near) or 'no columns'}.")
