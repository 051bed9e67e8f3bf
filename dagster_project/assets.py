"""The context as assets: what dbt declares, what the data say, and the snapshot that questions read."""

# No `from __future__ import annotations` here: Dagster reads the annotations of `context` and of resources as objects.

from collections.abc import Iterator

import dagster as dg

from dagster_project.checks import EVERY_TABLE, GRAPH_USABLE, every_table_taken_in, graph_usable
from dagster_project.failures import as_dagster_failures
from dagster_project.keys import CATALOG, JOINS, MANIFEST, PROFILES, SNAPSHOT
from dagster_project.metadata import catalog_metadata, joins_metadata, profiles_metadata, snapshot_metadata
from dagster_project.resources import GtrProject
from dagster_project.run_log import RunLog

__all__ = ["context_assets"]

_SPECS = (
    dg.AssetSpec(
        CATALOG,
        deps=[MANIFEST],
        description="Tables, keys, joins and metrics that the dbt project declares, as the warehouse has them.",
    ),
    dg.AssetSpec(PROFILES, deps=[CATALOG], description="What a sample of each table's rows says of its columns."),
    dg.AssetSpec(JOINS, deps=[PROFILES], description="The context graph: declared joins, each measured on the data."),
    dg.AssetSpec(
        SNAPSHOT,
        deps=[JOINS],
        description="The published snapshot, with value index and embeddings: what asking reads.",
    ),
)


@dg.multi_asset(
    name="build_and_publish",
    specs=[spec.replace_attributes(group_name="gtr", kinds={"gtr"}) for spec in _SPECS],
    check_specs=[
        dg.AssetCheckSpec(
            GRAPH_USABLE,
            asset=JOINS,
            blocking=True,
            description="There are tables, and joins that were measured. Else nothing is published.",
        ),
        dg.AssetCheckSpec(EVERY_TABLE, asset=SNAPSHOT, description="No table failed in the build."),
    ],
)
def context_assets(context: dg.AssetExecutionContext, project: GtrProject) -> Iterator[dg.MaterializeResult[None]]:
    """Build the context step by step; the same functions as ``gtr build``.

    One operation, since what one step hands to the next stays in memory: the rows' values leave it only as the
    snapshot, by the project's own policy, and under any executor nothing but the snapshot store holds state.
    """
    from gtr_core.build.embeddings import embed_tables
    from gtr_core.build.exceptions import NothingToBuildError
    from gtr_core.build.former import journal_of, read_former
    from gtr_core.build.graph_assembly import assemble_graph
    from gtr_core.build.measured_joins import measure_joins
    from gtr_core.build.profiles import profile_tables
    from gtr_core.build.publishing import publish
    from gtr_core.build.reconciliation import reconcile
    from gtr_core.build.sources import read_sources
    from gtr_core.build.warehouse_access import open_warehouse, profiling_settings
    from gtr_core.joins.reviewed import REVIEWS_FILE, read_reviews

    log = RunLog(context.log)
    with as_dagster_failures():
        settings = project.settings()
        log.step("reading dbt artifacts")
        sources = read_sources(settings)
        with open_warehouse(settings) as warehouse:
            log.step("listing the warehouse's tables")
            reconciled = reconcile(sources.catalog, warehouse)
            if not reconciled.catalog.tables:
                raise NothingToBuildError(len(sources.catalog.tables))
            yield dg.MaterializeResult(CATALOG, metadata=catalog_metadata(sources, reconciled, log.lap()))
            tables = reconciled.catalog.tables
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
            yield dg.MaterializeResult(PROFILES, metadata=profiles_metadata(profiled, log.lap()))
            measured = measure_joins(
                warehouse,
                reconciled.catalog,
                log,
                former=former,
                unchanged=profiled.unchanged,
                reviews=read_reviews(settings.project_dir / REVIEWS_FILE),
                queries=settings.queries,
                infer=settings.infer_joins,
            )
            aside = warehouse.warnings
        graph = assemble_graph(reconciled.catalog, measured.joins, profiled.profiles)
        usable = graph_usable(graph)
        yield dg.MaterializeResult(JOINS, metadata=joins_metadata(measured, log.lap()), check_results=[usable])
        if not usable.passed:
            raise dg.Failure(f"Nothing was published: {usable.description} The former snapshot is still current.")
        embedded = embed_tables(graph, settings.encoder, log, former=former)
        log.step("publishing")
        with journal_of(settings):
            published = publish(
                settings,
                sources,
                graph,
                embedded,
                failed=reconciled.failed + profiled.failed + measured.failed,
                warnings=sources.catalog.warnings + reconciled.warnings + measured.warnings + aside,
                warehouse_state=former.state,
            )
        yield dg.MaterializeResult(
            SNAPSHOT,
            metadata=snapshot_metadata(published, log.lap()),
            check_results=[every_table_taken_in(published.info.failed)],
            data_version=dg.DataVersion(published.info.id),
        )
