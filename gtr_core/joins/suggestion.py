"""Joins that names suggest where no rows can be read: columns called as another table's key, or as that table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gtr_core.catalog import Catalog, Column, ColumnProfile, JoinEdge, Table, TableProfile
from gtr_core.joins.inference.naming import KEY_WORDS, ColumnName, column_names, table_words

__all__ = ["suggested_joins"]

MOST_PARENTS = 3
CONTAINED = 0.8
SAME_NAME = 0.8
CALLED_AS_TABLE = 0.7
ENDS_AS_KEY = 0.6

_NAMELESS = KEY_WORDS | {"name", "title", "date", "year", "type", "description", "status", "value", "text"}


@dataclass(frozen=True, slots=True)
class _Parent:
    table: Table
    column: Column
    name: ColumnName
    words: tuple[str, ...]


def suggested_joins(catalog: Catalog, profiles: Mapping[str, TableProfile]) -> tuple[JoinEdge, ...]:
    """Edges of origin ``inferred`` from names, types and kept values, beside those that the catalog states.

    A column refers to the key of one column of another table where it is called as that key and the name says
    more than "id", where it is called as that table, or where its name ends as the key's of two words or more.
    Types must be alike, and of kept values at least ``CONTAINED`` must be among the parent's where these are
    all kept. A column that is stated to refer to something refers to nothing else. For catalogs without rows;
    ``gtr_core.joins.inference`` looks at the data.
    """
    parents = list(_parents(catalog))
    taken = {(edge.child, column) for edge in catalog.joins for column in edge.child_columns}
    stated = {frozenset((edge.child, edge.parent)) for edge in catalog.joins}
    edges: list[JoinEdge] = []
    for table in catalog.tables:
        names = column_names([column.name for column in table.columns])
        for column, name in zip(table.columns, names, strict=True):
            if (table.id, column.name) not in taken:
                edges += _of_column(table, column, name, parents, profiles)
    kept: dict[tuple[str, str, str], JoinEdge] = {}
    for edge in sorted(edges, key=lambda edge: (-edge.confidence, edge.child, edge.child_columns, edge.parent)):
        pair = frozenset((edge.child, edge.parent))
        back = (edge.parent, edge.parent_columns[0], edge.child)
        if pair not in stated and back not in kept:
            kept.setdefault((edge.child, edge.child_columns[0], edge.parent), edge)
    return tuple(kept[key] for key in sorted(kept))


def _parents(catalog: Catalog) -> Iterator[_Parent]:
    keys = {key.table: key.columns[0] for key in catalog.keys if key.primary and len(key.columns) == 1}
    for table in catalog.tables:
        name = keys.get(table.id)
        if name is None:
            continue
        for column, words in zip(table.columns, column_names([c.name for c in table.columns]), strict=True):
            if column.name == name:
                yield _Parent(table, column, words, table_words(table.name))


def _of_column(
    table: Table, column: Column, name: ColumnName, parents: list[_Parent], profiles: Mapping[str, TableProfile]
) -> list[JoinEdge]:
    found: list[tuple[float, bool, _Parent]] = []
    for parent in parents:
        confidence = _confidence(column, name, parent)
        if parent.table.id == table.id or not confidence or _kind(column) != _kind(parent.column):
            continue
        if _kind(column) != "date" and _may_hold(table, column, parent, profiles):
            found.append((confidence, _at_home(name, parent), parent))
    if any(home for _, home, _ in found):
        found = [one for one in found if one[1]]
    elif len({parent.table.id for _, _, parent in found}) > 1:
        # Several tables that have the key of a thing which none of them is: they are its children, as this one is.
        return []
    best = max((confidence for confidence, _, _ in found), default=0.0)
    found = [one for one in found if one[0] >= best - 1e-9]
    if len(found) > MOST_PARENTS:
        return []
    return [
        JoinEdge(table.id, (column.name,), parent.table.id, (parent.column.name,), ("inferred",), confidence=confidence)
        for confidence, _, parent in found
    ]


def _confidence(column: Column, name: ColumnName, parent: _Parent) -> float:
    telling = tuple(word for word in parent.name.words if word not in _NAMELESS)
    if column.name.casefold() == parent.column.name.casefold():
        return SAME_NAME if telling else 0.0
    called = name.stem == parent.words
    ends = name.has_key_word and len(name.stem) > len(parent.words) and name.stem[-len(parent.words) :] == parent.words
    if called or ends:
        return CALLED_AS_TABLE
    key = parent.name.words
    if telling and len(key) >= 2 and len(name.words) > len(key) and name.words[-len(key) :] == key:
        return ENDS_AS_KEY
    return 0.0


def _at_home(name: ColumnName, parent: _Parent) -> bool:
    """Whether the parent is the table that the column's name is about."""
    return bool(name.stem) and name.stem[-len(parent.words) :] == parent.words


def _kind(column: Column) -> str:
    folded = column.data_type.casefold()
    if any(word in folded for word in ("date", "time")):
        return "date"
    numbers = ("int", "num", "real", "dec", "float", "double", "serial")
    return "number" if any(word in folded for word in numbers) else "text"


def _may_hold(table: Table, column: Column, parent: _Parent, profiles: Mapping[str, TableProfile]) -> bool:
    """False where kept values show that the column's are not the parent's."""
    mine, theirs = _values(table, column, profiles), _values(parent.table, parent.column, profiles)
    if mine is None or theirs is None or theirs.truncated or not mine.values or not theirs.values:
        return True
    known = {value.casefold() for value in theirs.values}
    return sum(value.casefold() in known for value in mine.values) >= CONTAINED * len(mine.values)


def _values(table: Table, column: Column, profiles: Mapping[str, TableProfile]) -> ColumnProfile | None:
    profile = profiles.get(table.id)
    return None if profile is None else profile.column(column.name)
