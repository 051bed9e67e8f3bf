"""Materialising the assets in this process, without a Dagster server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dagster_project.demo.exceptions import ContextBuildError

if TYPE_CHECKING:
    import dagster as dg

__all__ = ["PROFILE", "TARGET", "materialise_context", "snapshot_folder"]

PROFILE = "tpch"
TARGET = "demo"


def snapshot_folder(folder: Path) -> Path:
    """The demo's snapshot store."""
    return folder / ".gtr"


def materialise_context(folder: Path) -> None:
    """Materialise all assets over the demo's project.

    Raises:
        ContextBuildError: The run failed; the error holds what the failed step said.
    """
    import dagster as dg

    from dagster_project.deployment import build_gtr_definitions
    from dagster_project.schedules import JOB

    definitions = build_gtr_definitions(
        folder,
        snapshot_dir=str(snapshot_folder(folder)),
        profiles_dir=str(folder),
        profile=PROFILE,
        target=TARGET,
    )
    # An ephemeral instance writes nothing to the home folder and has telemetry off.
    with dg.DagsterInstance.ephemeral() as instance:
        result = definitions.resolve_job_def(JOB).execute_in_process(
            instance=instance,
            # Dagster's own lines would drown ours; what failed is taken from the run's events below.
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            raise_on_error=False,
        )
        if not result.success:
            raise ContextBuildError("\n".join(_said(event) for event in result.get_step_failure_events()))


def _said(event: dg.DagsterEvent) -> str:
    """What a failed step said: the description of a Failure, else the innermost error's message."""
    failure = event.step_failure_data
    if failure.user_failure_data is not None and failure.user_failure_data.description:
        return failure.user_failure_data.description
    error = failure.error
    while error is not None and error.cause is not None:
        error = error.cause
    return error.message if error is not None else event.message or ""
