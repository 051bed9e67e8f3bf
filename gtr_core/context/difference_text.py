"""The difference of two snapshots as Markdown, and its part of the graph as a Mermaid diagram."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gtr_core.context.difference import Change, Difference, join_name
from gtr_core.context.graph import ContextGraph

__all__ = ["difference_markdown", "difference_mermaid"]

_TITLES = (
    ("failure", "What fails"),
    ("table", "Tables"),
    ("column", "Columns"),
    ("join", "Joins"),
    ("key", "Keys"),
    ("metric", "Metrics"),
    ("encoder", "Embeddings"),
)
_SIGNS = {"added": "added", "removed": "removed", "changed": "changed"}
_DRAWN = 40
"""Edges of a diagram: more cannot be read."""


def difference_markdown(difference: Difference, most: int = 50) -> str:
    """Headings and lists; of each kind no more than ``most`` changes, and how many more there are."""
    if not difference.changes:
        return f"No change from `{difference.before}` to `{difference.after}`."
    number = len(difference.changes)
    changes = "1 change" if number == 1 else f"{number} changes"
    lines = [f"From `{difference.before}` to `{difference.after}`: {changes}."]
    for what, title in _TITLES:
        found = difference.of(what)
        if found:
            lines += ["", f"### {title}", *(_line(one) for one in found[:most])]
            if len(found) > most:
                lines.append(f"- and {len(found) - most} more")
    return "\n".join(lines)


def difference_mermaid(difference: Difference, before: ContextGraph, after: ContextGraph, most: int = _DRAWN) -> str:
    """A flowchart of the tables and joins that came, went or changed, with their partners; empty where none did.

    Added ones are green, removed ones red and dashed, changed ones yellow.
    """
    styles = {change.table: change.action for change in difference.of("table")}
    for change in difference.of("column"):
        styles.setdefault(change.table, "changed")
    edges = {
        (edge.child, join_name(edge)): (edge.child, edge.parent, ", ".join(edge.child_columns))
        for graph in (before, after)
        for edge in graph.joins
    }
    drawn = [(edges[change.table, change.name], change.action) for change in difference.of("join")][:most]
    names = _Names(before, after)
    shown = list(dict.fromkeys([end for (child, parent, _), _ in drawn for end in (child, parent)] + list(styles)))
    if not shown:
        return ""
    lines = ["flowchart LR"]
    lines += [f'  {names.node(table)}["{names.label(table)}"]:::{styles.get(table, "same")}' for table in shown[:most]]
    for (child, parent, label), action in drawn:
        arrow = "-.->" if action == "removed" else "-->"
        lines.append(f'  {names.node(child)} {arrow}|"{_quoted(label)} {_SIGNS[action]}"| {names.node(parent)}')
    lines += [
        "  classDef added fill:#d8f3dc,stroke:#2d6a4f",
        "  classDef removed fill:#ffe0e0,stroke:#a4161a,stroke-dasharray: 4",
        "  classDef changed fill:#fff3bf,stroke:#b08900",
        "  classDef same fill:#ffffff,stroke:#999999",
    ]
    return "\n".join(lines)


class _Names:
    """Short names of tables, and names of nodes that no table's name can break."""

    def __init__(self, *graphs: ContextGraph) -> None:
        self._labels = {table.id: table.name for graph in graphs for table in graph.tables}
        self._nodes: dict[str, str] = {}

    def label(self, table: str) -> str:
        return _quoted(self._labels.get(table, table))

    def node(self, table: str) -> str:
        return self._nodes.setdefault(table, f"t{len(self._nodes)}")


def _quoted(text: str) -> str:
    return re.sub(r'["\n\r|]', "'", text)


def _line(change: Change) -> str:
    parts: Sequence[str] = (change.table, change.name)
    named = " ".join(f"`{part.replace('`', chr(39))}`" for part in parts if part)
    return f"- **{change.action}** {named}{': ' + change.detail if change.detail else ''}".replace("\n", " ")
