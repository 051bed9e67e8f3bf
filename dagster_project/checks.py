"""What must hold of a context, and what should."""

from __future__ import annotations

from collections.abc import Sequence

import dagster as dg

from dagster_project.keys import JOINS, SNAPSHOT
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot_info import FailedTable

__all__ = ["EVERY_TABLE", "GRAPH_USABLE", "every_table_taken_in", "graph_usable"]

GRAPH_USABLE = "graph_usable"
EVERY_TABLE = "every_table_taken_in"


def graph_usable(graph: ContextGraph) -> dg.AssetCheckResult:
    """Whether questions can be answered from the graph: it has visible tables, and measured joins if any are declared.

    A project that declares no join at all passes: its tables can be asked one at a time.
    """
    visible = {table.id for table in graph.tables if not table.hidden}
    declared = [edge for edge in graph.joins if edge.enabled and {edge.child, edge.parent} <= visible]
    measured = sum(edge.measurement is not None for edge in declared)
    if not visible:
        problem = "The graph has no table that is not hidden."
    elif declared and not measured:
        problem = f"None of the {len(declared)} joins could be measured."
    else:
        problem = ""
    return dg.AssetCheckResult(
        asset_key=JOINS,
        check_name=GRAPH_USABLE,
        passed=not problem,
        severity=dg.AssetCheckSeverity.ERROR,
        description=problem or f"{len(visible)} tables, {measured} of {len(declared)} joins measured.",
        metadata={"tables": len(visible), "joins": len(declared), "joins_measured": measured},
    )


def every_table_taken_in(failed: Sequence[FailedTable]) -> dg.AssetCheckResult:
    """Whether no table failed; a warning, since the rest is published all the same."""
    tables = sorted({failure.table for failure in failed})
    return dg.AssetCheckResult(
        asset_key=SNAPSHOT,
        check_name=EVERY_TABLE,
        passed=not tables,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"Failed: {', '.join(tables)}." if tables else "All tables were taken in.",
        metadata={"tables_failed": len(tables)},
    )
