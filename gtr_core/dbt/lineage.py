"""Lineage between tables: what each is built from, ephemeral models looked through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["children_of", "closure", "table_parents"]


def table_parents(
    members: Mapping[str, tuple[str, ...]], canonical: Mapping[str, str], parents: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Ids of the tables that each table is built from, sorted; through nodes that are no tables themselves.

    Args:
        members: unique_ids by table id.
        canonical: Table id by unique_id.
        parents: What each node reads, by unique_id.
    """
    return {
        table: tuple(sorted(_nearest_tables(table, unique_ids, canonical, parents)))
        for table, unique_ids in members.items()
    }


def closure(start: Iterable[str], edges: Mapping[str, Iterable[str]], depth: int | None = None) -> set[str]:
    """What is reached from ``start`` in at most ``depth`` steps (None: any), ``start`` included.

    Cost: O(nodes + edges).
    """
    reached = set(start)
    frontier = set(reached)
    while frontier and (depth is None or depth > 0):
        frontier = {neighbour for node in frontier for neighbour in edges.get(node, ())} - reached
        reached |= frontier
        depth = None if depth is None else depth - 1
    return reached


def children_of(parents: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """The same edges, read from parent to child."""
    children: dict[str, list[str]] = {}
    for child, found in parents.items():
        for parent in found:
            children.setdefault(parent, []).append(child)
    return children


def _nearest_tables(
    table: str, unique_ids: tuple[str, ...], canonical: Mapping[str, str], parents: Mapping[str, tuple[str, ...]]
) -> set[str]:
    found: set[str] = set()
    seen = set(unique_ids)
    pending = list(unique_ids)
    while pending:
        for parent in parents.get(pending.pop(), ()):
            nearest = canonical.get(parent)
            if nearest is not None:
                found.add(nearest)
            elif parent not in seen:
                seen.add(parent)
                pending.append(parent)
    found.discard(table)
    return found
