"""Pairs of columns that could be a join: found by type, range and names, then held against each other's values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.column_values import ColumnId, ColumnValues, TableValues
from gtr_core.joins.inference.naming import ColumnName, column_names, expanded, overlap, table_words

__all__ = ["Candidate", "Named", "find_candidates", "name_score", "named_columns"]

_LEAST_CONTAINED = 0.75
_MOST_PARENTS = 20
_FEW_PARENTS = 30
"""Up to so many, all parents whose range fits are compared by name."""

_CLOSEST = 4
_TURNED = 0.9
"""What is left of a score where all words of a table are told in another order: there is often one in that order."""

_PROBES = 64
_LEAST_ALIKE = 0.35
"""How far names must speak for a join before the warehouse is asked whether a large key holds the values."""


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """A column with the words of its name and of its table's."""

    column: ColumnValues
    name: ColumnName
    table_words: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A column whose values occur, nearly all, in a column that is unique in its table.

    Attributes:
        contained: Share of the child's distinct values that the parent has; None where only a sample of the
            parent is at hand, so that the warehouse has to say.
        covered: Share of the parent's distinct values that the child has.
        similarity: How much the names alone speak for a join, 0 to 1.
    """

    child: Named
    parent: Named
    contained: float | None
    covered: float
    similarity: float


def named_columns(tables: Iterable[TableValues]) -> dict[ColumnId, Named]:
    """All columns by id, with the words of their names."""
    found: dict[ColumnId, Named] = {}
    for table in tables:
        words = table_words(table.name)
        for column, name in zip(table.columns, column_names([one.name for one in table.columns]), strict=True):
            found[column.id] = Named(column, name, words)
    return found


def name_score(child: Named, parent: Named) -> float:
    """How much the names speak for a join: the key named alike, or the parent's table in the child's name.

    >>> from gtr_core.joins.inference.reading import table_values
    >>> columns = named_columns([table_values("o", "orders", ["id", "customer_id"], [[1], [1]]),
    ...                          table_values("c", "customers", ["id", "name"], [[1], ["a"]])])
    >>> name_score(columns["o", "customer_id"], columns["c", "id"])
    1.0
    """
    told = expanded(child.name.stem or child.name.words, parent.table_words)
    turned = len(parent.table_words) > 1 and set(parent.table_words) <= set(told) and not _in_order(parent, told)
    return _name_score(child, parent, told) * (_TURNED if turned else 1.0)


def _in_order(parent: Named, told: Sequence[str]) -> bool:
    """Whether the words of the parent's table stand in that order among these."""
    words = iter(told)
    return all(word in words for word in parent.table_words)


def _name_score(child: Named, parent: Named, told: Sequence[str]) -> float:
    if not child.name.stem and child.name.joined == parent.name.joined:
        return 0.3 + 0.3 * overlap(child.table_words, parent.table_words)
    if child.name.joined == parent.name.joined:
        own = parent.name.stem and overlap(parent.name.stem, parent.table_words) > 0
        return 1.0 if own else 0.9
    of_table = overlap(parent.table_words, told)
    if parent.name.stem:
        of_column = overlap(parent.name.stem, told)
        backwards = overlap(told, (*parent.name.stem, *parent.table_words))
        return min(1.0, max(0.55 * of_column + 0.4 * backwards, 0.5 * of_table + 0.3 * backwards + 0.2 * of_column))
    return min(1.0, 0.6 * of_table + 0.4 * overlap(told, parent.table_words))


def find_candidates(
    columns: Mapping[ColumnId, Named], parents: Sequence[ColumnId], *, least_contained: float = _LEAST_CONTAINED
) -> list[Candidate]:
    """For each column the unique columns that hold nearly all of its values.

    Columns meet only within a kind. Ranges prune ordered kinds at once for all parents; texts meet through
    an inverted index of the parents' values, looked up with few of the child's. Of many parents that fit (as
    surrogate keys do, which all count from one) the twenty whose names or ranges fit best are kept. Only these
    are compared value by value.

    Args:
        columns: All columns.
        parents: Columns that are unique in their tables.
        least_contained: Share of the child's distinct values that a parent must have.

    Cost: O(columns x parents) range comparisons in numpy, O(values) look-ups for texts, and one merge of two
    sorted arrays per surviving pair.
    """
    by_kind: dict[str, list[Named]] = defaultdict(list)
    for column_id in parents:
        if columns[column_id].column.distinct:
            by_kind[columns[column_id].column.kind].append(columns[column_id])
    ordered = {kind: _Ranges(by_kind[kind]) for kind in ("int", "date", "time") if by_kind[kind]}
    texts = _TextIndex(by_kind["text"])
    found: list[Candidate] = []
    for child in columns.values():
        if not child.column.distinct:
            continue
        near = ordered[child.column.kind].near(child) if child.column.kind in ordered else texts.near(child)
        found.extend(_compared(child, near, least_contained))
    return found


def _compared(child: Named, near: Iterable[tuple[Named, float]], least: float) -> Iterator[Candidate]:
    for parent, similarity in near:
        if parent.column.id == child.column.id:
            continue
        if not parent.column.whole:
            if similarity >= _LEAST_ALIKE:
                yield Candidate(child, parent, None, min(1.0, child.column.distinct / parent.column.size), similarity)
            continue
        values, others = child.column.values, parent.column.values
        places = np.searchsorted(others, values)
        places[places == len(others)] = 0
        shared = int((others[places] == values).sum())
        if shared >= least * len(values):
            yield Candidate(child, parent, shared / len(values), shared / len(others), similarity)


class _Ranges:
    """Parents of an ordered kind, by their ranges."""

    def __init__(self, parents: Sequence[Named]) -> None:
        self._parents = parents
        self._words = _Words(parents)
        self._low = np.array([parent.column.low for parent in parents], np.float64)
        self._high = np.array([parent.column.high for parent in parents], np.float64)

    def near(self, child: Named) -> list[tuple[Named, float]]:
        """Parents within whose range nearly all of the child lies, the best by name."""
        values = child.column.values
        # One value in eight may lie outside on either side; the exact share is counted afterwards.
        low = float(values[len(values) // 8])
        high = float(values[len(values) - 1 - len(values) // 8])
        fits = np.flatnonzero((self._low <= low) & (self._high >= high))
        if len(fits) > _FEW_PARENTS:
            fits = self._nearest(child, fits)
        near = [self._parents[int(place)] for place in fits]
        scored = [(parent, name_score(child, parent)) for parent in near]
        return sorted(scored, key=lambda item: (-item[1], *item[0].column.id))[:_MOST_PARENTS]

    def _nearest(self, child: Named, fits: NDArray[np.intp]) -> NDArray[np.intp]:
        """Of many parents those that share a word's beginning with the child, and the closest few by range."""
        told = self._words.told(child)
        apart = np.abs(self._high[fits] - child.column.high) + np.abs(self._low[fits] - child.column.low)
        closest = fits[np.argsort(apart, kind="stable")[:_CLOSEST]]
        return np.union1d(np.intersect1d(fits, told), closest)


class _Words:
    """Parents by the first letters of the words of their names and their tables' names."""

    def __init__(self, parents: Sequence[Named]) -> None:
        self._places: dict[str, set[int]] = defaultdict(set)
        for place, parent in enumerate(parents):
            for word in (*parent.name.stem, *parent.table_words):
                self._places[word[:3]].add(place)

    def told(self, child: Named) -> NDArray[np.intp]:
        """Places of the parents that share most words with the child, as far as their beginnings tell."""
        shared: Counter[int] = Counter()
        for beginning in {word[:3] for word in child.name.stem}:
            shared.update(self._places.get(beginning, ()))
        most = max(shared.values(), default=0)
        return np.array(sorted(place for place, count in shared.items() if count >= most - 1 or count > 1), np.intp)


class _TextIndex:
    """Which parents hold a text: sorted hashes, each with its parent."""

    def __init__(self, parents: Sequence[Named]) -> None:
        self._parents = parents
        sizes = [parent.column.distinct for parent in parents]
        values = np.concatenate([parent.column.values for parent in parents]) if parents else np.empty(0, np.int64)
        owners = np.repeat(np.arange(len(parents), dtype=np.int32), sizes)
        order = np.argsort(values, kind="stable")
        self._values: NDArray[np.int64] = values[order]
        self._owners: NDArray[np.int32] = owners[order]
        self._partial = np.array([not parent.column.whole for parent in parents], bool)

    def near(self, child: Named) -> list[tuple[Named, float]]:
        """Parents that hold at least half of a few of the child's values."""
        if child.column.kind != "text" or not self._parents:
            return []
        values = child.column.values
        probes = values[:: max(1, len(values) // _PROBES)][:_PROBES]
        starts = np.searchsorted(self._values, probes, "left")
        ends = np.searchsorted(self._values, probes, "right")
        hits = np.zeros(len(self._parents), np.int64)
        for start, end in zip(starts, ends, strict=True):
            hits[self._owners[start:end]] += 1
        places = np.flatnonzero((hits * 2 >= len(probes)) | self._partial)
        near = [self._parents[int(place)] for place in places]
        scored = [(parent, name_score(child, parent)) for parent in near]
        return sorted(scored, key=lambda item: (-item[1], *item[0].column.id))[:_MOST_PARENTS]
