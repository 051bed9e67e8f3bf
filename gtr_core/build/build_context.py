"""A whole build: from the project and its warehouse to a published snapshot."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from gtr_core.build.embeddings import embed_tables
from gtr_core.build.exceptions import NothingToBuildError
from gtr_core.build.former import journal_of, read_former
from gtr_core.build.graph_assembly import assemble_graph
from gtr_core.build.language_model import language_model
from gtr_core.build.measured_joins import measure_joins
from gtr_core.build.mined_sql import mined_sql
from gtr_core.build.partial_refresh import part_to_refresh
from gtr_core.build.profiles import profile_tables
from gtr_core.build.progress import Progress, Silent
from gtr_core.build.publishing import publish
from gtr_core.build.reconciliation import reconcile
from gtr_core.build.report import BuildReport
from gtr_core.build.settings import BuildSettings
from gtr_core.build.sources import read_sources
from gtr_core.build.warehouse_access import open_warehouse, profiling_settings
from gtr_core.joins.reviewed import REVIEWS_FILE, read_reviews

__all__ = ["build_context"]


def build_context(settings: BuildSettings, progress: Progress | None = None) -> BuildReport:
    """Build a context and publish it; the same steps as the Dagster assets, one after the other.

    What fails for one table is reported for that table. Until the last step nothing of the store changes. Under
    ``settings.refresh`` only what is selected is built anew (see ``part_to_refresh``); the report tells of it alone.

    Raises:
        DbtError: The project's artifacts or its profile cannot be used.
        WarehouseError: The warehouse does not answer.
        NothingToBuildError: None of the project's tables exists.
        SnapshotWriteError: The snapshot could not be written.
    """
    progress = progress or Silent()
    clock = _Clock()
    profiling = profiling_settings(settings)
    with clock("read"):
        progress.step("reading dbt artifacts")
        sources = read_sources(settings)
    with clock("connect"):
        progress.step("connecting to the warehouse")
        warehouse = open_warehouse(settings)
    with warehouse:
        with clock("reconcile"):
            progress.step("listing the warehouse's tables")
            part = part_to_refresh(settings, sources, reconcile(sources.catalog, warehouse), profiling)
        if not part.refreshed:
            declared = len(sources.catalog.tables) if sources.selected is None else len(sources.selected)
            raise NothingToBuildError(declared, settings.refresh or settings.select)
        with clock("profile"):
            former = read_former(settings, warehouse, part.refreshed, profiling)
            profiled = profile_tables(
                warehouse,
                part.refreshed,
                profiling,
                settings.threads,
                progress,
                former=former,
                budget_s=settings.profile_budget_s,
            )
        with clock("joins"):
            mined, unread = mined_sql(settings, warehouse)
            measured = measure_joins(
                warehouse,
                part.catalog,
                progress,
                former=former,
                unchanged=profiled.unchanged,
                kept=part.kept,
                reviews=read_reviews(settings.project_dir / REVIEWS_FILE),
                infer=settings.infer_joins,
                mined=mined,
                budget_s=settings.infer_budget_s,
                model=language_model(settings, warehouse),
            )
    with clock("graph"):
        progress.step("assembling the context graph")
        graph = assemble_graph(part.catalog, measured.joins, {**part.kept.profiles, **profiled.profiles}, measured.keys)
    with clock("embed"):
        embedded = embed_tables(graph, settings.encoder, progress, former=former)
    failed = part.failed + profiled.failed + measured.failed
    with clock("publish"), former.journal or journal_of(settings):
        progress.step("publishing")
        published = publish(
            settings,
            sources,
            graph,
            embedded,
            failed=failed + part.kept.failed,
            warnings=sources.catalog.warnings + part.warnings + unread + measured.warnings + warehouse.warnings,
            warehouse_state=former.state,
            inference=measured.inference,
            kept=part.kept,
        )
    return BuildReport(
        snapshot_id=published.info.id,
        counts=published.info.counts,
        failed=failed,
        left_out=published.info.left_out,
        warnings=published.info.warnings,
        seconds=clock.seconds,
        pruned=published.pruned,
        unchanged=len(profiled.unchanged),
        outside_selection=len(part.kept.tables),
    )


class _Clock:
    """Wall-clock seconds by step."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[step] = time.perf_counter() - start
