"""Names for the instances of a tree: aliases and roles."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance

__all__ = ["name_instances"]

_Placed = tuple[int, int, JoinEdge | None, bool]


def name_instances(graph: ContextGraph, placed: Sequence[_Placed]) -> list[Instance]:
    """Instances of the placed tables: (table's position, place of the one above, edge, walked downwards).

    A table that stands once is called by its short name. One that stands several times gets a role from
    the edge that reaches it (``ship_address``) where the edge has one, else from the instance above it
    (``supplier``), and is called ``<role>_<name>``. Whatever would still be called alike is numbered.
    """
    counts: dict[int, int] = {}
    for table, _, _, _ in placed:
        counts[table] = counts.get(table, 0) + 1
    taken: set[str] = set()
    instances: list[Instance] = []
    for table, above, edge, down in placed:
        name = graph.tables[table].relation.identifier
        role = None if edge is None or down else edge.role
        if role is None and counts[table] > 1 and above >= 0:
            role = instances[above].alias
        alias = _free(name if counts[table] == 1 or role is None else _joined(role, name), taken)
        taken.add(alias.casefold())
        instances.append(Instance(alias, graph.tables[table].id, graph.tables[table].relation, role))
    return instances


def _joined(role: str, name: str) -> str:
    """Role and name, the name left out where the role ends with it."""
    return (
        role
        if role.casefold() == name.casefold() or role.casefold().endswith("_" + name.casefold())
        else f"{role}_{name}"
    )


def _free(alias: str, taken: set[str]) -> str:
    if alias.casefold() not in taken:
        return alias
    number = 2
    while f"{alias}_{number}".casefold() in taken:
        number += 1
    return f"{alias}_{number}"
