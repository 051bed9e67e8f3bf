"""Joins as rows of a table for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

__all__ = ["JOIN_COLUMNS", "join_rows"]

JOIN_COLUMNS: Final = ("child", "columns", "parent", "columns", "role", "cardinality", "match", "orphans", "origins")


def join_rows(joins: Iterable[dict[str, Any]]) -> list[Sequence[object]]:
    """One row a join (in its JSON form); what was not measured says why."""
    return [
        (
            join["child"],
            ", ".join(join["child_columns"]),
            join["parent"],
            ", ".join(join["parent_columns"]),
            join["role"],
            join["cardinality"] if join["match_rate"] is not None else join["problem"] or "not measured",
            _rate(join["match_rate"]),
            _rate(join["orphan_rate"]),
            ", ".join(join["origins"]) + _mark(join),
        )
        for join in joins
    ]


def _mark(join: dict[str, Any]) -> str:
    if join["contradicted"]:
        return " (contradicted)"
    return "" if join["enabled"] else " (disabled)"


def _rate(rate: float | None) -> str | None:
    return None if rate is None else f"{rate:.4g}"
