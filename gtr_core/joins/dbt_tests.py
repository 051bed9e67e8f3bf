"""Joins as ``relationships`` tests in dbt's YAML, for a person to review."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gtr_core.catalog import JoinEdge, Table

__all__ = ["dbt_tests"]

_UNTESTED = frozenset({"inferred", "query_history", "reviewed", "warehouse_key", "meta", "semantic_entity"})


def dbt_tests(edges: Iterable[JoinEdge], tables: Mapping[str, Table]) -> tuple[str, tuple[str, ...]]:
    """A YAML document with a test for each edge that no test of the project states, and what it leaves out.

    dbt's own ``relationships`` test knows one column; edges of several columns, and edges of tables that are no
    nodes of the project, are named among what is left out. A comment above each test tells how sure the edge is
    and what was measured.
    """
    sections: dict[str, dict[str, dict[str, list[str]]]] = {}
    left_out: list[str] = []
    for edge in edges:
        if not edge.enabled or not set(edge.origins) <= _UNTESTED:
            continue
        place, target = _node(edge.child, tables), _target(edge.parent, tables)
        if len(edge.child_columns) != 1 or place is None or target is None:
            left_out.append(f"{edge.child} ({', '.join(edge.child_columns)}) to {edge.parent}")
            continue
        section, name = place
        columns = sections.setdefault(section, {}).setdefault(name, {})
        columns.setdefault(edge.child_columns[0], []).extend(_test(edge, target))
    return _document(sections), tuple(left_out)


def _document(sections: Mapping[str, Mapping[str, Mapping[str, list[str]]]]) -> str:
    lines = ["version: 2"]
    for kind in ("models", "seeds", "snapshots"):
        if kind in sections:
            lines += ["", f"{kind}:"]
            for name, columns in sorted(sections[kind].items()):
                lines += _block(name, columns, "  ")
    sources = sorted(key for key in sections if key.startswith("source:"))
    if sources:
        lines += ["", "sources:"]
    for key in sources:
        lines += [f"  - name: {_scalar(key.removeprefix('source:'))}", "    tables:"]
        for name, columns in sorted(sections[key].items()):
            lines += _block(name, columns, "      ")
    return "\n".join(lines) + "\n"


def _block(name: str, columns: Mapping[str, list[str]], indent: str) -> list[str]:
    lines = [f"{indent}- name: {_scalar(name)}", f"{indent}  columns:"]
    for column, tests in sorted(columns.items()):
        lines += [f"{indent}    - name: {_scalar(column)}", f"{indent}      data_tests:"]
        lines += [f"{indent}        {line}" for line in tests]
    return lines


def _test(edge: JoinEdge, target: str) -> list[str]:
    measured = edge.measurement
    told = f"confidence {edge.confidence:.2f}"
    if measured is not None:
        told += f", {measured.match_rate:.2%} of {measured.rows} rows match, {measured.cardinality}"
    return [
        f"# {', '.join(edge.origins)}: {told}",
        "- relationships:",
        f"    to: {target}",
        f"    field: {_scalar(edge.parent_columns[0])}",
        *(["    config:", "      severity: warn"] if measured is not None and measured.orphan_rate > 0 else []),
    ]


def _node(table_id: str, tables: Mapping[str, Table]) -> tuple[str, str] | None:
    """The section of the YAML and the name in it of a node of the project."""
    table, parts = tables[table_id], table_id.split(".")
    if table.kind == "source" and len(parts) >= 4:
        return f"source:{parts[-2]}", table.name
    return (f"{table.kind}s", table.name) if table.kind in ("model", "seed", "snapshot") else None


def _target(table_id: str, tables: Mapping[str, Table]) -> str | None:
    table, node = tables[table_id], _node(table_id, tables)
    if node is None:
        return None
    if table.kind == "source":
        return f"source('{_quoted(node[0].removeprefix('source:'))}', '{_quoted(table.name)}')"
    return f"ref('{_quoted(table.name)}')"


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace("'", "\\'")


def _scalar(value: Any) -> str:  # noqa: ANN401 - a YAML scalar
    """One line of YAML for a name, quoted where it must be."""
    import yaml

    return str(yaml.safe_dump(value, allow_unicode=True, width=10_000)).removesuffix("...\n").strip()
