"""``gtr joins``: the joins of the context."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.diagrams import dbml, mermaid
from gtr_core.cli.join_rows import JOIN_COLUMNS, join_rows
from gtr_core.cli.options import Json, ProjectDir, Quiet, SnapshotDir
from gtr_core.cli.output import show_table, show_text, write_json
from gtr_core.schemas.catalog_form import join_to_json

__all__ = ["Format", "command"]


class Format(StrEnum):
    """Forms in which joins are written."""

    table = "table"
    json = "json"
    dbml = "dbml"
    mermaid = "mermaid"


def command(
    form: Annotated[Format, typer.Option("--format", help="How to write them.")] = Format.table,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the joins of the context as they were measured."""
    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    graph = open_current(settings, quiet=quiet).graph
    joins = [join_to_json(edge) for edge in graph.joins]
    if as_json or form is Format.json:
        write_json({"joins": joins})
    elif form is Format.dbml:
        show_text(dbml(graph))
    elif form is Format.mermaid:
        show_text(mermaid(graph))
    else:
        show_table(JOIN_COLUMNS, join_rows(joins), (6, 7))
