"""The step that finds joins that nobody declared."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from gtr_core.build.former import Former
from gtr_core.build.partial_refresh import Kept
from gtr_core.build.progress import Progress
from gtr_core.catalog import Catalog, JoinEdge, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.joins import measure_join
from gtr_core.joins.inference import InferenceSettings, infer_joins
from gtr_core.joins.merging import merged_joins
from gtr_core.warehouse import Warehouse

__all__ = ["LEAST_CONFIDENCE", "with_inferred_joins"]

LEAST_CONFIDENCE: Final = 0.5
"""Inferred joins that are less certain do not enter a context, where answers rest on them."""


def with_inferred_joins(
    warehouse: Warehouse,
    catalog: Catalog,
    stated: Sequence[JoinEdge],
    progress: Progress,
    *,
    former: Former | None = None,
    unchanged: Collection[str] = (),
    kept: Kept | None = None,
) -> tuple[tuple[JoinEdge, ...], tuple[str, ...]]:
    """The stated edges and the inferred ones that say more, and sentences about tables that could not be read.

    What somebody stated wins: it is never changed, and its columns get no other parent. Left out are hidden
    tables, tables to which the project prefers another (the raw rows of a model), and edges between a table
    and one that it is built from: these share their keys because one is a copy of the other. A build that
    has no table and no column that the last one had not infers nothing anew: the former edges stand, those of
    tables with other rows measured again. Between tables that a refresh of a part keeps, nothing new is found.

    Raises:
        ConnectionLostError: The connection broke.
    """
    tables = [table for table in catalog.tables if not table.hidden and table.preferred is None and table.columns]
    if len(tables) < 1:
        return tuple(stated), ()
    if former is not None and former.snapshot is not None and _knows(former.snapshot.graph, tables):
        again = _again(warehouse, _without_kept(former.snapshot.graph.joins, kept), catalog, unchanged)
        return merged_joins(stated, again), ()
    progress.step("inferring joins", len(tables))
    found = infer_joins(
        warehouse, tables, InferenceSettings(least=LEAST_CONFIDENCE), keys=catalog.keys, advance=progress.advance
    )
    lineage = _Lineage(catalog.tables)
    edges = [edge for edge in _without_kept(found.joins, kept) if not lineage.related(edge.child, edge.parent)]
    warnings = tuple(f"No joins were inferred for {table}: {problem}" for table, problem in found.failed.items())
    return merged_joins(stated, edges), warnings


class _Lineage:
    """Which tables are built from which."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._parents = {table.id: table.depends_on for table in tables}

    def related(self, one: str, other: str) -> bool:
        """Whether either is built, over however many steps, from the other. A table is not related to itself."""
        return one != other and (other in self._above(one) or one in self._above(other))

    def _above(self, table: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(self._parents.get(table, ()))
        while waiting:
            upstream = waiting.pop()
            if upstream not in seen:
                seen.add(upstream)
                waiting.extend(self._parents.get(upstream, ()))
        return seen


def _knows(graph: ContextGraph, tables: Sequence[Table]) -> bool:
    """Whether the graph has all these tables, with all their columns."""
    known = {table.id: {column.name for column in table.columns} for table in graph.tables}
    return all({column.name for column in table.columns} <= known.get(table.id, set()) for table in tables)


def _without_kept(edges: Sequence[JoinEdge], kept: Kept | None) -> list[JoinEdge]:
    return [edge for edge in edges if kept is None or not kept.has_both(edge)]


def _again(
    warehouse: Warehouse, former: Sequence[JoinEdge], catalog: Catalog, unchanged: Collection[str]
) -> list[JoinEdge]:
    tables = {table.id: table for table in catalog.tables}
    edges = [edge for edge in former if edge.origins == ("inferred",) and _exists(edge, tables)]
    return [
        edge if {edge.child, edge.parent} <= set(unchanged) else measure_join(warehouse, edge, tables) for edge in edges
    ]


def _exists(edge: JoinEdge, tables: Mapping[str, Table]) -> bool:
    child, parent = tables.get(edge.child), tables.get(edge.parent)
    return (
        child is not None
        and parent is not None
        and all(child.column(name) is not None for name in edge.child_columns)
        and all(parent.column(name) is not None for name in edge.parent_columns)
    )
