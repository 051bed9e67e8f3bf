"""The columns of a snapshot's Parquet files, derived from the nouns.

Names are those of the nouns' attributes, so that a noun's new attribute is kept without a change here. A
table's own and its profile's attributes stand in one row of tables.parquet, a column's in one row of
columns.parquet, an edge's and its measurement's in one row of joins.parquet; where profile or measurement
is missing, their fields are null. Where two of them share a name, the first noun's is prefixed
(``declared_personal``, beside the profile's ``personal``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

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

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FILES", "NounPart", "arrow_schema", "reader", "writer"]

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NounPart:
    """One noun's share in the rows of a file.

    Attributes:
        noun: The dataclass.
        leave_out: Attributes that are kept elsewhere.
        rename: Names in the file of attributes whose own name another noun of the row has.
    """

    noun: type[Any]
    leave_out: tuple[str, ...] = ()
    rename: tuple[tuple[str, str], ...] = ()

    def names(self) -> tuple[tuple[str, str], ...]:
        """Pairs of attribute and name in the file."""
        renamed = dict(self.rename)
        return tuple(
            (field.name, renamed.get(field.name, field.name))
            for field in fields(self.noun)
            if field.name not in self.leave_out
        )


FILES: Mapping[str, tuple[NounPart, ...]] = {
    "tables": (
        NounPart(Table, leave_out=("relation", "columns")),
        NounPart(Relation),
        NounPart(TableProfile, leave_out=("table", "columns")),
    ),
    "columns": (
        NounPart(Column, rename=(("personal", "declared_personal"),)),
        NounPart(ColumnProfile, leave_out=("name", "values")),
    ),
    "joins": (
        NounPart(JoinEdge, leave_out=("measurement", "claimed")),
        NounPart(JoinMeasurement, rename=(("rows", "measured_rows"),)),
    ),
    "keys": (NounPart(Key),),
    "metrics": (NounPart(Metric),),
}


def arrow_schema(parts: tuple[NounPart, ...], first: tuple[str, ...] = ()) -> pa.Schema:
    """The Arrow schema of a file with those parts, after text columns of the names in ``first``."""
    import pyarrow as pa

    schema = [(name, pa.string()) for name in first]
    for part in parts:
        hints = _hints(part.noun)
        schema += [(name, _arrow_type(hints[attribute])) for attribute, name in part.names()]
    return pa.schema(schema)


def writer(part: NounPart) -> Callable[[object | None], Row]:
    """A function from a noun to its share of a row; None gives nulls."""
    names = part.names()

    def write(noun: object | None) -> Row:
        if noun is None:
            return {name: None for _, name in names}
        return {name: _plain(getattr(noun, attribute)) for attribute, name in names}

    return write


def reader(part: NounPart) -> Callable[[Row], Row]:
    """A function from a row to the noun's keyword arguments; what an older file lacks is left to its default."""
    hints = _hints(part.noun)
    conversions = [(attribute, name, _conversion(hints[attribute])) for attribute, name in part.names()]

    def read(row: Row) -> Row:
        return {
            attribute: row[name] if convert is None else convert(row[name])
            for attribute, name, convert in conversions
            if name in row
        }

    return read


def _hints(noun: type[Any]) -> dict[str, Any]:
    return {name: _bare(hint) for name, hint in get_type_hints(noun).items()}


def _bare(hint: Any) -> Any:  # noqa: ANN401 - type hints have no narrower type
    if isinstance(hint, UnionType):
        return next(argument for argument in get_args(hint) if argument is not type(None))
    return hint


def _arrow_type(hint: Any) -> pa.DataType:  # noqa: ANN401
    import pyarrow as pa

    if get_origin(hint) is tuple:
        return pa.list_(_arrow_type(get_args(hint)[0]) if get_args(hint)[-1] is ... else pa.string())
    if is_dataclass(hint):
        return pa.struct([(field.name, pa.string()) for field in fields(hint)])
    if get_origin(hint) is Literal:
        return pa.string()
    return {str: pa.string(), bool: pa.bool_(), int: pa.int64(), float: pa.float64()}[hint]


def _conversion(hint: Any) -> Callable[[Any], Any] | None:  # noqa: ANN401
    if get_origin(hint) is not tuple:
        return None
    item = get_args(hint)[0]
    if is_dataclass(item) and isinstance(item, type):
        return lambda rows: tuple(item(**row) for row in rows)
    if get_origin(item) is tuple:
        return lambda rows: tuple(tuple(row) for row in rows)
    return lambda items: None if items is None else tuple(items)


def _plain(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return [{field.name: getattr(item, field.name) for field in fields(item)} for item in value]
    return value
