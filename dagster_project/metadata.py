"""What each materialisation says of itself in Dagster: counts, seconds, what failed. Never a value of a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import dagster as dg

if TYPE_CHECKING:
    from gtr_core.build.measured_joins import MeasuredJoins
    from gtr_core.build.profiles import Profiled
    from gtr_core.build.publishing import Published
    from gtr_core.build.reconciliation import Reconciled
    from gtr_core.build.sources import Sources
    from gtr_core.context.snapshot_info import FailedTable

__all__ = ["catalog_metadata", "joins_metadata", "profiles_metadata", "snapshot_metadata"]

Metadata = Mapping[str, Any]

_FAILED_COLUMNS = ("table", "reason", "text")
_ROWS_SHOWN = 200


def catalog_metadata(sources: Sources, reconciled: Reconciled, seconds: float) -> Metadata:
    """Of the catalog."""
    catalog = reconciled.catalog
    warnings = sources.catalog.warnings + reconciled.warnings
    return {
        "project": catalog.project or "(none)",
        "tables": len(catalog.tables),
        "tables_hidden": sum(table.hidden for table in catalog.tables),
        "columns": sum(len(table.columns) for table in catalog.tables),
        "keys": len(catalog.keys),
        "joins_declared": len(catalog.joins),
        "metrics": len(catalog.metrics),
        "left_out": dg.MetadataValue.json(dict(sources.left_out)),
        "warnings": dg.MetadataValue.md("\n".join(f"- {warning}" for warning in warnings) or "none"),
        **_failed(reconciled.failed),
        "seconds": round(seconds, 3),
    }


def profiles_metadata(profiled: Profiled, seconds: float) -> Metadata:
    """Of the profiles."""
    profiles = sorted(profiled.profiles.values(), key=lambda profile: -profile.seconds)
    slowest = {"slowest_table": f"{profiles[0].table} ({profiles[0].seconds:.2f} s)"} if profiles else {}
    return {
        "tables_profiled": len(profiles),
        "tables_sampled": sum(profile.sampled for profile in profiles),
        "rows_looked_at": sum(profile.rows for profile in profiles),
        "columns_personal": sum(column.personal for profile in profiles for column in profile.columns),
        **slowest,
        **_failed(profiled.failed),
        "seconds": round(seconds, 3),
    }


def joins_metadata(measured: MeasuredJoins, seconds: float) -> Metadata:
    """Of the measured joins, with a table of them."""
    return {
        "joins": len(measured.joins),
        "joins_measured": sum(edge.measurement is not None for edge in measured.joins),
        "measured": _table(
            [
                {
                    "child": f"{edge.child} ({', '.join(edge.child_columns)})",
                    "parent": f"{edge.parent} ({', '.join(edge.parent_columns)})",
                    "cardinality": edge.measurement.cardinality,
                    "match_rate": round(edge.measurement.match_rate, 6),
                    "orphan_rate": round(edge.measurement.orphan_rate, 6),
                }
                for edge in measured.joins
                if edge.measurement is not None
            ],
            {"match_rate": "float", "orphan_rate": "float"},
            ("child", "parent", "cardinality", "match_rate", "orphan_rate"),
        ),
        **_failed(measured.failed),
        "seconds": round(seconds, 3),
    }


def snapshot_metadata(published: Published, seconds: float) -> Metadata:
    """Of the published snapshot."""
    info = published.info
    return {
        "snapshot": info.id,
        **{f"count_{name}": count for name, count in info.counts.items()},
        "bytes": sum(stamp.bytes for stamp in info.files.values()),
        "encoder": info.encoder_name or "none",
        "pruned": len(published.pruned),
        **_failed(info.failed),
        "seconds": round(seconds, 3),
    }


def _failed(failed: Sequence[FailedTable]) -> dict[str, Any]:
    counted: dict[str, Any] = {"tables_failed": len({failure.table for failure in failed})}
    if failed:
        rows = [{"table": failure.table, "reason": failure.reason, "text": failure.text} for failure in failed]
        counted["failed"] = _table(rows, {}, _FAILED_COLUMNS)
    return counted


def _table(
    rows: Sequence[Mapping[str, str | float]], types: Mapping[str, str], columns: Sequence[str]
) -> dg.TableMetadataValue:
    """At most ``_ROWS_SHOWN`` rows: every event of a run is kept in Dagster's own database."""
    return dg.MetadataValue.table(
        records=[dg.TableRecord(dict(row)) for row in rows[:_ROWS_SHOWN]],
        schema=dg.TableSchema([dg.TableColumn(name, types.get(name, "string")) for name in columns]),
    )
