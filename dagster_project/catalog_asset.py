"""The catalog as an asset: what the dbt project declares, as the warehouse has it; its tables become partitions."""

# No `from __future__ import annotations` here: Dagster reads the annotations of `context` and of resources as objects.

import dagster as dg

from dagster_project.automation import catalog_condition
from dagster_project.failures import as_dagster_failures
from dagster_project.keys import CATALOG, MANIFEST
from dagster_project.metadata import catalog_metadata
from dagster_project.options import WAREHOUSE_POOL, Options
from dagster_project.partitions import register_tables
from dagster_project.resources import GtrProject
from dagster_project.run_log import RunLog

__all__ = ["catalog_asset"]


def catalog_asset(options: Options) -> dg.AssetsDefinition:
    """The asset ``gtr/catalog``."""

    @dg.asset(
        key=CATALOG,
        deps=[MANIFEST],
        description="Tables, keys, joins and metrics that the dbt project declares, as the warehouse has them.",
        kinds={"dbt", "gtr"},
        pool=WAREHOUSE_POOL,
        automation_condition=catalog_condition() if options.automation else None,
        **options.described(),
    )
    def gtr_catalog(context: dg.AssetExecutionContext, gtr_project: GtrProject) -> dg.MaterializeResult[None]:
        from gtr_core.build.exceptions import NothingToBuildError
        from gtr_core.build.reconciliation import reconcile
        from gtr_core.build.sources import read_sources

        log = RunLog(context.log)
        with as_dagster_failures(context.retry_number, options.retries, options.retry_wait_s):
            settings = gtr_project.settings()
            log.step("reading dbt artifacts")
            sources = read_sources(settings)
            with gtr_project.warehouse.open(settings) as warehouse:
                log.step("listing the warehouse's tables")
                reconciled = reconcile(sources.catalog, warehouse)
            if not reconciled.catalog.tables:
                raise NothingToBuildError(len(sources.catalog.tables))
            partitions = register_tables(context.instance, reconciled.catalog.tables)
        return dg.MaterializeResult(metadata=catalog_metadata(sources, reconciled, partitions, log.lap()))

    return gtr_catalog
