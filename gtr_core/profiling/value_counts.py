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
    """How many values of a column to read, and how long they may be."""

    column: ProfiledColumn
    values: int
    length: int


@dataclass(frozen=True, slots=True)
class ValueCount:
    """A stored value as text, and the rows of the sample that hold it."""

    value: str
    count: int


def value_counts_statement(source: Sample, wanted: Sequence[WantedValues]) -> exp.Query:
    """Rows (position in ``wanted``, value as text, count), the most frequent values of each column first.

    The sample is computed once, as a common table expression. Ties are broken by value, so the same data
    give the same rows.
    """
    branches = [_branch(position, column) for position, column in enumerate(wanted)]
    union: exp.Query = exp.union(*branches, distinct=False) if len(branches) > 1 else branches[0]
    return union.with_(_SOURCE, as_=source.select, materialized=True)


def value_counts_from_rows(rows: Sequence[tuple[Any, ...]], columns: int) -> tuple[tuple[ValueCount, ...], ...]:
    """Group the rows of ``value_counts_statement`` by column, in their order."""
    grouped: list[list[ValueCount]] = [[] for _ in range(columns)]
    for position, value, count in rows:
        grouped[int(position)].append(ValueCount(str(value), int(count)))
    return tuple(tuple(sorted(values, key=lambda one: (-one.count, one.value))) for values in grouped)


def _branch(position: int, wanted: WantedValues) -> exp.Select:
    stored = exp.column(wanted.column.column.name, quoted=True)
    text: exp.Expr = exp.cast(stored, "text")
    counted = (
        exp.select(exp.alias_(text, "gtr_value"), exp.alias_(exp.Count(this=exp.Star()), "gtr_rows"))
        .from_(exp.to_table(_SOURCE))
        .where(stored.copy().is_(exp.null()).not_())
        .group_by(text.copy())
        .order_by(exp.Ordered(this=exp.column("gtr_rows"), desc=True), exp.column("gtr_value"))
        .limit(wanted.values)
    )
    if wanted.column.group == "text":
        short = exp.LTE(this=exp.Length(this=text.copy()), expression=exp.Literal.number(wanted.length))
        counted = counted.where(short)
    return exp.select(
        exp.alias_(exp.Literal.number(position), "gtr_column"), exp.column("gtr_value"), exp.column("gtr_rows")
    ).from_(counted.subquery(f"counted{position}"))
