"""Lineage between tables: what each is built from, ephemeral models looked through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["Parents", "children_of", "closure", "merged_parents", "table_parents"]

Parents = dict[str, tuple[str, ...]]
"""unique_ids of what each node reads, by its unique_id."""

_Lists = Mapping[str, list[str | None] | None]


def merged_parents(
    depends_on: Iterable[tuple[str, list[str | None] | None]], parent_map: _Lists, child_map: _Lists
) -> Parents:
    """What each node reads: its own ``depends_on`` first, then what either map adds; Fusion's maps have gaps."""
    parents: dict[str, dict[str, None]] = {}
    for child, found in (*depends_on, *parent_map.items()):
        parents.setdefault(child, {}).update(dict.fromkeys(parent for parent in found or () if parent))
    for parent, children in child_map.items():
        for reader in children or ():
            if reader:
                parents.setdefault(reader, {})[parent] = None
    return {unique_id: tuple(found) for unique_id, found in parents.items() if found}


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
