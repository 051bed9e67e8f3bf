"""What GTR understood of a dbt project: the JSON form of ``gtr dbt check``."""

from __future__ import annotations

from typing import Any

from gtr_core.catalog import Catalog

__all__ = ["check"]


def check(catalog: Catalog) -> dict[str, Any]:
    """The catalog as ``gtr dbt check --json`` prints it, tables named by unique_id."""
    return {
        "tables": [
            {
                "unique_id": table.id,
                "also": list(table.also),
                "relation": str(table.relation),
                "kind": table.kind,
                "hidden": table.hidden,
                "layer": table.layer,
                "preference": table.preference,
                "preference_reasons": list(table.preference_reasons),
                "preferred": table.preferred,
            }
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
                "enabled": edge.enabled,
            }
            for edge in catalog.joins
        ],
        "keys": [
            {
                "table": key.table,
                "columns": list(key.columns),
                "origin": key.origin,
                "primary": key.primary,
                "severity": key.severity,
            }
            for key in catalog.keys
        ],
        "metrics": [
            {"name": metric.name, "tables": list(metric.tables), "kind": metric.kind} for metric in catalog.metrics
        ],
        "left_out": [
            {"unique_id": left.unique_id, "reason": left.reason, "detail": left.detail} for left in catalog.left_out
        ],
        "warnings": list(catalog.warnings),
    }
