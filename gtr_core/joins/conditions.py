"""Conditions that a project puts on a join, made safe to measure under."""

from __future__ import annotations

from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from gtr_core.catalog import Table
from gtr_core.warehouse import StatementRefusedError
from gtr_core.warehouse.read_only import check_read_only

__all__ = ["usable_condition"]

_NO_SCALARS = (exp.Query, exp.Table, exp.AggFunc, exp.Window, exp.Star)


def usable_condition(texts: Sequence[str], table: Table, dialect: str) -> exp.Expr | None:
    """All these conditions as one expression over a table's own columns; None where one cannot be used.

    A condition is used if it parses to scalar parts that any statement to the warehouse may have, and each
    column that it names, with or without a qualifier, is one of the table's.
    """
    parsed: list[exp.Expr] = []
    for text in texts:
        condition = _parsed(text, table, dialect)
        if condition is None:
            return None
        parsed.append(condition)
    return exp.and_(*parsed) if parsed else None


def _parsed(text: str, table: Table, dialect: str) -> exp.Expr | None:
    if "{{" in text or "{%" in text:
        return None
    try:
        statements = sqlglot.parse(f"SELECT 1 WHERE {text}", read=dialect)
    except SqlglotError:
        return None
    if len(statements) != 1 or not isinstance(statements[0], exp.Select):
        return None
    select = statements[0]
    where = select.args.get("where")
    if where is None or any(value for key, value in select.args.items() if key not in ("where", "expressions")):
        return None
    try:
        check_read_only(select)
    except StatementRefusedError:
        return None
    condition: exp.Expr = where.this
    if condition.find(*_NO_SCALARS) is not None:
        return None
    return condition if _resolve(condition, table) else None


def _resolve(condition: exp.Expr, table: Table) -> bool:
    """Rewrite each column to its stored spelling, quoted and unqualified; False where one is unknown."""
    for column in list(condition.find_all(exp.Column)):
        stored = table.column(column.name)
        if stored is None:
            return False
        replacement = exp.column(stored.name, quoted=True)
        if column is condition:
            return False  # a bare column is no comparison
        column.replace(replacement)
    return True
