"""Joins over several columns at once: a child's columns that together occur in a parent's key of several columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.candidates import Named, name_score
from gtr_core.joins.inference.column_values import ColumnId, ColumnValues, TableValues
from gtr_core.joins.inference.keys import KeyCandidate

__all__ = ["CompositeCandidate", "composite_candidates"]

_LEAST_CONTAINED = 0.9
_LEAST_SIMILAR = 0.6
_MOST_KEYS = 4
_LEAST_KEY = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class CompositeCandidate:
    """Columns of a child that could refer to a key of several columns.

    Attributes:
        contained: Share of the child's distinct tuples that the parent has, among the rows looked at.
        covered: Share of the parent's distinct tuples that the child has.
        similarity: Mean over the pairs of how much their names speak for a join.
        exact: Whether all rows of both tables were looked at.
        depth: Mean place of the parent's columns in their table, from 0: keys stand first.
    """

    child: str
    child_columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]
    contained: float
    covered: float
    similarity: float
    exact: bool
    depth: float = 0.0


def composite_candidates(
    tables: Sequence[TableValues],
    columns: Mapping[ColumnId, Named],
    keys: Mapping[str, Sequence[KeyCandidate]],
) -> list[CompositeCandidate]:
    """For each likely key of several columns the tables that hold its tuples.

    Each part of the key takes the child's column that is named most alike and whose values lie within it; the
    tuples are then compared as a whole. Columns of the same name in both tables join a pair that was found as
    long as the tuples stay contained: a key found in the rows can be narrower than the one that was meant.
    Cost: O(keys x tables) comparisons of names, one sort of the rows of both tables per pair that remains.
    """
    by_id = {table.table: table for table in tables}
    found: list[CompositeCandidate] = []
    for table in tables:
        wide = [key for key in keys.get(table.table, ()) if len(key.columns) > 1 and key.confidence >= _LEAST_KEY]
        for key in wide[:_MOST_KEYS]:
            for child in tables:
                if child.table != table.table:
                    candidate = _candidate(child, table, key, columns)
                    if candidate is not None:
                        found.append(_widened(candidate, by_id, columns))
    return found


def _candidate(
    child: TableValues, parent: TableValues, key: KeyCandidate, columns: Mapping[ColumnId, Named]
) -> CompositeCandidate | None:
    chosen: list[str] = []
    similarities: list[float] = []
    for part in key.columns:
        wanted = columns[parent.table, part]
        fitting = [
            (_similarity(columns[column.id], wanted), -column.position, column.name)
            for column in child.columns
            if column.name not in chosen and _could_lie_within(column, wanted.column)
        ]
        best = max(fitting, default=(0.0, 0, ""))
        if best[0] < _LEAST_SIMILAR:
            return None
        chosen.append(best[2])
        similarities.append(best[0])
    return _compared(child, tuple(chosen), parent, key.columns, float(np.mean(similarities)))


def _similarity(child: Named, parent: Named) -> float:
    return 1.0 if child.name.words == parent.name.words else name_score(child, parent)


def _could_lie_within(column: ColumnValues, part: ColumnValues) -> bool:
    if column.kind != part.kind or not column.distinct or not part.distinct:
        return False
    if column.ordered:
        middle = int(column.values[column.distinct // 2])
        return part.low <= middle <= part.high
    return True


def _compared(
    child: TableValues, child_columns: tuple[str, ...], parent: TableValues, parent_columns: tuple[str, ...],
    similarity: float,
) -> CompositeCandidate | None:  # fmt: skip
    tuples, others = _tuples(child, child_columns), _tuples(parent, parent_columns)
    if not len(tuples) or not len(others):
        return None
    shared = len(np.intersect1d(tuples, others, assume_unique=True))
    contained = shared / len(tuples)
    exact = child.whole and parent.whole
    # Of a sampled parent most tuples are missing: then the warehouse has to say.
    if exact and contained < _LEAST_CONTAINED:
        return None
    depth = float(np.mean([column.position for column in parent.columns if column.name in parent_columns]))
    return CompositeCandidate(
        child.table, child_columns, parent.table, parent_columns, contained, shared / len(others), similarity, exact,
        depth,
    )  # fmt: skip


def _tuples(table: TableValues, names: Sequence[str]) -> NDArray[np.uint64]:
    """One 64-bit hash for each distinct tuple without a null; equal tuples of two tables have equal hashes."""
    places = {column.name: place for place, column in enumerate(table.columns)}
    mixed = np.zeros(table.codes.shape[1], np.uint64)
    filled = np.ones(table.codes.shape[1], bool)
    for name in names:
        codes = table.codes[places[name]]
        filled &= codes >= 0
        values = table.columns[places[name]].values.view(np.uint64)
        mixed = _mix(mixed ^ values[np.maximum(codes, 0)])
    return np.unique(mixed[filled])


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """splitmix64's finaliser (Steele et al., 2014: Fast splittable pseudorandom number generators)."""
    numbers = (numbers + np.uint64(0x9E3779B97F4A7C15)).astype(np.uint64)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def _widened(
    candidate: CompositeCandidate, tables: Mapping[str, TableValues], columns: Mapping[ColumnId, Named]
) -> CompositeCandidate:
    """The candidate with the columns that both tables call the same, as long as all tuples stay contained."""
    if not candidate.exact:
        return candidate
    child, parent = tables[candidate.child], tables[candidate.parent]
    for column in parent.columns:
        twin = next(
            (one for one in child.columns if columns[one.id].name.joined == columns[column.id].name.joined), None
        )
        if twin is None or twin.name in candidate.child_columns or column.name in candidate.parent_columns:
            continue
        if twin.kind != column.kind or column.kind not in ("int", "text", "date"):
            continue
        wider = _compared(
            child, (*candidate.child_columns, twin.name), parent, (*candidate.parent_columns, column.name),
            candidate.similarity,
        )  # fmt: skip
        if wider is not None and wider.contained >= candidate.contained:
            candidate = wider
    return candidate
