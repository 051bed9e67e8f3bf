"""Where SQL that people run can be read: the models that dbt compiled, and Snowflake's query history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sqlglot import exp

from gtr_core.warehouse import Warehouse, WarehouseError

__all__ = ["MOST_STATEMENTS", "compiled_models", "query_history", "query_history_statement"]

MOST_STATEMENTS: Final = 10_000
"""Statements of a query history that are read, the latest."""

_LONGEST: Final = 100_000
_SECONDS_A_DAY: Final = 86_400
_COMPILED: Final = ("model", "snapshot", "analysis")


def compiled_models(manifest: Path) -> Iterator[str]:
    """The compiled SQL of a manifest's models, snapshots and analyses; what was not compiled is passed over.

    Raises:
        OSError, ValueError: The manifest cannot be read; whoever has loaded its catalog knows that it can.
    """
    nodes: dict[str, dict[str, Any]] = json.loads(manifest.read_text(encoding="utf-8")).get("nodes") or {}
    for _, node in sorted(nodes.items()):
        if not isinstance(node, dict) or node.get("resource_type") not in _COMPILED:
            continue
        code = node.get("compiled_code") or node.get("compiled_sql")
        if isinstance(code, str) and code.strip():
            yield code


def query_history_statement(window_s: float, statements: int = MOST_STATEMENTS) -> exp.Select:
    """The latest successful SELECTs that ran within a time window, from SNOWFLAKE.ACCOUNT_USAGE.QUERY_HISTORY.

    The view lags behind by up to 45 minutes and needs a role that may read it. Statements of the same form
    (``query_parameterized_hash``) are told once, so that a dashboard that runs each minute counts as one use.

    Args:
        window_s: Seconds before now; whole days are asked for, at least one.
        statements: The most to read.
    """
    view = exp.Table(
        this=exp.to_identifier("QUERY_HISTORY"),
        db=exp.to_identifier("ACCOUNT_USAGE"),
        catalog=exp.to_identifier("SNOWFLAKE"),
    )
    days = max(1, -(-int(window_s) // _SECONDS_A_DAY))
    since = exp.Sub(
        this=exp.cast(exp.CurrentTimestamp(), "timestamptz"),
        expression=exp.Interval(this=exp.Literal.string(str(days)), unit=exp.var("DAY")),
    )
    text, start = exp.column("QUERY_TEXT"), exp.column("START_TIME")
    latest = exp.Max(this=start.copy())
    return (
        exp.select(exp.alias_(exp.Max(this=text), "TEXT"))
        .from_(view)
        .where(
            exp.GTE(this=start, expression=since),
            exp.EQ(this=exp.column("QUERY_TYPE"), expression=exp.Literal.string("SELECT")),
            exp.EQ(this=exp.column("EXECUTION_STATUS"), expression=exp.Literal.string("SUCCESS")),
            exp.LTE(this=exp.Length(this=exp.column("QUERY_TEXT")), expression=exp.Literal.number(_LONGEST)),
        )
        .group_by(exp.column("QUERY_PARAMETERIZED_HASH"))
        .order_by(exp.Ordered(this=latest, desc=True))
        .limit(statements)
    )


def query_history(
    warehouse: Warehouse, window_s: float, statements: int = MOST_STATEMENTS
) -> tuple[tuple[str, ...], str | None]:
    """The texts of that history, and a sentence where it cannot be read. One SELECT, read only."""
    if warehouse.dialect != "snowflake":
        return (), f"The query history was not read: {warehouse.dialect} keeps none that can be."
    try:
        found = warehouse.query(query_history_statement(window_s, statements), max_rows=statements, timeout_s=120.0)
    except WarehouseError as error:
        if error.transient:
            raise
        return (), f"The query history was not read: {error}"
    return tuple(str(row[0]) for row in found.rows if row[0]), None
