"""What a query returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["ResultSet"]


@dataclass(frozen=True, slots=True)
class ResultSet:
    """Rows of one SELECT, as Python objects (int, Decimal, date, datetime, str, bytes, ...).

    The rows are the asking user's: they stand in no ``repr``, so that none reaches a log by accident.

    Attributes:
        columns: Names as the statement gives them; a name may occur twice.
        types: The engine's type of each column, as text.
        truncated: Whether there were more rows than ``max_rows``.
    """

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[tuple[Any, ...]] = field(repr=False)
    truncated: bool = False
