"""SQL scalars that a dbt project states, let through node by node."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from gtr_core.catalog import Table

__all__ = ["RejectedExpression", "scalar_expression"]

_ALLOWED: frozenset[type[exp.Expr]] = frozenset(
    {
        *(exp.Column, exp.Identifier, exp.Literal, exp.Boolean, exp.Null, exp.Paren, exp.Neg),
        *(exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.Abs, exp.Round, exp.Floor, exp.Ceil),
        *(exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Greatest, exp.Least, exp.Cast, exp.DataType),
        *(exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Is, exp.In, exp.Between),
        *(exp.Like, exp.Lower, exp.Upper, exp.Trim, exp.Concat, exp.DPipe, exp.Length, exp.DataTypeParam),
    }
)
_MAX_LENGTH = 10_000


@dataclass(frozen=True, slots=True)
class RejectedExpression:
    """Why an expression stays unused, in words."""

    reason: str


def scalar_expression(text: str, table: Table, alias: str, dialect: str) -> exp.Expr | RejectedExpression:
    """The expression with every column looked up in the table and qualified by the alias, or why not.

    Only nodes of an allow-list pass: arithmetic, comparison, case, and a few scalar functions. Subqueries,
    aggregates, windows, unknown functions and parameters do not.
    """
    if len(text) > _MAX_LENGTH or "{{" in text or "{%" in text:
        return RejectedExpression("it is not a plain SQL expression")
    try:
        parsed = parse_one(text, read=dialect)
    except (SqlglotError, RecursionError, ValueError):
        return RejectedExpression("it cannot be parsed")
    for node in parsed.walk():
        if type(node) not in _ALLOWED:
            return RejectedExpression(f"{node.key.upper()} is not among the scalars that are let through")
    for column in list(parsed.find_all(exp.Column)):
        if column.args.get("table") is not None or isinstance(column.this, exp.Star):
            return RejectedExpression(f"{column.sql()} does not name a column of its own table alone")
        known = table.column(column.name)
        if known is None:
            return RejectedExpression(f"{table.id} has no column {column.name!r}")
        column.set("this", exp.to_identifier(known.name, quoted=True))
        column.set("table", exp.to_identifier(alias, quoted=True))
    return parsed
