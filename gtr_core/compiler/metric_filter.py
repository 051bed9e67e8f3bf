"""Filters that a metric of the semantic layer bears, as conditions on its own table's rows."""

from __future__ import annotations

import re

from sqlglot import exp

from gtr_core.catalog import Table
from gtr_core.compiler.expression import RejectedExpression, scalar_expression

__all__ = ["filtered_argument", "metric_filter"]

_REFERENCE = re.compile(
    r"""\{\{\s*(?P<kind>Dimension|TimeDimension|Entity)\(\s*(?P<quote>['"])(?P<name>\w+)(?P=quote)\s*
        (?:,\s*(?P<quote2>['"])(?P<grain>\w+)(?P=quote2)\s*)?\)\s*\}\}""",
    re.VERBOSE,
)


def metric_filter(
    text: str, table: Table, alias: str, dialect: str, time_column: str | None
) -> exp.Expr | RejectedExpression:
    """The filter with its dimensions looked up among the columns of the metric's own table, or why not.

    ``{{ Dimension('order__is_food') }}`` is the column ``is_food`` of that table; ``metric_time`` its default time
    column. A dimension that is reached through another entity, or that is cut to more than a day, is not.
    """
    position, parts = 0, []
    for found in _REFERENCE.finditer(text):
        column = _column(found["name"], table, time_column)
        if column is None:
            return RejectedExpression(f"its filter needs {found['name']!r}, which is no column of {table.id}")
        if found["grain"] not in (None, "day"):
            return RejectedExpression(f"its filter cuts {found['name']!r} to a {found['grain']}")
        parts += [text[position : found.start()], exp.column(column, quoted=True).sql(dialect=dialect)]
        position = found.end()
    condition = scalar_expression("".join([*parts, text[position:]]), table, alias, dialect)
    if isinstance(condition, RejectedExpression):
        return RejectedExpression(f"its filter cannot be used: {condition.reason}")
    return condition


def filtered_argument(argument: exp.Expr | None, condition: exp.Expr) -> exp.Expr:
    """What to aggregate so that rows which do not meet the condition add nothing; None counts rows."""
    value = exp.Literal.number("1") if argument is None else argument
    return exp.Case(ifs=[exp.If(this=condition, true=value)])


def _column(name: str, table: Table, time_column: str | None) -> str | None:
    """The own table's column of a dimension, whose name may bear the table's entity before two underscores."""
    entity, separator, own = name.rpartition("__")
    if name == "metric_time":
        return time_column
    if separator and "__" in entity:
        return None
    column = table.column(own)
    return None if column is None else column.name
