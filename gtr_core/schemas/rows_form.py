"""Result rows in their JSON form."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

__all__ = ["rows_to_json", "value_to_json"]

_EXACT_INTEGERS = 2**53


def rows_to_json(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Rows as arrays of values."""
    return [[value_to_json(value) for value in row] for row in rows]


def value_to_json(value: Any) -> Any:  # noqa: ANN401 - what an engine returns
    """A value as JSON carries it without loss.

    Decimals, and integers that a double cannot hold, become strings; dates and times ISO strings; bytes
    hexadecimal; numbers that JSON lacks (NaN, infinities) their names.

    >>> value_to_json(Decimal("1.50")), value_to_json(2**60), value_to_json(date(1995, 1, 2))
    ('1.50', '1152921504606846976', '1995-01-02')
    """
    simple = _simple(value)
    if simple is not NotImplemented:
        return simple
    if isinstance(value, Mapping):
        return {str(key): value_to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [value_to_json(item) for item in value]
    return str(value)


def _simple(value: Any) -> Any:  # noqa: ANN401
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _EXACT_INTEGERS else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Decimal):
        return f"{value:f}" if value.is_finite() else str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    return NotImplemented
