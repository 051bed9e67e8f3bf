"""``gtr tables``: the tables of the context."""

from __future__ import annotations

from typing import Annotated

import typer

from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.options import Json, ProjectDir, Quiet, SnapshotDir
from gtr_core.cli.output import show_table, show_text, write_json
from gtr_core.schemas.catalog_form import table_summary

__all__ = ["command"]


def command(
    every: Annotated[bool, typer.Option("--all", help="Hidden tables too.", show_default=False)] = False,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the tables of the context."""
    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    graph = open_current(settings, quiet=quiet).graph
    shown = [table for table in graph.tables if every or not table.hidden]
    summaries = [table_summary(graph, table) for table in shown]
    if as_json:
        write_json({"tables": summaries})
        return
    show_table(
        ("table", "rows", "columns", "joins", "description"),
        [
            (table["table"], table["rows"], table["columns"], table["joins"], _first_line(table["description"]))
            for table in summaries
        ],
        (1, 2, 3),
    )
    hidden = len(graph.tables) - len(shown)
    if hidden:
        show_text(f"{hidden} hidden tables are not shown (--all).")


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0]
