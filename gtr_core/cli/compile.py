"""``gtr compile``: a join tree and a query specification to SQL."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.exceptions import UnreadableFileError
from gtr_core.cli.options import Dialect, Json, ProjectDir, Quiet, SnapshotDir
from gtr_core.cli.output import notice, show_text, write_json

__all__ = ["command"]


def command(
    tree: Annotated[Path, typer.Option(help="File of the join tree (gtr schema tree).", show_default=False)],
    spec: Annotated[Path, typer.Option(help="File of the query specification (gtr schema spec).", show_default=False)],
    dialect: Dialect = None,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compile a join tree and a query specification to SQL.

    Exits 1 where the compiler refuses, with the reason.
    """
    from gtr_core.compiler import compile_query, spec_from_json
    from gtr_core.schemas.tree_form import tree_from_json

    settings, given = settings_of(project_dir, {"snapshot_dir": snapshot_dir, "dialect": dialect})
    graph = open_current(settings, quiet=quiet).graph
    read_tree = tree_from_json(_document(tree), graph)
    read_spec = spec_from_json(_document(spec))
    compiled = compile_query(read_tree, read_spec, graph, str(given.get("dialect") or graph.dialect))
    if as_json:
        verdicts = [verdict.to_json() for verdict in compiled.verdicts]
        write_json({"sql": compiled.sql or None, "columns": list(compiled.columns), "verdicts": verdicts})
    else:
        for verdict in compiled.verdicts:
            notice(f"{verdict.kind} ({verdict.action}): {verdict.text}", quiet=quiet)
        if compiled.sql:
            show_text(compiled.sql)
    if compiled.refused:
        raise typer.Exit(1)


def _document(path: Path) -> object:
    try:
        document: object = json.loads(path.read_bytes())
    except OSError as error:
        raise UnreadableFileError(str(path), error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError(str(path), str(error)) from error
    return document
