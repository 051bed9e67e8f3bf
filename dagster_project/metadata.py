"""What each materialisation says of itself in Dagster: counts, seconds, what failed. Never a value of a row.

Numbers stand as numbers, under names that do not change: Dagster plots them over time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import dagster as dg

if TYPE_CHECKING:
    from gtr_core.build.embeddings import Embedded
    from gtr_core.build.measured_joins import MeasuredJoins
    from gtr_core.build.profiles import Profiled
    from gtr_core.build.publishing import Published
    from gtr_core.build.reconciliation import Reconciled
    from gtr_core.build.sources import Sources
    from gtr_core.catalog import TableProfile
    from gtr_core.context.graph import ContextGraph
    from gtr_core.context.snapshot import Snapshot
    from gtr_core.context.snapshot_info import FailedTable, SnapshotInfo

__all__ = [
    "catalog_metadata",
    "embeddings_metadata",
    "failed_metadata",
    "graph_metadata",
    "index_metadata",
    "joins_metadata",
    "profiles_metadata",
    "snapshot_metadata",
    "values_metadata",
]

Metadata = Mapping[str, Any]

_FAILED_COLUMNS = ("table", "reason", "text")
_ROWS_SHOWN = 200
_INDEX = "index/"


def catalog_metadata(sources: Sources, reconciled: Reconciled, partitions: tuple[int, int], seconds: float) -> Metadata:
    """Of the catalog."""
    catalog = reconciled.catalog
    warnings = sources.catalog.warnings + reconciled.warnings
    return {
        "project": catalog.project or "(none)",
        "tables": len(catalog.tables),
        "tables_hidden": sum(table.hidden for table in catalog.tables),
        "partitions_added": partitions[0],
        "partitions_removed": partitions[1],
        "columns": sum(len(table.columns) for table in catalog.tables),
        "keys": len(catalog.keys),
        "joins_declared": len(catalog.joins),
        "metrics": len(catalog.metrics),
        "left_out": dg.MetadataValue.json(dict(sources.left_out)),
        "warnings": dg.MetadataValue.md("\n".join(f"- {warning}" for warning in warnings[:_ROWS_SHOWN]) or "none"),
        **failed_metadata(reconciled.failed),
        "seconds": round(seconds, 3),
    }


def profiles_metadata(profiled: Profiled, visible: int, seconds: float) -> Metadata:
    """Of the profiling of many tables."""
    made = [profile for table, profile in profiled.profiles.items() if table not in profiled.unchanged]
    slowest = sorted((profile for profile in made if profile.stale is None), key=lambda profile: -profile.seconds)
    return {
        "tables_profiled": len(slowest),
        "tables_unchanged": len(profiled.unchanged),
        "tables_stale": sum(profile.stale is not None for profile in profiled.profiles.values()),
        "coverage": round(len(profiled.profiles) / visible, 4) if visible else 1.0,
        "rows_looked_at": sum(profile.rows for profile in profiled.profiles.values()),
        **({"slowest": _slowest(slowest[:10])} if slowest else {}),
        **({"slowest_seconds": round(slowest[0].seconds, 3)} if slowest else {}),
        **failed_metadata(profiled.failed),
        "profiling_seconds": round(seconds, 3),
    }


def values_metadata(profiles: Mapping[str, TableProfile]) -> Metadata:
    """Of the values that are kept: how many, and how many columns keep none or not all."""
    columns = [column for profile in profiles.values() for column in profile.columns]
    return {
        "values": sum(len(column.values) for column in columns),
        "columns": len(columns),
        "columns_with_values": sum(bool(column.values) for column in columns),
        "columns_truncated": sum(column.truncated and bool(column.values) for column in columns),
        "columns_personal": sum(column.personal for column in columns),
    }


def joins_metadata(measured: MeasuredJoins, seconds: float) -> Metadata:
    """Of the measured joins, with a table of them, the worst first."""
    edges = [(edge, edge.measurement) for edge in measured.joins if edge.measurement is not None]
    edges.sort(key=lambda pair: (not pair[0].contradicted, pair[1].match_rate))
    return {
        "joins": len(measured.joins),
        "joins_measured": len(edges),
        "joins_inferred": sum(edge.origins == ("inferred",) for edge in measured.joins),
        "joins_contradicted": sum(edge.contradicted for edge in measured.joins),
        "measured": _table(
            [
                {
                    "child": f"{edge.child} ({', '.join(edge.child_columns)})",
                    "parent": f"{edge.parent} ({', '.join(edge.parent_columns)})",
                    "stated_by": ", ".join(edge.origins),
                    "cardinality": measurement.cardinality,
                    "match_rate": round(measurement.match_rate, 6),
                    "orphan_rate": round(measurement.orphan_rate, 6),
                }
                for edge, measurement in edges
            ],
            {"match_rate": "float", "orphan_rate": "float"},
            ("child", "parent", "match_rate", "orphan_rate", "cardinality", "stated_by"),
        ),
        **failed_metadata(measured.failed),
        "seconds": round(seconds, 3),
    }


def graph_metadata(graph: ContextGraph, former: Snapshot | None, seconds: float) -> Metadata:
    """Of the context graph, with what changed of it since the current snapshot, as text and as a diagram."""
    from gtr_core.context.difference import Difference, graph_difference
    from gtr_core.context.difference_text import difference_markdown, difference_mermaid

    metadata: dict[str, Any] = {
        "tables": len(graph.tables),
        "joins": len(graph.joins),
        "keys": len(graph.keys),
        "metrics": len(graph.metrics),
        "tables_without_join": _alone(graph),
    }
    if former is not None:
        changed = Difference(former.id, "this run", graph_difference(former.graph, graph))
        metadata["changes"] = len(changed.changes)
        metadata["changes_since_last"] = dg.MetadataValue.md(difference_markdown(changed, most=20))
        drawn = difference_mermaid(changed, former.graph, graph)
        # Tables that only hold other rows by now make no picture.
        if drawn and any(one.what == "join" or one.action != "changed" for one in changed.changes):
            metadata["changed_part"] = dg.MetadataValue.md(f"```mermaid\n{drawn}\n```")
    return metadata | {"seconds": round(seconds, 3)}


def embeddings_metadata(embedded: Embedded, seconds: float) -> Metadata:
    """Of the table embeddings."""
    return {
        "encoder": embedded.encoder_name or "none",
        "tables_embedded": 0 if embedded.vectors is None else int(embedded.vectors.any(axis=1).sum()),
        "dimensions": 0 if embedded.vectors is None else int(embedded.vectors.shape[1]),
        "seconds": round(seconds, 3),
    }


def index_metadata(info: SnapshotInfo) -> Metadata:
    """Of the value index."""
    return {
        "postings": info.counts.get("postings", 0),
        "values": info.counts.get("values", 0),
        "bytes": sum(stamp.bytes for name, stamp in info.files.items() if name.startswith(_INDEX)),
    }


def snapshot_metadata(published: Published, former: Snapshot | None, address: str, seconds: float) -> Metadata:
    """Of the published snapshot."""
    info = published.info
    return {
        "snapshot": info.id,
        "store": address,
        "before": former.id if former is not None else "(none)",
        **{f"count_{name}": count for name, count in info.counts.items()},
        "bytes": sum(stamp.bytes for stamp in info.files.values()),
        "encoder": info.encoder_name or "none",
        "pruned": len(published.pruned),
        **failed_metadata(info.failed),
        "publishing_seconds": round(seconds, 3),
    }


def failed_metadata(failed: Sequence[FailedTable]) -> dict[str, Any]:
    """How many tables failed, and a table of them with the reasons."""
    counted: dict[str, Any] = {"tables_failed": len({failure.table for failure in failed})}
    if failed:
        rows = [{"table": failure.table, "reason": failure.reason, "text": failure.text} for failure in failed]
        counted["failed"] = _table(rows, {}, _FAILED_COLUMNS)
    return counted


def _alone(graph: ContextGraph) -> int:
    joined = {end for edge in graph.joins if edge.enabled for end in (edge.child, edge.parent)}
    return sum(not table.hidden and table.id not in joined for table in graph.tables)


def _slowest(profiles: Sequence[TableProfile]) -> dg.TableMetadataValue:
    rows = [
        {"table": profile.table, "rows_looked_at": profile.rows, "seconds": round(profile.seconds, 3)}
        for profile in profiles
    ]
    return _table(rows, {"rows_looked_at": "int", "seconds": "float"}, ("table", "rows_looked_at", "seconds"))


def _table(
    rows: Sequence[Mapping[str, str | float]], types: Mapping[str, str], columns: Sequence[str]
) -> dg.TableMetadataValue:
    """At most ``_ROWS_SHOWN`` rows: every event of a run is kept in Dagster's own database."""
    return dg.MetadataValue.table(
        records=[dg.TableRecord(dict(row)) for row in rows[:_ROWS_SHOWN]],
        schema=dg.TableSchema([dg.TableColumn(name, types.get(name, "string")) for name in columns]),
    )
