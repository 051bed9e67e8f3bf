"""What can be computed over a column, by the engine's type."""

from __future__ import annotations

from typing import Literal

from sqlglot import exp
from sqlglot.errors import SqlglotError

__all__ = ["TypeGroup", "is_nested", "type_group"]

TypeGroup = Literal[
    "text", "integer", "decimal", "float", "boolean", "date", "timestamp", "time", "uuid", "json", "other"
]
"""``other`` holds nested, binary and unknown types, of which only rows and nulls are counted."""

_GROUPS: tuple[tuple[TypeGroup, frozenset[exp.DType]], ...] = (
    ("text", frozenset({*exp.DataType.TEXT_TYPES, exp.DType.ENUM, exp.DType.BPCHAR, exp.DType.NAME})),
    ("boolean", frozenset({exp.DType.BOOLEAN})),
    ("integer", frozenset(exp.DataType.INTEGER_TYPES) - {exp.DType.BIT}),
    ("float", frozenset(exp.DataType.FLOAT_TYPES)),
    ("decimal", frozenset(exp.DataType.REAL_TYPES) - frozenset(exp.DataType.FLOAT_TYPES)),
    ("date", frozenset({exp.DType.DATE, exp.DType.DATE32})),
    ("timestamp", frozenset(exp.DataType.TEMPORAL_TYPES) - {exp.DType.DATE, exp.DType.DATE32, exp.DType.TIME,
                                                            exp.DType.TIMETZ, exp.DType.TIME_NS}),
    ("time", frozenset({exp.DType.TIME, exp.DType.TIMETZ, exp.DType.TIME_NS})),
    ("uuid", frozenset({exp.DType.UUID})),
    ("json", frozenset({exp.DType.JSON, exp.DType.JSONB, exp.DType.VARIANT})),
)  # fmt: skip


_JSON = frozenset({exp.DType.JSON, exp.DType.JSONB, exp.DType.VARIANT})


def type_group(data_type: str, dialect: str) -> TypeGroup:
    """The group of a type as the engine writes it; whole numbers count as integers however they are stored.

    >>> type_group("DECIMAL(15,2)", "duckdb"), type_group("ENUM('a', 'b')", "duckdb"), type_group("INT[]", "duckdb")
    ('decimal', 'text', 'other')
    """
    if data_type.casefold() == "citext":
        return "text"
    try:
        parsed = exp.DataType.build(data_type, dialect=dialect) if data_type else None
    except SqlglotError:
        return "other"
    if parsed is None:
        return "other"
    group: TypeGroup = next((group for group, types in _GROUPS if parsed.this in types), "other")
    return "integer" if group == "decimal" and _is_whole(parsed) else group


def is_nested(data_type: str, dialect: str) -> bool:
    """Whether values of that type may hold others and can be taken apart: of PostgreSQL, JSON and arrays.

    >>> is_nested("STRUCT(a INT)", "duckdb"), is_nested("INTEGER[]", "duckdb"), is_nested("int4range", "postgres")
    (True, True, False)
    """
    try:
        parsed = exp.DataType.build(data_type, dialect=dialect) if data_type else None
    except SqlglotError:
        return False
    if parsed is None:
        return False
    if dialect == "postgres":
        return parsed.this in _JSON or parsed.this == exp.DType.ARRAY
    kinds = _JSON | frozenset(exp.DataType.NESTED_TYPES) | {exp.DType.MAP}
    return parsed.this in kinds


def _is_whole(parsed: exp.DataType) -> bool:
    """Whether a decimal type states a scale of nought, as Snowflake's integers do."""
    return len(parsed.expressions) == 2 and parsed.expressions[1].name == "0"
