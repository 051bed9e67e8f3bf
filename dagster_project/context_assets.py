"""The context as assets: value samples, joins, graph, value index, embeddings, and the snapshot that questions read."""

# No `from __future__ import annotations` here: Dagster reads the annotations of `context` and of resources as objects.

from collections.abc import Iterator
from contextlib import nullcontext

import dagster as dg

from dagster_project.automation import context_condition
from dagster_project.checks import (
    check_specs,
    columns_remain,
    encoder_unchanged,
    every_table_taken_in,
    few_orphans,
    graph_usable,
    joins_hold,
)
from dagster_project.failures import as_dagster_failures
from dagster_project.inspection import Inspection, Refused
from dagster_project.keys import CATALOG, EMBEDDINGS, GRAPH, INDEX, JOINS, PROFILES, SNAPSHOT, VALUES
from dagster_project.metadata import (
    embeddings_metadata,
    graph_metadata,
    index_metadata,
    joins_metadata,
    profiles_metadata,
    snapshot_metadata,
    values_metadata,
)
from dagster_project.options import WAREHOUSE_POOL, Options
from dagster_project.partitions import mark_failed, profile_event, register_tables, wanted_events
from dagster_project.profiles_asset import tables_failed
from dagster_project.resources import GtrProject
from dagster_project.run_log import RunLog

__all__ = ["context_assets"]

_DESCRIBED = (
    (
        VALUES,
        (CATALOG, PROFILES),
        {"gtr"},
        "Values of codes, categories and names that are kept; of personal columns none.",
    ),
    (
        JOINS,
        (CATALOG, PROFILES),
        {"sql", "gtr"},
        "Joins that somebody declares or the data show, each measured on the data.",
    ),
    (GRAPH, (JOINS, PROFILES), {"gtr"}, "Tables under readable names, with their joins, keys, metrics and profiles."),
    (INDEX, (GRAPH, VALUES), {"gtr"}, "Which words mean which table, column or value."),
    (EMBEDDINGS, (GRAPH,), {"gtr", "onnx"}, "What each table could answer, as a vector."),
    (SNAPSHOT, (INDEX, EMBEDDINGS), {"parquet", "gtr"}, "The published snapshot: what asking reads, and all of it."),
)


def context_assets(options: Options) -> dg.AssetsDefinition:
    """The operation ``build_and_publish``: all that is made of profiles, up to the snapshot.

    One operation, since what one step hands to the next stays in memory: the rows' values leave it only as the
    snapshot, by the project's own policy, and under any executor nothing but the snapshot store holds state. Tables
    that have not been profiled since they changed are profiled first, and appear as partitions of the profiles.
    """
    described = options.described()
    freshness = dg.FreshnessPolicy.time_window(fail_window=options.fresh_for) if options.fresh_for else None

    @dg.multi_asset(
        name="build_and_publish",
        specs=[
            dg.AssetSpec(
                key,
                deps=list(deps),
                kinds=kinds,
                description=description,
                freshness_policy=freshness if key == SNAPSHOT else None,
                automation_condition=context_condition() if options.automation else None,
                **described,
            )
            for key, deps, kinds, description in _DESCRIBED
        ],
        check_specs=check_specs(options.checks),
        pool=WAREHOUSE_POOL,
    )
    def build_and_publish(context: dg.AssetExecutionContext, gtr_project: GtrProject) -> Iterator[object]:
        from gtr_core.build.embeddings import embed_tables
        from gtr_core.build.exceptions import NothingToBuildError
        from gtr_core.build.former import read_former
        from gtr_core.build.graph_assembly import assemble_graph
        from gtr_core.build.language_model import language_model
        from gtr_core.build.measured_joins import measure_joins
        from gtr_core.build.mined_sql import mined_sql
        from gtr_core.build.profiles import profile_tables
        from gtr_core.build.publishing import publish
        from gtr_core.build.reconciliation import reconcile
        from gtr_core.build.sources import read_sources
        from gtr_core.build.warehouse_access import profiling_settings
        from gtr_core.joins.reviewed import REVIEWS_FILE, read_reviews

        log = RunLog(context.log)
        with as_dagster_failures(context.retry_number, options.retries, options.retry_wait_s):
            settings = gtr_project.settings()
            log.step("reading dbt artifacts")
            sources = read_sources(settings)
            with gtr_project.warehouse.open(settings) as warehouse:
                log.step("listing the warehouse's tables")
                reconciled = reconcile(sources.catalog, warehouse)
                tables = reconciled.catalog.tables
                if not tables:
                    raise NothingToBuildError(len(sources.catalog.tables))
                register_tables(context.instance, tables)
                profiling = profiling_settings(settings)
                former = read_former(settings, warehouse, tables, profiling)
                log.lap()
                profiled = profile_tables(
                    warehouse,
                    tables,
                    profiling,
                    settings.threads,
                    log,
                    former=former,
                    budget_s=settings.profile_budget_s,
                )
                seconds = log.lap()
                new = wanted_events(context.instance, profiled.profiles.values(), profiled.unchanged)
                for profile in new:
                    yield profile_event(profile, unchanged=profile.table in profiled.unchanged)
                mark_failed(context, [failure.table for failure in profiled.failed])
                visible = sum(not table.hidden for table in tables)
                of_profiles = profiles_metadata(profiled, visible, seconds)
                yield dg.MaterializeResult(
                    VALUES, metadata={**values_metadata(profiled.profiles), **of_profiles, "seconds": log.lap()}
                )
                mined, unread = mined_sql(settings, warehouse)
                measured = measure_joins(
                    warehouse,
                    reconciled.catalog,
                    log,
                    former=former,
                    unchanged=profiled.unchanged,
                    reviews=read_reviews(settings.project_dir / REVIEWS_FILE),
                    infer=settings.infer_joins,
                    mined=mined,
                    budget_s=settings.infer_budget_s,
                    model=language_model(settings, warehouse),
                )
                aside = unread + measured.warnings + warehouse.warnings
            of_joins = joins_metadata(measured, log.lap())
            graph = assemble_graph(reconciled.catalog, measured.joins, profiled.profiles, measured.keys)
            yield dg.MaterializeResult(
                JOINS,
                metadata=of_joins,
                check_results=[joins_hold(graph), few_orphans(graph, options.checks.orphan_rate)],
            )
            usable = graph_usable(graph)
            yield dg.MaterializeResult(
                GRAPH,
                metadata=graph_metadata(graph, former.snapshot, log.lap()),
                check_results=[usable, columns_remain(graph, former.snapshot)],
            )
            if not usable.passed:
                raise dg.Failure(f"Nothing was published: {usable.description} The former snapshot is still current.")
            embedded = embed_tables(graph, settings.encoder, log, former=former)
            yield dg.MaterializeResult(
                EMBEDDINGS,
                metadata=embeddings_metadata(embedded, log.lap()),
                check_results=[encoder_unchanged(embedded.encoder_name, former.snapshot)],
            )
            log.step("publishing")
            inspection = Inspection(settings.project_dir, options.checks)
            failed = reconciled.failed + profiled.failed + measured.failed
            try:
                with former.journal or nullcontext():
                    published = publish(
                        settings,
                        sources,
                        graph,
                        embedded,
                        failed=failed,
                        warnings=sources.catalog.warnings + reconciled.warnings + aside,
                        warehouse_state=former.state,
                        inference=measured.inference,
                        inspect=inspection,
                    )
            except Refused as refused:
                yield from inspection.results
                raise dg.Failure(
                    f"Nothing was published: {refused} The former snapshot is still current.", allow_retries=False
                ) from refused
        yield dg.MaterializeResult(INDEX, metadata=index_metadata(published.info))
        yield dg.MaterializeResult(
            SNAPSHOT,
            metadata={
                **snapshot_metadata(published, former.snapshot, str(settings.snapshot_dir), log.lap()),
                "coverage": of_profiles["coverage"],
                "seconds": log.total(),
            },
            check_results=[*inspection.results, every_table_taken_in(published.info.failed)],
            data_version=dg.DataVersion(published.info.id),
        )
        if profiled.failed:
            raise tables_failed(profiled.failed, visible, of_profiles)

    return build_and_publish
