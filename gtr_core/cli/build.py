"""``gtr build``: the context from the project and its warehouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from gtr_core.build.report import BuildReport
from gtr_core.build.settings import BuildSettings
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
        list[str] | None,
        typer.Option(help="Refresh only these dbt node selections; the rest stays as it is.", show_default=False),
    ] = None,
    values: Annotated[
        str | None, typer.Option(help="Which values are kept: none, codes or all.", show_default=False)
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Tables profiled at a time.", show_default=False)] = None,
    full_refresh: Annotated[bool, typer.Option("--full-refresh", help="Profile unchanged tables too.")] = False,
    max_age: Annotated[
        str | None, typer.Option(help="Profile unchanged tables too once so old, such as 7d.", show_default=False)
    ] = None,
    budget: Annotated[
        str | None, typer.Option(help="Begin no further table after so long, such as 30m.", show_default=False)
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the statements, and read no table.")] = False,
    from_package: Annotated[
        bool, typer.Option("--from-package", help="Read what the dbt package profiled, and no other table.")
    ] = False,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: Target = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build the context from the dbt project and its warehouse, and publish it.

    With --select only what is selected is built anew: all other tables stay as the last snapshot has them.
    What the context holds at all is the setting `select`.

    Exits 5 where some tables failed; the report names them, and the rest is published.
    """
    from gtr_core.build.build_context import build_context

    settings, _ = settings_of(
        project_dir,
        {
            "manifest": manifest,
            "catalog": catalog,
            "values": values,
            "threads": threads,
            "from_package": "on" if from_package else None,
            "profile_max_age": max_age,
            "profile_budget": budget,
            "snapshot_dir": snapshot_dir,
            "profiles_dir": profiles_dir,
            "profile": profile,
            "target": target,
        },
    )
    refresh = tuple(word for selection in select or () for word in selection.split())
    settings = replace(settings, full_refresh=full_refresh, refresh=refresh)
    if dry_run:
        _show_plan(settings, as_json=as_json)
        return
    with shown_progress(quiet=quiet) as progress:
        report = build_context(settings, progress)
    if as_json:
        write_json(report.to_json())
    else:
        show_report(report)
    if report.exit_code:
        notice(f"Done in part: {len(report.failed)} failed.", quiet=quiet)
    raise typer.Exit(report.exit_code)


def _show_plan(settings: BuildSettings, *, as_json: bool) -> None:
    """The statements that a build would send, as SQL that can be run as it stands, costs as comments."""
    from gtr_core.build.plan import plan_build

    plan = plan_build(settings)
    if as_json:
        write_json(plan.to_json())
        return
    for statement in plan.statements:
        cost = f" ({statement.cost})" if statement.cost else ""
        show_text(f"-- {statement.table}: {statement.purpose}{cost}")
        show_text(f"{statement.sql};")
    show_text(f"-- {len(plan.statements)} statements; {plan.unchanged} tables did not change")


def show_report(report: BuildReport) -> None:
    """What was built, what was left out, and what failed."""
    show_text(f"Snapshot {report.snapshot_id}", "bold")
    show_table(("what", "number"), [(name.replace("_", " "), f"{n:,}") for name, n in report.counts.items()], (1,))
    if report.unchanged:
        show_text(f"Unchanged since a former build: {report.unchanged} tables")
    if report.outside_selection:
        show_text(f"As in the former snapshot, since they were not selected: {report.outside_selection} tables")
    for reason, number in report.left_out.items():
        show_text(f"Left out: {number} {reason}")
    for warning in report.warnings:
        show_text(f"Warning: {warning}", "yellow")
    for failure in report.failed:
        show_text(f"Failed: {failure.table}: {failure.reason}: {failure.text}", "red")
    steps = ", ".join(f"{step} {seconds:.2f} s" for step, seconds in report.seconds.items())
    show_text(f"{sum(report.seconds.values()):.2f} s: {steps}")
