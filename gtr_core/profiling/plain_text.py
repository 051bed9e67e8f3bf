"""Values of every type as text: ISO for dates and times, plain decimals for numbers."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from gtr_core.profiling.type_group import TypeGroup

__all__ = ["plain_number", "plain_value"]

_BEFORE_CHRIST = re.compile(r"^(?P<year>\d+)(?P<rest>-\d+-\d+.*?) ?\(?BC\)?$")
_INFINITE = frozenset({"infinity", "-infinity"})
_LONGEST_NUMBER = 60


def plain_value(value: object, group: TypeGroup) -> str | None:
    """A value that the engine wrote as text, in plain form; None for null and for what has no such form.

    >>> plain_value("1E+3", "float"), plain_value("17.50", "decimal"), plain_value("1", "boolean")
    ('1000', '17.5', 'true')
    >>> plain_value("1995-01-01 10:00:00", "timestamp"), plain_value("0045-03-15 (BC)", "date")
    ('1995-01-01T10:00:00', '-0044-03-15')
    """
    if value is None:
        return None
    text = str(value)
    if group in ("integer", "decimal", "float"):
        return _plain_decimal(text)
    if group == "boolean":
        return "true" if text.casefold() in ("1", "true", "t") else "false"
    if group in ("date", "timestamp"):
        return _plain_time(text)
    return text


def plain_number(value: object) -> float | None:
    """An engine's number as a float; None for null and NaN."""
    if value is None:
        return None
    number = float(str(value))
    return number if number == number else None


def _plain_decimal(text: str) -> str | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    if abs(number.adjusted()) > _LONGEST_NUMBER:
        return f"{number.normalize():e}"
    plain = f"{number:f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _plain_time(text: str) -> str | None:
    if text in _INFINITE:
        return None
    early = _BEFORE_CHRIST.match(text)
    if early is not None:
        # ISO 8601 counts a year nought, so that 1 BC is 0000 and 45 BC is -0044.
        year = 1 - int(early["year"])
        text = f"{'-' if year < 0 else ''}{abs(year):04d}{early['rest']}"
    return text.replace(" ", "T", 1)
