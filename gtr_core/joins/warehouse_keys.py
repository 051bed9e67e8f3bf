"""Keys that the warehouse declares, for the tables of a catalog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gtr_core.catalog import Catalog, Key, TableProfile
from gtr_core.warehouse import DeclaredKey

__all__ = ["contradicted_keys", "with_warehouse_keys"]


def with_warehouse_keys(catalog: Catalog, declared: Iterable[DeclaredKey]) -> tuple[Key, ...]:
    """The catalog's keys, and the primary and unique keys of the warehouse that are not among them.

    A table whose primary key the project states keeps that one; the warehouse's is then an alternate.
    """
    by_relation = {table.relation.folded(): table for table in catalog.tables}
    keys = list(catalog.keys)
    known = {(key.table, _folded(key.columns)) for key in keys}
    with_primary = {key.table for key in keys if key.primary}
    for key in declared:
        table = by_relation.get(key.relation.folded())
        if table is None or key.kind == "foreign" or (table.id, _folded(key.columns)) in known:
            continue
        primary = key.kind == "primary" and table.id not in with_primary
        keys.append(Key(table.id, key.columns, "warehouse_key", primary))
        known.add((table.id, _folded(key.columns)))
        if primary:
            with_primary.add(table.id)
    return tuple(keys)


def contradicted_keys(keys: Iterable[Key], profiles: Mapping[str, TableProfile]) -> tuple[str, ...]:
    """Sentences about keys of one column whose profile shows that they are none. Costs no statement."""
    sentences = []
    for key in keys:
        profile = profiles.get(key.table)
        column = profile.column(key.columns[0]) if profile is not None and len(key.columns) == 1 else None
        if column is None or not column.rows:
            continue
        if column.distinct_exact and not column.unique and column.distinct:
            sentences.append(f"{key.table}: {column.name} is declared a key ({key.origin}), but values occur twice.")
        elif key.primary and column.null_share > 0:
            sentences.append(f"{key.table}: {column.name} is declared the primary key ({key.origin}), but has nulls.")
    return tuple(sentences)


def _folded(columns: Iterable[str]) -> frozenset[str]:
    return frozenset(column.casefold() for column in columns)
