"""``gtr dbt``: what GTR reads from a dbt project, without a warehouse."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from gtr_core.cli.context import settings_of
from gtr_core.cli.options import Json, ProjectDir, Quiet
from gtr_core.cli.output import notice, show_table, show_text, write_json

__all__ = ["app", "check"]

app = typer.Typer(help="Read a dbt project's artifacts without building.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Read a dbt project's artifacts without building."""


@app.command("check")
def check(
    manifest: Annotated[
        Path | None, typer.Option(help="dbt's manifest.json (default: target/manifest.json).", show_default=False)
    ] = None,
    catalog: Annotated[
        Path | None, typer.Option(help="dbt's catalog.json (default: beside the manifest).", show_default=False)
    ] = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what GTR reads from the artifacts: tables, joins, keys, metrics, and what is left out and why."""
    from gtr_core.build.sources import read_sources
    from gtr_core.dbt import check as understood

    settings, _ = settings_of(project_dir, {"manifest": manifest, "catalog": catalog})
    read = read_sources(settings).catalog
    form = understood(read)
    if as_json:
        write_json(form)
        return
    show_table(
        ("table", "relation", "kind"),
        [(table["unique_id"], table["relation"], table["kind"]) for table in form["tables"]],
    )
    show_table(
        ("child", "columns", "parent", "columns", "role", "origins"),
        [
            (join["child"], ", ".join(join["child_columns"]), join["parent"], ", ".join(join["parent_columns"]),
             join["role"], ", ".join(join["origins"]))
            for join in form["joins"]
        ],
    )  # fmt: skip
    by_origin = Counter(origin for join in form["joins"] for origin in join["origins"])
    origins = ", ".join(f"{count} {origin}" for origin, count in sorted(by_origin.items()))
    show_text(f"{len(form['tables'])} tables, {len(form['joins'])} joins{f' ({origins})' if origins else ''}")
    show_text(f"{len(form['keys'])} keys, {len(form['metrics'])} metrics")
    reasons: dict[str, list[str]] = {}
    for left_out in form["left_out"]:
        reasons.setdefault(left_out["reason"], []).append(left_out["unique_id"])
    for reason, nodes in sorted(reasons.items()):
        show_text(f"Left out, {reason} ({len(nodes)}): {', '.join(nodes)}")
    for warning in form["warnings"]:
        notice(f"Warning: {warning}", quiet=quiet)
