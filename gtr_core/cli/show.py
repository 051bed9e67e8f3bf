"""``gtr show``: one table, whole."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gtr_core.catalog import Table
from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.exceptions import AmbiguousTableNameError, UnknownTableNameError
from gtr_core.cli.join_rows import JOIN_COLUMNS, join_rows
from gtr_core.cli.options import Json, ProjectDir, Quiet, SnapshotDir
from gtr_core.cli.output import show_table, show_text, write_json
from gtr_core.context.graph import ContextGraph
from gtr_core.schemas.catalog_form import table_to_json

__all__ = ["command", "find_table"]

_VALUES_SHOWN = 5


def command(
    table: Annotated[str, typer.Argument(help="Id or name of the table.", show_default=False)],
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show one table: columns, profiles, keys, joins."""
    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    graph = open_current(settings, quiet=quiet).graph
    form = table_to_json(graph, find_table(graph, table))
    if as_json:
        write_json(form)
        return
    show_text(form["table"], "bold")
    rows = "rows unknown" if form["rows"] is None else f"{form['rows']:,} rows"
    show_text(f"{form['relation']}, {form['kind']}, {rows}{', hidden' if form['hidden'] else ''}")
    if form["description"]:
        show_text(form["description"])
    for line in _standing(form):
        show_text(line)
    show_table(
        ("column", "type", "meaning", "nulls", "distinct", "values", "description"),
        [_column_row(column) for column in form["columns"]],
        (3, 4),
    )
    for key in form["keys"]:
        kind = "Primary key" if key["primary"] else "Key"
        show_text(f"{kind}: {', '.join(key['columns'])} ({key['origin']})")
    for limit in form["limits"]:
        show_text(f"Limit: {limit}")
    if form["metrics"]:
        show_text(f"Metrics: {', '.join(form['metrics'])}")
    if form["joins"]:
        show_table(JOIN_COLUMNS, join_rows(form["joins"]))


def _standing(form: dict[str, Any]) -> list[str]:
    """Where a table stands in its project, and why it is preferred or another is."""
    reasons = "; ".join(form["preference_reasons"])
    lines = [f"Preference {form['preference']:.2f}{f': {reasons}' if reasons else ''}"]
    if form["preferred"]:
        lines.append(f"Preferred over it: {form['preferred']}")
    named = (("Same relation or older version", "also"), ("Owners", "owners"), ("Exposures", "exposures"))
    return lines + [f"{title}: {', '.join(form[key])}" for title, key in named if form[key]]


def find_table(graph: ContextGraph, name: str) -> Table:
    """The table of that id, else the only one that is called so.

    Raises:
        UnknownTableNameError, AmbiguousTableNameError: None, or several.
    """
    if name in graph.positions:
        return graph.table(name)
    wanted = name.casefold()
    found = [
        table for table in graph.tables
        if wanted in {called.casefold() for called in (table.name, table.relation.identifier, table.alias, table.label)
                      if called}
    ]  # fmt: skip
    visible = [table for table in found if not table.hidden]
    found = visible or found
    if not found:
        raise UnknownTableNameError(name, [*(table.name for table in graph.tables), *graph.positions])
    if len(found) > 1:
        raise AmbiguousTableNameError(name, [table.id for table in found])
    return found[0]


def _column_row(column: dict[str, Any]) -> tuple[object, ...]:
    profile = column["profile"]
    if profile is None:
        return column["name"], column["data_type"], None, None, None, None, column["description"]
    distinct = f"{'' if profile['distinct_exact'] else '~'}{profile['distinct']:,}"
    return (
        column["name"],
        column["data_type"],
        profile["semantic_type"],
        f"{profile['null_share']:.1%}",
        distinct,
        "(personal)" if column["personal"] else _values(profile),
        column["description"],
    )


def _values(profile: dict[str, Any]) -> str:
    values = profile["values"]
    if not values:
        bounds = [bound for bound in (profile["minimum"], profile["maximum"]) if bound is not None]
        return " to ".join(bounds)
    more = len(values) > _VALUES_SHOWN or profile["truncated"]
    return ", ".join(values[:_VALUES_SHOWN]) + (", ..." if more else "")
