"""Tables, columns and joins of a context in their JSON forms."""

from __future__ import annotations

from typing import Any

from gtr_core.catalog import Column, JoinEdge, Table
from gtr_core.context.graph import ContextGraph

__all__ = ["join_to_json", "table_summary", "table_to_json"]


def table_summary(graph: ContextGraph, table: Table) -> dict[str, Any]:
    """A table in one line: what it is, and how much there is of it."""
    profile = graph.profiles.get(table.id)
    return {
        "table": table.id,
        "name": table.name,
        "relation": str(table.relation),
        "kind": table.kind,
        "description": table.description,
        "alias": table.alias or None,
        "hidden": table.hidden,
        "rows": None if profile is None else profile.row_count,
        "columns": len(table.columns),
        "joins": sum(table.id in (edge.child, edge.parent) for edge in graph.joins),
    }


def table_to_json(graph: ContextGraph, table: Table) -> dict[str, Any]:
    """All that the context holds of a table."""
    profile = graph.profiles.get(table.id)
    return {
        **table_summary(graph, table),
        "columns": [_column_to_json(graph, table, column) for column in table.columns],
        "label": table.label,
        "synonyms": list(table.synonyms),
        "tags": list(table.tags),
        "also": list(table.also),
        "layer": table.layer or None,
        "preference": table.preference,
        "preference_reasons": list(table.preference_reasons),
        "preferred": table.preferred,
        "group": table.group,
        "access": table.access,
        "owners": list(table.owners),
        "exposures": list(table.exposures),
        "depends_on": list(table.depends_on),
        "meta": [list(pair) for pair in table.meta],
        "sampled": None if profile is None else profile.sampled,
        "rows_profiled": None if profile is None else profile.rows,
        "limits": [] if profile is None else list(profile.limits),
        "keys": [
            {"columns": list(key.columns), "origin": key.origin, "primary": key.primary}
            for key in graph.keys
            if key.table == table.id
        ],
        "joins": [join_to_json(edge) for edge in graph.joins if table.id in (edge.child, edge.parent)],
        "metrics": [metric.name for metric in graph.metrics if metric.tables[:1] == (table.id,)],
    }


def join_to_json(edge: JoinEdge) -> dict[str, Any]:
    """A join edge with what the data say of it; rates are fractions of 1, null where not measured."""
    measured = edge.measurement
    return {
        "child": edge.child,
        "child_columns": list(edge.child_columns),
        "parent": edge.parent,
        "parent_columns": list(edge.parent_columns),
        "role": edge.role,
        "origins": list(edge.origins),
        "confidence": edge.confidence,
        "enabled": edge.enabled,
        "conditions": list(edge.conditions),
        "cardinality": edge.cardinality,
        "match_rate": None if measured is None else measured.match_rate,
        "orphan_rate": None if measured is None else measured.orphan_rate,
        "null_rate": None if measured is None else measured.null_rate,
        "rows": None if measured is None else measured.rows,
        "sampled": None if measured is None else measured.sampled,
        "child_distinct": None if measured is None else measured.child_distinct,
        "parent_distinct": None if measured is None else measured.parent_distinct,
        "measured_at": None if measured is None else measured.measured_at,
        "problem": edge.problem,
        "contradicted": edge.contradicted,
    }


def _column_to_json(graph: ContextGraph, table: Table, column: Column) -> dict[str, Any]:
    profile = graph.column_profile(table.id, column.name)
    form: dict[str, Any] = {
        "name": column.name,
        "data_type": column.data_type,
        "description": column.description,
        "label": column.label,
        "alias": column.alias or None,
        "synonyms": list(column.synonyms),
        "hidden": column.hidden,
        "personal": column.personal is True or (profile is not None and profile.personal),
        "profile": None,
    }
    if profile is not None:
        form["profile"] = {
            "semantic_type": profile.semantic_type,
            "use": profile.use,
            "null_share": profile.null_share,
            "distinct": profile.distinct,
            "distinct_exact": profile.distinct_exact,
            "unique": profile.unique,
            "minimum": profile.minimum,
            "maximum": profile.maximum,
            "values": list(profile.values),
            "truncated": profile.truncated,
            "personal_reason": profile.personal_reason,
        }
    return form
