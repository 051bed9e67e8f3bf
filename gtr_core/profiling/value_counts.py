"""Values of many columns with their counts, in one statement over one sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from gtr_core.profiling.statistics import ProfiledColumn
from gtr_core.warehouse.sampling import Sample

__all__ = ["ValueCount", "WantedValues", "value_counts_from_rows", "value_counts_statement"]

_SOURCE = "gtr_sample"


@dataclass(frozen=True, slots=True)
class WantedValues:
    """How many values of a column to read, how long they may be, and among how many of the first rows (None: all)."""

    column: ProfiledColumn
    values: int
    length: int
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class ValueCount:
    """A stored value as text, and the rows of the sample that hold it."""

    value: str
    count: int


def value_counts_statement(source: Sample, wanted: Sequence[WantedValues]) -> exp.Query:
    """Rows (position in ``wanted``, value as text, count), the most frequent values of each column first.

    A sample is computed once, as a common table expression; of a whole table each column is read by itself, which
    takes less time and memory than a copy of all. Ties are broken by value, so the same data give the same rows.
    """
    table = _whole_table(source)
    branches = [
        _branch(position, column, exp.to_table(_SOURCE) if table is None else table.copy())
        for position, column in enumerate(wanted)
    ]
    union: exp.Query = exp.union(*branches, distinct=False, copy=False) if len(branches) > 1 else branches[0]
    if table is not None:
        return union
    return union.with_(_SOURCE, as_=source.select, materialized=True, copy=False)


def value_counts_from_rows(rows: Sequence[tuple[Any, ...]], columns: int) -> tuple[tuple[ValueCount, ...], ...]:
    """Group the rows of ``value_counts_statement`` by column, in their order."""
    grouped: list[list[ValueCount]] = [[] for _ in range(columns)]
    for position, value, count in rows:
        grouped[int(position)].append(ValueCount(str(value), int(count)))
    return tuple(tuple(sorted(values, key=lambda one: (-one.count, one.value))) for values in grouped)


def _whole_table(source: Sample) -> exp.Table | None:
    """The table that is read whole; None where the source is a sample, or a view, which is computed each time."""
    if (
        not source.whole
        or source.most_rows is None
        or {"where", "limit"} & {k for k, v in source.select.args.items() if v}
    ):
        return None
    table = source.select.args["from_"].this
    return table if isinstance(table, exp.Table) else None


def _branch(position: int, wanted: WantedValues, table: exp.Table) -> exp.Select:
    stored = exp.column(wanted.column.column.name, quoted=True)
    text: exp.Expr = exp.cast(wanted.column.expression(), "text")
    # Nodes are not used twice, so sqlglot need not copy them; copying would take longer than all else here.
    rows: exp.Table | exp.Subquery = table
    if wanted.rows is not None:
        first = exp.Select(expressions=[stored.copy()]).from_(table, copy=False).limit(wanted.rows, copy=False)
        rows = first.subquery("gtr_first", copy=False)
    counted = (
        exp.Select(expressions=[_alias(text.copy(), "gtr_value"), _alias(exp.Count(this=exp.Star()), "gtr_rows")])
        .from_(rows, copy=False)
        .where(exp.Not(this=exp.Is(this=stored, expression=exp.null())), copy=False)
        .group_by(text.copy(), copy=False)
        .order_by(exp.Ordered(this=exp.column("gtr_rows"), desc=True), exp.column("gtr_value"), copy=False)
        .limit(wanted.values, copy=False)
    )
    if wanted.column.group == "text":
        short = exp.LTE(this=exp.Length(this=text.copy()), expression=exp.Literal.number(wanted.length))
        counted = counted.where(short, copy=False)
    names = [_alias(exp.Literal.number(position), "gtr_column"), exp.column("gtr_value"), exp.column("gtr_rows")]
    return exp.Select(expressions=names).from_(counted.subquery(f"counted{position}", copy=False), copy=False)


def _alias(expression: exp.Expr, name: str) -> exp.Alias:
    return exp.Alias(this=expression, alias=exp.to_identifier(name))
