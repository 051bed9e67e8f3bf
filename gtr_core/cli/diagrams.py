"""The context graph as text that other tools draw: DBML and Mermaid."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gtr_core.catalog import Cardinality, Table
from gtr_core.context.graph import ContextGraph

__all__ = ["dbml", "mermaid"]

_DBML: dict[Cardinality, str] = {"one_to_one": "-", "many_to_one": ">", "one_to_many": "<", "many_to_many": "<>"}
_MERMAID: dict[Cardinality, str] = {
    "one_to_one": "||--||",
    "many_to_one": "}o--||",
    "one_to_many": "||--o{",
    "many_to_many": "}o--o{",
}


def dbml(graph: ContextGraph) -> str:
    """Tables, primary keys and references in DBML (hidden tables left out)."""
    names = _names(graph)
    parts = []
    for table_id, name in names.items():
        table = graph.table(table_id)
        primary = graph.primary_key(table_id)
        columns = [
            f"  {_quoted(column.name)} {_quoted(column.data_type or 'unknown')}"
            + (" [pk]" if primary == (column.name,) else "")
            for column in table.columns
        ]
        parts.append("\n".join([f"Table {_quoted(name)} {{", *columns, "}"]))
    for edge in graph.joins:
        if edge.child in names and edge.parent in names:
            child = f"{_quoted(names[edge.child])}.{_columns(edge.child_columns)}"
            parent = f"{_quoted(names[edge.parent])}.{_columns(edge.parent_columns)}"
            parts.append(f"Ref: {child} {_DBML[edge.cardinality]} {parent}")
    return "\n\n".join(parts)


def mermaid(graph: ContextGraph) -> str:
    """An entity-relationship diagram in Mermaid (hidden tables left out)."""
    names = {table_id: re.sub(r"\W", "_", name) for table_id, name in _names(graph).items()}
    lines = ["erDiagram"]
    for edge in graph.joins:
        if edge.child in names and edge.parent in names:
            label = (edge.role or ", ".join(edge.child_columns)).replace('"', "'")
            lines.append(f'  {names[edge.child]} {_MERMAID[edge.cardinality]} {names[edge.parent]} : "{label}"')
    joined = {end for edge in graph.joins for end in (edge.child, edge.parent)}
    lines += [f"  {name}" for table_id, name in names.items() if table_id not in joined]
    return "\n".join(lines)


def _names(graph: ContextGraph) -> dict[str, str]:
    """Names by table id: short where no other table has the same, else dotted."""
    visible = [table for table in graph.tables if not table.hidden]
    counts: dict[str, int] = {}
    for table in visible:
        counts[table.relation.identifier] = counts.get(table.relation.identifier, 0) + 1
    return {table.id: _name(table, unique=counts[table.relation.identifier] == 1) for table in visible}


def _name(table: Table, *, unique: bool) -> str:
    return table.relation.identifier if unique else ".".join(table.relation.parts)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'


def _columns(names: Iterable[str]) -> str:
    quoted = [_quoted(name) for name in names]
    return quoted[0] if len(quoted) == 1 else f"({', '.join(quoted)})"
