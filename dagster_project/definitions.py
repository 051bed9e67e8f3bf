"""The code location: what `dagster dev -w workspace.yaml` loads."""

from __future__ import annotations

import dagster as dg

from dagster_project.assets import context_assets
from dagster_project.manifest import dbt_manifest
from dagster_project.resources import GtrProject
from dagster_project.schedules import build_context_job, nightly_build

__all__ = ["definitions"]


@dg.definitions
def definitions() -> dg.Definitions:
    """Assets, checks, job and schedule; they load without a dbt project, which a run alone needs."""
    return dg.Definitions(
        assets=[dbt_manifest, context_assets],
        jobs=[build_context_job],
        schedules=[nightly_build],
        resources={"project": GtrProject()},
        # The build is one step that works with threads of its own; a process for it would only cost its start.
        executor=dg.in_process_executor,
    )
