"""The profiles as an asset with one partition a table: any table can be profiled alone, or a range in one run."""

# No `from __future__ import annotations` here: Dagster reads the annotations of `context` and of resources as objects.

from collections.abc import Iterator, Sequence

import dagster as dg

from dagster_project.failures import as_dagster_failures
from dagster_project.keys import CATALOG, PROFILES
from dagster_project.metadata import profiles_metadata
from dagster_project.options import WAREHOUSE_POOL, Options
from dagster_project.partitions import TABLES, profile_event
from dagster_project.resources import GtrProject
from dagster_project.run_log import RunLog
from gtr_core.context.snapshot_info import FailedTable

__all__ = ["ProfilingConfig", "profiles_asset", "tables_failed"]

_NAMED = 20


class ProfilingConfig(dg.Config):
    """What a run of the profiles may be told.

    Attributes:
        full_refresh: Profile the tables though nothing tells that they have changed.
    """

    full_refresh: bool = False


def profiles_asset(options: Options) -> dg.AssetsDefinition:
    """The asset ``gtr/profiles``: profiles wait in the snapshot store for the next build to publish them."""

    @dg.asset(
        key=PROFILES,
        deps=[CATALOG, *options.upstream],
        description=(
            "What a sample of each table's rows says of its columns; a partition a table. What is profiled here is "
            "published by the next run of the job build_context."
        ),
        kinds={"sql", "gtr"},
        partitions_def=TABLES,
        backfill_policy=dg.BackfillPolicy.single_run(),
        # An event is yielded for each table; a table that fails has none.
        output_required=False,
        pool=WAREHOUSE_POOL,
        **options.described(),
    )
    def gtr_profiles(
        context: dg.AssetExecutionContext, config: ProfilingConfig, gtr_project: GtrProject
    ) -> Iterator[object]:
        from gtr_core.build.former import read_former
        from gtr_core.build.profiles import profile_tables
        from gtr_core.build.reconciliation import NOT_IN_WAREHOUSE, reconcile
        from gtr_core.build.sources import read_sources
        from gtr_core.build.warehouse_access import profiling_settings

        log = RunLog(context.log)
        wanted = set(context.partition_keys)
        with as_dagster_failures(context.retry_number, options.retries, options.retry_wait_s):
            settings = gtr_project.settings(full_refresh=config.full_refresh)
            sources = read_sources(settings)
            with gtr_project.warehouse.open(settings) as warehouse:
                reconciled = reconcile(sources.catalog, warehouse)
                tables = [table for table in reconciled.catalog.tables if table.id in wanted and not table.hidden]
                profiling = profiling_settings(settings)
                former = read_former(settings, warehouse, tables, profiling)
                profiled = profile_tables(
                    warehouse,
                    tables,
                    profiling,
                    settings.threads,
                    log,
                    former=former,
                    budget_s=settings.profile_budget_s,
                )
            if former.journal is not None:
                former.journal.flush()
        for profile in profiled.profiles.values():
            if profile.stale is None:
                yield profile_event(profile, unchanged=profile.table in profiled.unchanged)
        missing = [
            FailedTable(table, NOT_IN_WAREHOUSE, "Neither the project nor the warehouse has it; run the catalog first.")
            for table in sorted(wanted - {table.id for table in tables})
        ]
        failed = (*profiled.failed, *missing)
        if failed:
            raise tables_failed(failed, len(wanted), profiles_metadata(profiled, len(tables), log.lap()))

    return gtr_profiles


def tables_failed(failed: Sequence[FailedTable], of: int, metadata: object) -> dg.Failure:
    """The error that ends a run red: it names the tables, and what is done already stands."""
    named = "; ".join(f"{one.table}: {one.text or one.reason}" for one in failed[:_NAMED])
    more = f"; and {len(failed) - _NAMED} more" if len(failed) > _NAMED else ""
    return dg.Failure(
        f"{len(failed)} of {of} tables failed; the rest is done. {named}{more}",
        metadata=dict(metadata) if isinstance(metadata, dict) else None,
        allow_retries=False,
    )
