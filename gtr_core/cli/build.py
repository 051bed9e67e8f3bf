"""``gtr build``: the context from the project and its warehouse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gtr_core.build.report import BuildReport
from gtr_core.cli.build_progress import shown_progress
from gtr_core.cli.context import settings_of
from gtr_core.cli.options import Json, Profile, ProfilesDir, ProjectDir, Quiet, SnapshotDir, Target
from gtr_core.cli.output import notice, show_table, show_text, write_json

__all__ = ["command", "show_report"]


def command(
    manifest: Annotated[
        Path | None, typer.Option(help="dbt's manifest.json (default: target/manifest.json).", show_default=False)
    ] = None,
    catalog: Annotated[
        Path | None, typer.Option(help="dbt's catalog.json (default: beside the manifest).", show_default=False)
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(help="dbt node selections; may be repeated.", show_default=False)
    ] = None,
    values: Annotated[
        str | None, typer.Option(help="Which values are kept: none, codes or all.", show_default=False)
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Tables profiled at a time.", show_default=False)] = None,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: Target = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build the context from the dbt project and its warehouse, and publish it.

    Exits 5 where some tables failed; the report names them, and the rest is published.
    """
    from gtr_core.build.build_context import build_context

    settings, _ = settings_of(
        project_dir,
        {
            "manifest": manifest,
            "catalog": catalog,
            "select": select or None,
            "values": values,
            "threads": threads,
            "snapshot_dir": snapshot_dir,
            "profiles_dir": profiles_dir,
            "profile": profile,
            "target": target,
        },
    )
    with shown_progress(quiet=quiet) as progress:
        report = build_context(settings, progress)
    if as_json:
        write_json(report.to_json())
    else:
        show_report(report)
    if report.exit_code:
        notice(f"Done in part: {len(report.failed)} failed.", quiet=quiet)
    raise typer.Exit(report.exit_code)


def show_report(report: BuildReport) -> None:
    """What was built, what was left out, and what failed."""
    show_text(f"Snapshot {report.snapshot_id}", "bold")
    show_table(("what", "number"), [(name.replace("_", " "), f"{n:,}") for name, n in report.counts.items()], (1,))
    for reason, number in report.left_out.items():
        show_text(f"Left out: {number} {reason}")
    for warning in report.warnings:
        show_text(f"Warning: {warning}", "yellow")
    for failure in report.failed:
        show_text(f"Failed: {failure.table}: {failure.reason}: {failure.text}", "red")
    steps = ", ".join(f"{step} {seconds:.2f} s" for step, seconds in report.seconds.items())
    show_text(f"{sum(report.seconds.values()):.2f} s: {steps}")
