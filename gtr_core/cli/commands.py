"""The commands of ``gtr``: where each is defined, and its line in the help.

The help lines stand here, so that ``gtr --help`` imports none of the modules.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

__all__ = ["COMMANDS", "ENTRY_POINT_GROUP", "Command", "further_commands"]

ENTRY_POINT_GROUP = "gtr.commands"


@dataclass(frozen=True, slots=True)
class Command:
    """A command of ``gtr``.

    Attributes:
        module: Module that defines it, under the function's name ``command`` (or ``app`` for a group).
        help: Its line in the list of commands.
    """

    module: str
    help: str


COMMANDS: dict[str, Command] = {
    "build": Command("gtr_core.cli.build", "Build the context from the dbt project and its warehouse, and publish it."),
    "ask": Command("gtr_core.cli.ask", "Answer a question with SQL; --run executes it, read-only."),
    "retrieve": Command("gtr_core.cli.retrieve", "Find the tables that answer a question, and how they join."),
    "explain": Command("gtr_core.cli.explain", "Retrieve, and show why: groundings, candidates, choices, times."),
    "ground": Command("gtr_core.cli.ground", "Show what each word of a question was grounded to."),
    "tables": Command("gtr_core.cli.tables", "List the tables of the context."),
    "show": Command("gtr_core.cli.show", "Show one table: columns, profiles, keys, joins."),
    "joins": Command("gtr_core.cli.joins", "List the joins of the context as they were measured."),
    "infer-joins": Command(
        "gtr_core.cli.infer_joins", "Find keys and joins in the rows of a DuckDB file or Parquet folder."
    ),
    "eval": Command("gtr_core.cli.eval", "Measure retrieval on a benchmark folder."),
    "train": Command("gtr_core.cli.train", "Fit the scorer of table sets anew on benchmark folders."),
    "status": Command("gtr_core.cli.status", "Show the current snapshot: age, counts, what failed."),
    "diff": Command("gtr_core.cli.diff", "Show what changed from one snapshot to another, as Markdown."),
    "compile": Command("gtr_core.cli.compile", "Compile a join tree and a query specification to SQL."),
    "dbt": Command("gtr_core.cli.dbt", "Read a dbt project's artifacts without building (gtr dbt check)."),
    "schema": Command("gtr_core.cli.schema", "Print the JSON schema of one of GTR's forms."),
}


def further_commands() -> dict[str, EntryPoint]:
    """Commands that installed packages add, by name; none takes the name of one of GTR's own."""
    return {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP) if point.name not in COMMANDS}
