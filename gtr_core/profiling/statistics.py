"""Statistics of many columns in one statement: how it is written, and how its row is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlglot import exp

from gtr_core.catalog import Column
from gtr_core.profiling.plain_text import plain_number, plain_value
from gtr_core.profiling.type_group import TypeGroup
from gtr_core.warehouse.sampling import Sample

__all__ = ["ColumnStatistics", "ProfiledColumn", "Quantiles", "statistics_from_row", "statistics_statement"]

Quantiles = Literal["exact", "estimated", "estimated_singly", "none"]
"""``estimated_singly`` for engines whose estimate tells but one quantile at a time."""

_SOURCE = "gtr_sample"
_LARGEST_FLOAT = "1.7976931348623157e308"
_LARGEST_SQUARED = "1e150"
"""Numbers beyond are left out of mean and deviation, since an engine may fail at their squares."""

_QUARTILES = ("0.25", "0.5", "0.75")
_NUMBERS: frozenset[TypeGroup] = frozenset({"integer", "decimal", "float"})
_EDGE_LENGTH = 100
_ORDERED: frozenset[TypeGroup] = frozenset(
    {"text", "integer", "decimal", "float", "boolean", "date", "timestamp", "time"}
)


@dataclass(frozen=True, slots=True)
class ProfiledColumn:
    """A column with what decides how it is looked at.

    Attributes:
        withheld: Known to be personal before any row is read: nothing but counts is computed.
    """

    column: Column
    group: TypeGroup
    withheld: bool = False

    def expression(self) -> exp.Expr:
        """The column as a new node; amounts with a currency's sign, which engines do not compute with, as decimals."""
        stored = exp.column(self.column.name, quoted=True)
        return exp.cast(stored, "decimal(19, 4)") if self.column.data_type.casefold() == "money" else stored

    @property
    def counts_distinct(self) -> bool:
        """Nested and binary values are not compared."""
        return self.group not in ("other", "json")

    @property
    def is_number(self) -> bool:
        """Whether a mean means something."""
        return self.group in _NUMBERS

    @property
    def has_edges(self) -> bool:
        """Whether a minimum and a maximum mean something and may be read."""
        return self.group in _ORDERED and not self.withheld


@dataclass(frozen=True, slots=True)
class ColumnStatistics:
    """What one statement tells of one column.

    Attributes:
        filled: Rows that are not null.
        distinct: Distinct values; None where they were not compared.
        minimum, maximum: As plain text; of floats without NaN and infinities.
        mean_length: Characters of text, on average; None for other types.
        lengths: Characters of text at 0, 25, 50, 75 and 100 %; empty for other types.
        mean, deviation: Of numbers; None for other types.
    """

    rows: int
    filled: int
    distinct: int | None
    minimum: str | None
    maximum: str | None
    mean_length: float | None
    lengths: tuple[int, ...] = ()
    mean: float | None = None
    deviation: float | None = None


def statistics_statement(
    source: Sample, columns: Sequence[ProfiledColumn], *, approximate: bool, quantiles: Quantiles = "exact"
) -> exp.Select:
    """One SELECT with the statistics of all these columns over one sample.

    Args:
        source: Where to read from; it must hold these columns.
        columns: Columns whose statistics are wanted.
        approximate: Whether the engine's estimate of distinct values is enough.
        quantiles: How lengths of text are told: exactly, by the engine's estimate, or not at all.
    """
    expressions: list[exp.Expr] = [exp.alias_(exp.Count(this=exp.Star()), "n")]
    for position, column in enumerate(columns):
        for name, expression in _aggregates(column, approximate=approximate, quantiles=quantiles):
            expressions.append(exp.Alias(this=expression, alias=exp.to_identifier(f"{name}{position}")))
    return exp.Select(expressions=expressions).from_(source.select.subquery(_SOURCE), copy=False)


def statistics_from_row(
    columns: Sequence[ProfiledColumn], row: Sequence[Any], quantiles: Quantiles = "exact"
) -> tuple[ColumnStatistics, ...]:
    """Read the single row of ``statistics_statement``, in the same order and with the same ``quantiles``."""
    values = iter(row)
    rows = int(next(values))
    return tuple(_read(column, rows, values, quantiles) for column in columns)


def _aggregates(profiled: ProfiledColumn, *, approximate: bool, quantiles: Quantiles) -> Iterator[tuple[str, exp.Expr]]:
    """Pairs of short name and aggregate; ``_read`` takes them up in this order."""

    def column() -> exp.Expr:
        return profiled.expression()

    yield "f", exp.Count(this=column())
    if profiled.counts_distinct:
        if approximate:
            yield "d", exp.ApproxDistinct(this=column())
        else:
            yield "d", exp.Count(this=exp.Distinct(expressions=[column()]))
    if profiled.has_edges:
        for name, aggregate in (("a", exp.Min), ("z", exp.Max)):
            yield name, _edge(aggregate, column(), profiled.group)
    if profiled.group == "text" and not profiled.withheld:
        length = exp.Length(this=exp.cast(column(), "text"))
        yield "l", exp.Avg(this=exp.cast(length, "double"))
        yield "s", exp.Min(this=length.copy())
        for place, quantile in enumerate(_quantiles(length, quantiles)):
            yield f"q{place}", quantile
        yield "t", exp.Max(this=length.copy())
    if profiled.is_number and not profiled.withheld:
        moderate = _moderate(column(), profiled.group)
        yield "m", exp.Avg(this=moderate)
        yield "v", exp.Stddev(this=moderate.copy())


def _quantiles(value: exp.Expr, quantiles: Quantiles) -> list[exp.Expr]:
    """One aggregate that gives the list of all, or one for each."""
    shares = [exp.Literal.number(share) for share in _QUARTILES]
    if quantiles == "none":
        return []
    if quantiles == "estimated_singly":
        return [exp.ApproxQuantile(this=value.copy(), quantile=share) for share in shares]
    if quantiles == "estimated":
        return [exp.ApproxQuantile(this=value.copy(), quantile=exp.Array(expressions=shares))]
    exact = exp.PercentileDisc(this=exp.Array(expressions=shares))
    return [exp.WithinGroup(this=exact, expression=exp.Order(expressions=[exp.Ordered(this=value.copy())]))]


def _moderate(column: exp.Expr, group: TypeGroup) -> exp.Expr:
    """The number as a float, null where it is too large to be squared, NaN or infinite."""
    number = exp.cast(column, "double")
    if group != "float":
        return number
    return exp.Case(ifs=[exp.If(this=_is_within(number, _LARGEST_SQUARED), true=number.copy())])


def _edge(aggregate: type[exp.Min] | type[exp.Max], column: exp.Expr, group: TypeGroup) -> exp.Expr:
    """A minimum or maximum as text: Python has no dates before Christ, and no need of a megabyte."""
    if group == "boolean":
        return exp.cast(aggregate(this=exp.cast(column, "int")), "text")
    if group == "float":
        return exp.cast(aggregate(this=exp.Case(ifs=[exp.If(this=_is_finite(column), true=column.copy())])), "text")
    if group == "text":
        shortened = exp.Left(this=exp.cast(column, "text"), expression=exp.Literal.number(_EDGE_LENGTH))
        return aggregate(this=shortened)
    return exp.cast(aggregate(this=column), "text")


def _is_finite(column: exp.Expr) -> exp.Expr:
    """NaN and the infinities lie outside the range of finite numbers in every engine's order."""
    return _is_within(exp.cast(column, "double"), _LARGEST_FLOAT)


def _is_within(number: exp.Expr, most: str) -> exp.Expr:
    limit = exp.Literal.number(most)
    return exp.Between(this=number, low=exp.Neg(this=limit.copy()), high=limit)


def _read(profiled: ProfiledColumn, rows: int, values: Iterator[Any], quantiles: Quantiles) -> ColumnStatistics:
    filled = int(next(values))
    distinct = int(next(values)) if profiled.counts_distinct else None
    minimum = maximum = None
    if profiled.has_edges:
        minimum = plain_value(next(values), profiled.group)
        maximum = plain_value(next(values), profiled.group)
    mean_length = mean = deviation = None
    lengths: tuple[int, ...] = ()
    if profiled.group == "text" and not profiled.withheld:
        mean_length = plain_number(next(values))
        lengths = _lengths(values, quantiles)
    if profiled.is_number and not profiled.withheld:
        mean, deviation = _rounded(next(values)), _rounded(next(values))
    if distinct is not None:
        distinct = min(distinct, filled)  # an estimate may exceed what there is
    return ColumnStatistics(rows, filled, distinct, minimum, maximum, mean_length, lengths, mean, deviation)


def _lengths(values: Iterator[Any], quantiles: Quantiles) -> tuple[int, ...]:
    """The shortest, the quartiles and the longest; empty where they are not all told."""
    least = next(values)
    middle: list[Any] = []
    if quantiles == "estimated_singly":
        middle = [next(values) for _ in _QUARTILES]
    elif quantiles != "none":
        middle = list(next(values) or ())
    read = [plain_number(value) for value in (least, *middle, next(values))]
    lengths = tuple(round(length) for length in read if length is not None)
    return lengths if len(lengths) == len(_QUARTILES) + 2 else ()


def _rounded(value: Any) -> float | None:  # noqa: ANN401 (the driver's)
    """To nine digits: sums differ in the last ones with the order in which threads add."""
    number = plain_number(value)
    return None if number is None else float(f"{number:.9g}")
