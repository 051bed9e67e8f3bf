"""When the context is built anew, by the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dagster as dg

from dagster_project.keys import CATALOG, CONTEXT
from dagster_project.options import Options

if TYPE_CHECKING:
    from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

__all__ = ["JOB", "build_context_job", "nightly_build"]

JOB = "build_context"


def build_context_job() -> UnresolvedAssetJobDefinition:
    """The whole build in one run: the catalog, then all that is made of it. Tables that changed are profiled in it."""
    return dg.define_asset_job(
        JOB,
        selection=dg.AssetSelection.assets(CATALOG, *CONTEXT),
        description=(
            "Build the context from the dbt project and its warehouse, and publish it. Tables that have changed are "
            "profiled in this run, so that gtr/profiles need not be there before (Dagster asks once, confirm it). One "
            "that fails does not stop the rest, and ends the run red when all else is published."
        ),
        # The build works with threads of its own; a process for each of its steps would only cost their start.
        executor_def=dg.in_process_executor,
    )


def nightly_build(options: Options, job: UnresolvedAssetJobDefinition) -> dg.ScheduleDefinition:
    """Stopped until somebody switches it on: only they know when their dbt run is done."""
    return dg.ScheduleDefinition(
        name="nightly_build",
        job=job,
        cron_schedule=options.cron,
        execution_timezone=options.time_zone,
        default_status=dg.DefaultScheduleStatus.STOPPED,
        description=f"Builds the context by the clock: {options.cron} ({options.time_zone}).",
    )
