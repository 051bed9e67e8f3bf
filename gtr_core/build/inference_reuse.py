"""What of a former build's inference still holds, so that only pairs with a new table are looked at."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from gtr_core.build.former import Former
from gtr_core.catalog import Catalog, JoinEdge, Key, Table
from gtr_core.joins import measure_join
from gtr_core.warehouse import Warehouse

__all__ = ["INFERENCE_STATE", "LATE", "Reused", "inference_state", "reusable"]

INFERENCE_STATE: Final = "inference"
"""Name of the score's version among a snapshot's fingerprints; missing where nothing was inferred."""

LATE: Final = "inference_budget"
"""Reason of tables that were not read for inference because its time was over."""

_LEAST_MATCHING: Final = 0.75
"""Share of its rows that must find a parent lest an inferred edge is dropped when its tables have changed."""


@dataclass(frozen=True, slots=True)
class Reused:
    """What a former inference found.

    Attributes:
        settled: Ids of the tables that it looked at, with all their columns.
        joins: Its edges, those of tables with other rows measured anew, without those that hold no more.
        keys: The primary keys that it found of tables whose rows are as they were.
    """

    settled: frozenset[str] = frozenset()
    joins: tuple[JoinEdge, ...] = ()
    keys: tuple[Key, ...] = ()


@lru_cache(maxsize=1)
def inference_state() -> str:
    """A digest of the weights by which joins are inferred: others would find others."""
    folder = files("gtr_core.joins.inference") / "weights"
    told = b"".join((folder / name).read_bytes() for name in ("joins.json", "keys.json"))
    return hashlib.sha256(told).hexdigest()[:16]


def reusable(
    warehouse: Warehouse, catalog: Catalog, tables: Sequence[Table], former: Former | None, unchanged: Collection[str]
) -> Reused:
    """What the last snapshot's inference says of these tables.

    Nothing, where that snapshot was built without inference or by other weights. A table is looked at again that
    has new columns, that the last build had no time for, or that held no rows then: a new pair of tables costs one
    statement over each, a pair of settled ones nothing.

    Raises:
        ConnectionLostError: The connection broke.
    """
    snapshot = None if former is None else former.snapshot
    if snapshot is None or snapshot.info.fingerprints.get(INFERENCE_STATE) != inference_state():
        return Reused()
    graph = snapshot.graph
    late = {failure.table for failure in snapshot.info.failed if failure.reason == LATE}
    known = {table.id: {column.name for column in table.columns} for table in graph.tables}
    settled = frozenset(
        table.id
        for table in tables
        if table.id not in late
        and {column.name for column in table.columns} <= known.get(table.id, set())
        and ((profile := graph.profiles.get(table.id)) is None or profile.row_count != 0)
    )
    by_id = {table.id: table for table in catalog.tables}
    former_edges = [
        edge
        for edge in graph.joins
        if edge.origins == ("inferred",) and _exists(edge, by_id) and {edge.child, edge.parent} <= settled
    ]
    joins = [_again(warehouse, edge, by_id, unchanged) for edge in former_edges]
    keys = tuple(key for key in graph.keys if key.origin == "inferred" and key.table in settled & set(unchanged))
    return Reused(settled, tuple(edge for edge in joins if _holds(edge)), keys)


def _again(warehouse: Warehouse, edge: JoinEdge, tables: Mapping[str, Table], unchanged: Collection[str]) -> JoinEdge:
    return edge if {edge.child, edge.parent} <= set(unchanged) else measure_join(warehouse, edge, tables)


def _holds(edge: JoinEdge) -> bool:
    return edge.measurement is None or edge.measurement.match_rate >= _LEAST_MATCHING


def _exists(edge: JoinEdge, tables: Mapping[str, Table]) -> bool:
    child, parent = tables.get(edge.child), tables.get(edge.parent)
    return (
        child is not None
        and parent is not None
        and all(child.column(name) is not None for name in edge.child_columns)
        and all(parent.column(name) is not None for name in edge.parent_columns)
    )
