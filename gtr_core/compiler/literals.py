"""Values of a specification as literals of their column's type."""

from __future__ import annotations

import math
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Literal

from sqlglot import exp
from sqlglot.errors import SqlglotError

from gtr_core.catalog import Column
from gtr_core.compiler.exceptions import LiteralError
from gtr_core.compiler.spec import Scalar

__all__ = ["TypeKind", "kind_of", "literal"]

TypeKind = Literal["number", "text", "date", "timestamp", "boolean", "other", "unknown"]

_ZONED = (exp.DataType.Type.TIMESTAMPTZ, exp.DataType.Type.TIMESTAMPLTZ)
_TIMES = {exp.DataType.Type.TIME, exp.DataType.Type.TIMETZ}
_BY_WORD: dict[str, TypeKind] = {"number": "number", "string": "text", "datetime": "timestamp"}


def kind_of(data_type: str, dialect: str) -> TypeKind:
    """What kind of values a column of that type holds, by the warehouse's own type name.

    >>> kind_of("DECIMAL(15,2)", "duckdb"), kind_of("NUMBER(38,0)", "snowflake"), kind_of("", "duckdb")
    ('number', 'number', 'unknown')
    """
    parsed = _parse(data_type, dialect)
    if parsed is None:
        return _BY_WORD.get(data_type.casefold(), "unknown" if not data_type else "other")
    kinds: tuple[tuple[TypeKind, set[exp.DType]], ...] = (
        ("number", exp.DataType.NUMERIC_TYPES),
        ("text", exp.DataType.TEXT_TYPES),
        ("boolean", {exp.DataType.Type.BOOLEAN}),
        ("date", {exp.DataType.Type.DATE, exp.DataType.Type.DATE32}),
        ("timestamp", exp.DataType.TEMPORAL_TYPES - _TIMES),
    )
    return next((kind for kind, types in kinds if parsed.this in types), "other")


def literal(value: Scalar, column: Column, dialect: str) -> exp.Expr:
    """The value as an expression that compares with the column; always a literal node, never text.

    Args:
        value: As the specification gives it.
        column: The column that it is compared with.
        dialect: The warehouse's, in which the column's type is written.

    Raises:
        LiteralError: The value is no such literal.
    """
    if isinstance(value, str) and "\x00" in value:
        raise LiteralError(value, column.name, column.data_type, "no warehouse holds a null character in a text")
    kind = kind_of(column.data_type, dialect)
    if kind == "number":
        return _number(value, column)
    if kind == "text":
        return exp.Literal.string(value if isinstance(value, str) else _plain(value, column))
    if kind == "boolean":
        return _boolean(value, column)
    if kind in ("date", "timestamp"):
        return _time(value, column, dialect, kind)
    if isinstance(value, bool):
        return exp.Boolean(this=value)
    return exp.Literal.string(value) if isinstance(value, str) else _number(value, column)


def _parse(data_type: str, dialect: str) -> exp.DataType | None:
    try:
        return exp.DataType.build(data_type, dialect=dialect) if data_type else None
    except (SqlglotError, ValueError):
        return None


def _number(value: Scalar, column: Column) -> exp.Expr:
    text = _plain(value, column)
    return exp.Neg(this=exp.Literal.number(text[1:])) if text.startswith("-") else exp.Literal.number(text)


def _plain(value: Scalar, column: Column) -> str:
    """A number in plain decimal form."""
    if isinstance(value, bool):
        raise LiteralError(value, column.name, column.data_type, "a boolean is no number")
    if isinstance(value, float) and not math.isfinite(value):
        raise LiteralError(value, column.name, column.data_type, "it is not finite")
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        raise LiteralError(value, column.name, column.data_type, "it is no number") from None
    if not number.is_finite() or abs(number.adjusted()) > 400:
        raise LiteralError(value, column.name, column.data_type, "it is no number that can be written out")
    return format(number, "f")


def _boolean(value: Scalar, column: Column) -> exp.Expr:
    words = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}
    truth = words.get(str(value).casefold())
    if truth is None:
        raise LiteralError(value, column.name, column.data_type, "it is neither true nor false")
    return exp.Boolean(this=truth)


def _time(value: Scalar, column: Column, dialect: str, kind: TypeKind) -> exp.Expr:
    if not isinstance(value, str):
        raise LiteralError(value, column.name, column.data_type, "an ISO date is expected, as 1995-01-31")
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise LiteralError(value, column.name, column.data_type, "it is no ISO date, as 1995-01-31") from None
    is_day = len(value) <= 10 or moment == datetime.combine(moment.date(), datetime.min.time())
    if kind == "date" and is_day:
        return exp.cast(exp.Literal.string(moment.date().isoformat()), exp.DataType.Type.DATE)
    parsed = _parse(column.data_type, dialect)
    zoned = parsed is not None and parsed.this in _ZONED
    to = exp.DataType.Type.TIMESTAMPTZ if zoned else exp.DataType.Type.TIMESTAMP
    return exp.cast(exp.Literal.string(moment.isoformat(sep=" ")), to)
