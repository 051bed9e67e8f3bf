"""``gtr diff``: what changed from one snapshot to another."""

from __future__ import annotations

from typing import Annotated

import typer

from gtr_core.cli.context import settings_of
from gtr_core.cli.options import Json, ProjectDir, Quiet, SnapshotDir
from gtr_core.cli.output import notice, show_text, write_json
from gtr_core.context.exceptions import NoSnapshotError
from gtr_core.context.store_address import AnyStore, open_store

__all__ = ["command", "resolved_id"]


def command(
    before: Annotated[str, typer.Argument(help="Id of the earlier snapshot, or `previous`.", show_default=False)] = (
        "previous"
    ),
    after: Annotated[str, typer.Argument(help="Id of the later snapshot, or `current`.", show_default=False)] = (
        "current"
    ),
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print the changed part of the graph in Mermaid.")] = False,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say what changed from one snapshot to another, as Markdown: tables, columns, joins, keys, metrics, failures.

    A snapshot is named by its id, by the beginning of one, or as `current` or `previous`.
    """
    from gtr_core.context.difference import difference
    from gtr_core.context.difference_text import difference_markdown, difference_mermaid

    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    store = open_store(settings.snapshot_dir)
    one, other = (store.open(resolved_id(store, name)) for name in (before, after))
    found = difference(one, other)
    if as_json:
        write_json(found.to_json())
    elif mermaid:
        show_text(difference_mermaid(found, one.graph, other.graph))
    else:
        show_text(difference_markdown(found))
    if mermaid and not found.changes:
        notice("Nothing changed.", quiet=quiet)


def resolved_id(store: AnyStore, name: str) -> str:
    """The id that is meant.

    Raises:
        NoSnapshotError: No snapshot is, or more than one.
    """
    if name == "current":
        return store.current_id()
    ids = store.ids()
    if name == "previous":
        current = store.current_id()
        earlier = [one for one in ids if one < current]
        if not earlier:
            raise NoSnapshotError(store.address, name)
        return earlier[-1]
    meant = [one for one in ids if one.startswith(name)] if name not in ids else [name]
    if len(meant) != 1:
        raise NoSnapshotError(store.address, name)
    return meant[0]
