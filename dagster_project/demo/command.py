"""``gtr demo``: from an empty folder to an answered question."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gtr_core.errors import ConfigurationError

__all__ = ["DEFAULT_QUESTION", "demo"]

DEFAULT_QUESTION = "Which Indian suppliers are shipping the most to China?"

# With fewer than 80 suppliers (scale factor 0.008) TPC-H offers some parts twice by one supplier, so that its own key
# of partsupp does not hold.
MIN_SCALE = 0.01
MAX_SCALE = 1000.0


def demo(
    directory: Annotated[Path, typer.Option("--dir", help="The demo's folder.")] = Path("gtr_demo"),
    scale: Annotated[
        float | None,
        typer.Option(
            help="TPC-H scale factor of the rows; by default that of the rows there, else 0.01.", show_default=False
        ),
    ] = None,
    question: Annotated[str, typer.Option(help="The question to ask.")] = DEFAULT_QUESTION,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document on stdout, as of gtr ask.", show_default=False)
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress and no notices on stderr.", show_default=False)
    ] = False,
) -> None:
    """Make a TPC-H dbt project on DuckDB, build its context with Dagster, and answer a question over it.

    Run again, it reuses what is there.
    """
    if scale is not None and not MIN_SCALE <= scale <= MAX_SCALE:
        raise ConfigurationError(
            f"A scale factor cannot be {scale:g}.", f"Give --scale a number from {MIN_SCALE:g} to {MAX_SCALE:g}."
        )
    from dagster_project.demo.context import with_context
    from dagster_project.demo.materialisation import PROFILE, TARGET, snapshot_folder
    from dagster_project.demo.preparation import check_packages, claimed, prepare
    from dagster_project.demo.progress import shown_steps
    from gtr_core.cli import ask
    from gtr_core.cli.output import notice, show_text

    check_packages()
    folder = directory.expanduser()
    with shown_steps(quiet=quiet) as say, claimed(folder):
        built = with_context(folder, prepare(folder, scale, say), say)
    if built.failed:
        notice(f"{len(built.failed)} things failed in the build: see `gtr status --project-dir {folder}`.", quiet=quiet)
    if not as_json:
        show_text(f"\n{question}", "bold")
    ask.command(
        question,
        run=True,
        snapshot_dir=str(snapshot_folder(folder)),
        project_dir=folder,
        profiles_dir=folder,
        profile=PROFILE,
        target=TARGET,
        as_json=as_json,
        quiet=quiet,
    )
