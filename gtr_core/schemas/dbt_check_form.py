"""What was read from dbt's artifacts, in its JSON form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gtr_core.catalog import Catalog, JoinEdge

__all__ = ["dbt_check_to_json"]


def dbt_check_to_json(catalog: Catalog, joins: Iterable[JoinEdge]) -> dict[str, Any]:
    """The form of ``gtr dbt check --json``; tables are named by dbt's unique_id."""
    return {
        "tables": [
            {"unique_id": table.id, "also": list(table.also), "relation": str(table.relation), "kind": table.kind}
            for table in catalog.tables
        ],
        "joins": [
            {
                "child": edge.child,
                "child_columns": list(edge.child_columns),
                "parent": edge.parent,
                "parent_columns": list(edge.parent_columns),
                "origins": list(edge.origins),
                "role": edge.role,
                "conditions": [*edge.conditions, *edge.parent_conditions],
                "severity": edge.severity,
            }
            for edge in joins
        ],
        "keys": [{"table": key.table, "columns": list(key.columns), "origin": key.origin} for key in catalog.keys],
        "metrics": [{"name": metric.name, "tables": list(metric.tables)} for metric in catalog.metrics],
        "left_out": [{"unique_id": node.unique_id, "reason": node.reason} for node in catalog.left_out],
        "warnings": list(catalog.warnings),
    }
