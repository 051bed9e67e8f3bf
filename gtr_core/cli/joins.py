"""``gtr joins``: the joins of the context."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.diagrams import dbml, mermaid
from gtr_core.cli.join_rows import JOIN_COLUMNS, join_rows
from gtr_core.cli.options import Json, ProjectDir, Quiet, SnapshotDir
from gtr_core.cli.output import notice, show_table, show_text, write_json
from gtr_core.schemas.catalog_form import join_to_json

if TYPE_CHECKING:
    from gtr_core.context.graph import ContextGraph

__all__ = ["Format", "command"]


class Format(StrEnum):
    """Forms in which joins are written."""

    table = "table"
    json = "json"
    dbml = "dbml"
    mermaid = "mermaid"


def command(
    form: Annotated[Format, typer.Option("--format", help="How to write them.")] = Format.table,
    write_dbt: Annotated[
        Path | None,
        typer.Option(help="Write the joins that no test states to this file, as dbt tests for review.", dir_okay=False),
    ] = None,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the joins of the context as they were measured."""
    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    graph = open_current(settings, quiet=quiet).graph
    joins = [join_to_json(edge) for edge in graph.joins]
    if write_dbt is not None:
        _write_tests(graph, write_dbt, quiet=quiet)
    if as_json or form is Format.json:
        write_json({"joins": joins})
    elif form is Format.dbml:
        show_text(dbml(graph))
    elif form is Format.mermaid:
        show_text(mermaid(graph))
    else:
        show_table(JOIN_COLUMNS, join_rows(joins), (6, 7))


def _write_tests(graph: ContextGraph, path: Path, *, quiet: bool) -> None:
    from gtr_core.cli.exceptions import UnwritableFileError
    from gtr_core.joins.dbt_tests import dbt_tests

    text, left_out = dbt_tests(graph.joins, {table.id: table for table in graph.tables})
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableFileError(str(path), error.strerror or "it cannot be written") from error
    for edge in left_out:
        notice(f"Left out, since dbt's own test cannot state it: {edge}", quiet=quiet)
