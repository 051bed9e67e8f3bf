"""Values nested in a column (STRUCT, ARRAY, MAP, JSON, VARIANT): each path to a set depth as a column of its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, quantiles, stdev

from sqlglot import exp

from gtr_core.catalog import Column, ColumnProfile, Table
from gtr_core.profiling.array_literal import Element, read_array
from gtr_core.profiling.column_profile import Read, column_profile, known_personal
from gtr_core.profiling.plain_text import plain_value
from gtr_core.profiling.settings import ProfilingSettings
from gtr_core.profiling.statistics import ColumnStatistics, ProfiledColumn
from gtr_core.profiling.type_group import TypeGroup, is_nested, type_group
from gtr_core.profiling.value_counts import ValueCount
from gtr_core.warehouse import ListedRelation, QueryError, Warehouse

__all__ = ["ELEMENTS", "nested_profiles", "nested_statement"]

ELEMENTS = "[]"
"""The step of a path from a list to its elements."""

_ELEMENTS: Mapping[TypeGroup, Callable[[str], Element]] = {
    "integer": int,
    "decimal": float,
    "float": float,
    "boolean": lambda text: text == "t",
}
"""How elements of an array become what they are."""

_TOO_LONG = ""
"""Stands for a cell that is longer than ``nested_length``: no JSON is empty."""

Scalar = str | int | float | bool | None


@dataclass(slots=True)
class _Found:
    """What was seen at one path."""

    rows: int = 0
    values: list[Scalar] = field(default_factory=list)


def nested_profiles(
    warehouse: Warehouse,
    table: Table,
    listed: ListedRelation,
    columns: Sequence[ProfiledColumn],
    settings: ProfilingSettings,
) -> tuple[tuple[ColumnProfile, ...], tuple[str, ...]]:
    """Profiles of the paths within these columns, and sentences about what was cut.

    One statement of ``nested_rows`` rows for all columns together; the rows are taken apart here and not kept.
    A path's ``rows`` are the times that it occurred. Columns known to be personal are not read.

    Raises:
        WarehouseError: Anything but a statement's own failure.
    """
    dialect = warehouse.dialect
    nested = [one for one in columns if not one.withheld and is_nested(one.column.data_type, dialect)]
    if not nested or settings.nested_depth < 1:
        return (), ()
    sample = warehouse.sample(listed, [one.column.name for one in nested], settings.nested_rows, settings.seed)
    try:
        statement = nested_statement(sample.select, nested, dialect, settings)
        rows = warehouse.query(statement, max_rows=settings.nested_rows, timeout_s=settings.timeout_s).rows
    except QueryError as error:
        return (), (f"Nested values were not read ({error.kind}: {error.message})",)
    profiles: list[ColumnProfile] = []
    limits: list[str] = []
    for place, one in enumerate(nested):
        paths, cut = _paths([row[place] for row in rows], _reader(one, dialect), settings)
        limits.extend(f"{one.column.name}: {sentence}" for sentence in cut)
        profiles.extend(_profile(table, one, path, found, settings) for path, found in paths.items())
    return tuple(profiles), tuple(limits)


def nested_statement(
    source: exp.Select, columns: Sequence[ProfiledColumn], dialect: str, settings: ProfilingSettings
) -> exp.Select:
    """The columns as JSON text over that sample, cells that are too long cut to nothing."""
    cells: list[exp.Expr] = []
    for place, one in enumerate(columns):
        text = _as_text(exp.column(one.column.name, quoted=True), one.group, dialect)
        fits = exp.LTE(this=exp.Length(this=text), expression=exp.Literal.number(settings.nested_length))
        filled = exp.column(one.column.name, quoted=True).is_(exp.null()).not_()
        cell = exp.Case(
            ifs=[
                exp.If(this=fits, true=text.copy()),
                exp.If(this=filled, true=exp.Literal.string(_TOO_LONG)),
            ]
        )
        cells.append(exp.alias_(cell, f"gtr_{place}"))
    return exp.select(*cells).from_(source.subquery("gtr_sample")).limit(settings.nested_rows)


def _as_text(column: exp.Expr, group: TypeGroup, dialect: str) -> exp.Expr:
    if dialect == "postgres" and group != "json":
        return exp.cast(column, "text")  # its arrays become no JSON by a cast
    if dialect == "snowflake":
        return exp.cast(exp.cast(column, "variant"), "text")
    return exp.cast(column if group == "json" else exp.cast(column, "json"), "text")


def _reader(profiled: ProfiledColumn, dialect: str) -> Callable[[str], object]:
    """What takes a cell's text apart: JSON, or of PostgreSQL's arrays their own form."""
    if dialect != "postgres" or profiled.group == "json":
        return json.loads
    element = type_group(profiled.column.data_type.partition("[")[0], dialect)
    convert = _ELEMENTS.get(element, str)
    return lambda text: read_array(text, convert)


def _paths(
    cells: Iterable[object], read: Callable[[str], object], settings: ProfilingSettings
) -> tuple[dict[tuple[str, ...], _Found], list[str]]:
    found: dict[tuple[str, ...], _Found] = {}
    long = unread = left_out = 0
    for cell in cells:
        if cell == _TOO_LONG:
            long += 1
            continue
        try:
            value = None if cell is None else read(str(cell))
        except ValueError:
            unread += 1
            continue
        for path, leaf in _leaves(value, (), settings.nested_depth):
            if path not in found and len(found) >= settings.nested_paths:
                left_out += 1
                continue
            one = found.setdefault(path, _Found())
            one.rows += 1
            if leaf is not None:
                one.values.append(leaf)
    told = (
        (long, f"{long} cells of more than {settings.nested_length:,} characters were not taken apart"),
        (unread, f"{unread} cells could not be read and were not taken apart"),
        (left_out, f"only the first {settings.nested_paths} paths were looked at"),
    )
    return found, [sentence for number, sentence in told if number]


def _leaves(value: object, path: tuple[str, ...], depth: int) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    """Scalars with their paths; what lies deeper than ``depth`` keys is passed over."""
    if isinstance(value, dict):
        if depth > 0:
            for key, item in value.items():
                yield from _leaves(item, (*path, str(key)), depth - 1)
    elif isinstance(value, list):
        for item in value:
            # The elements of a list are no further key; a list in a list is.
            yield from _leaves(item, (*path, ELEMENTS), depth - (path[-1:] == (ELEMENTS,)))
    elif path and depth >= 0 and (value is None or isinstance(value, str | int | float | bool)):
        yield path, value


def _profile(
    table: Table, parent: ProfiledColumn, path: tuple[str, ...], found: _Found, settings: ProfilingSettings
) -> ColumnProfile:
    group = _group(found.values)
    key = next((step for step in reversed(path) if step != ELEMENTS), parent.column.name)
    column = Column(key, group, position=parent.column.position + 1)
    profiled = ProfiledColumn(column, group)
    profiled = replace(profiled, withheld=known_personal(table, profiled, settings) is not None)
    counts = Counter(_text(value) for value in found.values)
    values = tuple(
        ValueCount(value, count) for value, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )
    read = Read(
        profiled=profiled,
        statistics=_statistics(found, group, len(counts)),
        exact=True,
        values=tuple(one for one in values if len(one.value) <= settings.keep_length),
        asked=len(values) + 1,
        sampled=True,
    )
    profile, _ = column_profile(table, read, settings)
    return replace(profile, name=".".join((parent.column.name, *path)), path=path)


def _group(values: Sequence[Scalar]) -> TypeGroup:
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        return "boolean"
    if kinds == {int}:
        return "integer"
    return "float" if kinds and kinds <= {int, float} else "text"


def _statistics(found: _Found, group: TypeGroup, distinct: int) -> ColumnStatistics:
    numbers = (
        [float(value) for value in found.values if isinstance(value, int | float)]
        if group in ("integer", "float")
        else []
    )
    lengths = sorted(len(_text(value)) for value in found.values) if group == "text" else []
    ordered = sorted(found.values, key=lambda value: value) if numbers else sorted(map(_text, found.values))  # type: ignore[arg-type,return-value]
    return ColumnStatistics(
        rows=found.rows,
        filled=len(found.values),
        distinct=distinct,
        minimum=plain_value(_text(ordered[0]), group) if ordered else None,
        maximum=plain_value(_text(ordered[-1]), group) if ordered else None,
        mean_length=fmean(lengths) if lengths else None,
        lengths=_quartiles(lengths),
        mean=fmean(numbers) if numbers else None,
        deviation=stdev(numbers) if len(numbers) > 1 else None,
    )


def _quartiles(lengths: Sequence[int]) -> tuple[int, ...]:
    if not lengths:
        return ()
    middle = quantiles(lengths, n=4, method="inclusive") if len(lengths) > 1 else [lengths[0]] * 3
    return (lengths[0], *(round(one) for one in middle), lengths[-1])


def _text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
