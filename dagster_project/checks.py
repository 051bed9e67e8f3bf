"""What must hold of a context, and what should. The functions that look; Dagster is told of the outcomes elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dagster as dg

from dagster_project.keys import EMBEDDINGS, GRAPH, JOINS, SNAPSHOT
from dagster_project.options import CheckBounds
from gtr_core.context.difference import graph_difference
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.snapshot_info import FailedTable

__all__ = [
    "check_specs",
    "columns_remain",
    "encoder_unchanged",
    "every_table_taken_in",
    "few_orphans",
    "graph_usable",
    "joins_hold",
]

_SHOWN = 50


def check_specs(bounds: CheckBounds) -> list[dg.AssetCheckSpec]:
    """All checks. Those that block keep a snapshot from being published; the others warn."""
    return [
        dg.AssetCheckSpec(
            "graph_usable",
            asset=GRAPH,
            blocking=True,
            description="There are tables, and joins that were measured. Else nothing is published.",
        ),
        dg.AssetCheckSpec("columns_remain", asset=GRAPH, description="No column of the last snapshot has vanished."),
        dg.AssetCheckSpec("joins_hold", asset=JOINS, description="The data contradict no join that somebody declares."),
        dg.AssetCheckSpec(
            "few_orphans",
            asset=JOINS,
            description=f"Of no declared join do more than {bounds.orphan_rate:.0%} of the keys find no parent.",
        ),
        dg.AssetCheckSpec(
            "encoder_unchanged", asset=EMBEDDINGS, description="The model is the one of the last snapshot."
        ),
        dg.AssetCheckSpec(
            "nothing_personal",
            asset=SNAPSHOT,
            blocking=True,
            description="No value of a personal column stands in any file of the snapshot. Else it is not published.",
        ),
        dg.AssetCheckSpec(
            "golden_questions",
            asset=SNAPSHOT,
            blocking=bounds.golden_blocks,
            description=f"The questions of {bounds.golden_questions} find exactly their tables.",
        ),
        dg.AssetCheckSpec("every_table_taken_in", asset=SNAPSHOT, description="No table failed in the build."),
    ]


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
        asset_key=GRAPH,
        check_name="graph_usable",
        passed=not problem,
        severity=dg.AssetCheckSeverity.ERROR,
        description=problem or f"{len(visible)} tables, {measured} of {len(declared)} joins measured.",
        metadata={"tables": len(visible), "joins": len(declared), "joins_measured": measured},
    )


def columns_remain(graph: ContextGraph, former: Snapshot | None) -> dg.AssetCheckResult:
    """Whether every column of the last snapshot is there still, tables that went as a whole included."""
    changes = () if former is None else graph_difference(former.graph, graph)
    columns = [f"{one.table}.{one.name}" for one in changes if (one.what, one.action) == ("column", "removed")]
    tables = [one.table for one in changes if (one.what, one.action) == ("table", "removed")]
    gone = tables + columns
    return _warning(
        GRAPH,
        "columns_remain",
        gone,
        "No column has vanished." if former is not None else "There is no former snapshot to compare with.",
        f"{len(tables)} tables and {len(columns)} columns have vanished since {former.id if former else ''}.",
        {"tables_vanished": len(tables), "columns_vanished": len(columns)},
    )


def joins_hold(graph: ContextGraph) -> dg.AssetCheckResult:
    """Whether the data bear out the joins that somebody states; those they do not stay, flagged."""
    wrong = [
        f"{edge.child} ({', '.join(edge.child_columns)}) to {edge.parent} ({', '.join(edge.parent_columns)}): "
        f"{edge.cardinality}, match rate {edge.measurement.match_rate:.3f}"
        for edge in graph.joins
        if edge.contradicted and edge.measurement is not None
    ]
    return _warning(
        JOINS, "joins_hold", wrong, "The data contradict none.", f"The data contradict {len(wrong)}.",
        {"joins_contradicted": len(wrong)},
    )  # fmt: skip


def few_orphans(graph: ContextGraph, bound: float) -> dg.AssetCheckResult:
    """Whether no declared join has more orphans than the bound."""
    rates = [
        (edge.measurement.orphan_rate, f"{edge.child} ({', '.join(edge.child_columns)}) to {edge.parent}")
        for edge in graph.joins
        if edge.measurement is not None and edge.enabled and edge.origins != ("inferred",)
    ]
    over = [f"{name}: {rate:.1%}" for rate, name in sorted(rates, reverse=True) if rate > bound]
    return _warning(
        JOINS,
        "few_orphans",
        over,
        f"None has more than {bound:.1%}.",
        f"{len(over)} joins have more than {bound:.1%} orphans.",
        {
            "joins_over_bound": len(over),
            "greatest_orphan_rate": round(max((rate for rate, _ in rates), default=0.0), 6),
        },
    )


def encoder_unchanged(name: str | None, former: Snapshot | None) -> dg.AssetCheckResult:
    """Whether tables are embedded by the model of the last snapshot; another one may answer otherwise."""
    before = former.encoder_name if former is not None else name
    same = before == name
    return dg.AssetCheckResult(
        asset_key=EMBEDDINGS,
        check_name="encoder_unchanged",
        passed=same,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"{name or 'none'}." if same else f"{before or 'none'} before, {name or 'none'} now.",
        metadata={"encoder": name or "none", "encoder_before": before or "none"},
    )


def every_table_taken_in(failed: Sequence[FailedTable]) -> dg.AssetCheckResult:
    """Whether no table failed; a warning, since the rest is published all the same."""
    tables = sorted({failure.table for failure in failed})
    shown = ", ".join(tables[:_SHOWN]) + (f" and {len(tables) - _SHOWN} more" if len(tables) > _SHOWN else "")
    return dg.AssetCheckResult(
        asset_key=SNAPSHOT,
        check_name="every_table_taken_in",
        passed=not tables,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"Failed: {shown}." if tables else "All tables were taken in.",
        metadata={"tables_failed": len(tables)},
    )


def _warning(
    asset: dg.AssetKey, name: str, problems: Sequence[str], good: str, bad: str, metadata: dict[str, Any]
) -> dg.AssetCheckResult:
    if problems:
        more = [f"- and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
        listed = "\n".join([f"- {problem}" for problem in problems[:_SHOWN]] + more)
        metadata = metadata | {"which": dg.MetadataValue.md(listed)}
    return dg.AssetCheckResult(
        asset_key=asset,
        check_name=name,
        passed=not problems,
        severity=dg.AssetCheckSeverity.WARN,
        description=bad if problems else good,
        metadata=metadata,
    )
