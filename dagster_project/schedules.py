"""When the context is built anew."""

from __future__ import annotations

import dagster as dg

from dagster_project.assets import context_assets

__all__ = ["build_context_job", "nightly_build"]

build_context_job = dg.define_asset_job(
    "build_context",
    selection=dg.AssetSelection.assets(context_assets),
    description="Build the context from the dbt project and its warehouse, and publish it.",
)

# Stopped until somebody switches it on: only they know when their dbt run is done.
nightly_build = dg.ScheduleDefinition(
    name="nightly_build",
    job=build_context_job,
    cron_schedule="0 5 * * *",
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="Every day at five in the morning.",
)
