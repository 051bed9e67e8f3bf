"""Tables as dynamic partitions of the profiles, and what each of them shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

import dagster as dg

from dagster_project.keys import PROFILES

if TYPE_CHECKING:
    from gtr_core.catalog import Table, TableProfile

__all__ = ["PARTITIONS", "TABLES", "mark_failed", "profile_event", "register_tables", "wanted_events"]

PARTITIONS = "gtr_tables"

TABLES = dg.DynamicPartitionsDefinition(name=PARTITIONS)


def register_tables(instance: dg.DagsterInstance, tables: Iterable[Table]) -> tuple[int, int]:
    """Make the tables that are not hidden the partitions; return how many were added and removed."""
    wanted = {table.id for table in tables if not table.hidden}
    known = set(instance.get_dynamic_partitions(PARTITIONS))
    if wanted - known:
        instance.add_dynamic_partitions(PARTITIONS, sorted(wanted - known))
    for gone in sorted(known - wanted):
        instance.delete_dynamic_partition(PARTITIONS, gone)
    return len(wanted - known), len(known - wanted)


def profile_event(profile: TableProfile, *, unchanged: bool) -> dg.AssetMaterialization:
    """The materialisation of one table's profile. Counts only, and few: there is one such event a table."""
    return dg.AssetMaterialization(
        asset_key=PROFILES,
        partition=profile.table,
        metadata={
            "rows_looked_at": profile.rows,
            "columns": len(profile.columns),
            "columns_personal": sum(column.personal for column in profile.columns),
            "sampled": profile.sampled,
            "unchanged": unchanged,
            "seconds": round(profile.seconds, 3),
            **({"limits": dg.MetadataValue.md(_listed(profile.limits))} if profile.limits else {}),
        },
        tags={"dagster/data_version": f"{profile.fingerprint}{profile.altered or profile.profiled_at or ''}"[:255]},
    )


def wanted_events(
    instance: dg.DagsterInstance, profiles: Collection[TableProfile], unchanged: Collection[str]
) -> list[TableProfile]:
    """Profiles of which the instance does not know yet: new ones, and those that it has never heard of."""
    known = instance.get_materialized_partitions(PROFILES) if unchanged else set()
    fresh = [profile for profile in profiles if profile.stale is None]
    return [profile for profile in fresh if profile.table not in unchanged or profile.table not in known]


def mark_failed(context: dg.AssetExecutionContext, tables: Sequence[str]) -> None:
    """Have Dagster show these partitions as failed when the run has.

    A partition counts as failed that a failed run planned and did not materialise. Runs for a range plan each of its
    partitions; a run of the whole build plans none, since it cannot know before which tables have changed.
    """
    from dagster._core.events import AssetMaterializationPlannedData, DagsterEvent

    for table in tables:
        planned = AssetMaterializationPlannedData(PROFILES, partition=table)
        event = DagsterEvent.build_asset_materialization_planned_event(
            context.job_name, context.get_step_execution_context().step.key, planned
        )
        context.instance.report_dagster_event(event, context.run_id)


def _listed(sentences: Sequence[str]) -> str:
    most = 20
    more = [f"- and {len(sentences) - most} more"] if len(sentences) > most else []
    return "\n".join([f"- {sentence}" for sentence in sentences[:most]] + more)
