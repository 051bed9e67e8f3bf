"""Joins that show only when values are compared by meaning: other types, other padding, other case."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.candidates import Named, name_score
from gtr_core.joins.inference.column_values import ColumnId, ColumnValues, Kind

__all__ = ["TolerantEdge", "tolerant_edges"]

_LEAST_CONTAINED = 0.9
_LEAST_SIMILAR = 0.6


@dataclass(frozen=True, slots=True)
class TolerantEdge:
    """A column that refers to a key whose values it spells otherwise. As the columns stand they do not join.

    Attributes:
        contained: Share of the child's distinct values that the parent has, compared by meaning.
        exactly: The same, compared as stored.
        confidence: By names and containment; not fitted.
    """

    child: str
    child_column: str
    parent: str
    parent_column: str
    contained: float
    exactly: float
    confidence: float


def tolerant_edges(
    columns: Mapping[ColumnId, Named], parents: Sequence[ColumnId], joined: Collection[ColumnId]
) -> tuple[TolerantEdge, ...]:
    """For columns that join nothing as they are stored: the key that they are named for and hold by meaning.

    Args:
        columns: All columns.
        parents: Columns that are unique in their tables.
        joined: Columns that have a parent already, and are left out.

    Cost: one comparison of names for each pair, one merge of values for each pair that is named alike.
    """
    keys = [columns[parent] for parent in parents if columns[parent].column.whole and columns[parent].column.distinct]
    found = []
    for child in columns.values():
        if child.column.id in joined or not child.column.distinct:
            continue
        best = max((edge for key in keys if (edge := _edge(child, key)) is not None), key=_rank, default=None)
        if best is not None:
            found.append(best)
    return tuple(found)


def _edge(child: Named, parent: Named) -> TolerantEdge | None:
    column, key = child.column, parent.column
    if column.table == key.table or (column.loose is None and key.loose is None):
        return None
    similarity = name_score(child, parent)
    (kind, values), (other_kind, others) = _by_meaning(column), _by_meaning(key)
    if similarity < _LEAST_SIMILAR or kind != other_kind:
        return None
    contained = _share(values, others)
    exactly = _share(column.values, key.values) if column.kind == key.kind else 0.0
    # What joins as it is stored is not spelled otherwise: then the score has judged it already.
    if contained < _LEAST_CONTAINED or contained - exactly < 0.05:
        return None
    confidence = round(0.9 * contained * similarity, 4)
    return TolerantEdge(column.table, column.name, key.table, key.name, contained, exactly, confidence)


def _by_meaning(column: ColumnValues) -> tuple[Kind, NDArray[np.int64]]:
    if column.loose is None or column.loose_kind is None:
        return column.kind, column.values
    return column.loose_kind, column.loose


def _share(values: NDArray[np.int64], others: NDArray[np.int64]) -> float:
    return float(np.isin(values, others).mean()) if len(values) else 0.0


def _rank(edge: TolerantEdge) -> tuple[float, str, str]:
    return (edge.confidence, edge.parent, edge.parent_column)
