"""Finding the stored relation that an artifact's spelling means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gtr_core.catalog import Catalog, Column, LeftOut, Relation, Table
from gtr_core.warehouse.listing import ListedRelation

__all__ = ["best_match", "complete_catalog", "complete_table"]


def best_match(relation: Relation, listed: Iterable[ListedRelation]) -> ListedRelation | None:
    """The relation of that name: as stored, else the only one that differs in case alone.

    Parts that ``relation`` does not name are free.
    """
    folded = [one for one in listed if _agrees(relation, one.relation)]
    exact = [one for one in folded if one.relation.identifier == relation.identifier]
    chosen = exact or folded
    same = [one for one in chosen if one.relation.schema == relation.schema]
    if len(chosen) > 1 and same:
        chosen = same
    return chosen[0] if len(chosen) == 1 else None


def complete_catalog(
    catalog: Catalog, listed: Sequence[ListedRelation]
) -> tuple[Catalog, tuple[tuple[str, ListedRelation], ...]]:
    """Give each table its stored spelling, its columns and their types; leave out what does not exist.

    Returns:
        The catalog, with a ``LeftOut(id, "not_in_warehouse")`` for each table that the warehouse does not
        have, and the pairs of table id and listed relation of those that it has.
    """
    by_name: dict[str, list[ListedRelation]] = {}
    for one in listed:
        by_name.setdefault(one.relation.identifier.casefold(), []).append(one)
    tables: list[Table] = []
    found: list[tuple[str, ListedRelation]] = []
    missing: list[LeftOut] = []
    for table in catalog.tables:
        match = best_match(table.relation, by_name.get(table.relation.identifier.casefold(), ()))
        if match is None:
            missing.append(LeftOut(table.id, "not_in_warehouse"))
            continue
        tables.append(complete_table(table, match))
        found.append((table.id, match))
    completed = replace(catalog, tables=tuple(tables), left_out=catalog.left_out + tuple(missing))
    return completed, tuple(found)


def complete_table(table: Table, listed: ListedRelation) -> Table:
    """The table with its stored relation and with every stored column; what people wrote stays.

    Columns that are documented and not stored are dropped: nothing could read them.
    """
    return replace(
        table,
        relation=listed.relation,
        columns=tuple(_completed_column(table.column(column.name), column) for column in listed.columns),
    )


def _completed_column(written: Column | None, stored: Column) -> Column:
    if written is None:
        return stored
    return replace(
        written,
        name=stored.name,
        data_type=stored.data_type,
        position=stored.position,
        description=written.description or stored.description,
    )


def _agrees(wanted: Relation, stored: Relation) -> bool:
    return all(not mine or mine == theirs for mine, theirs in zip(wanted.folded(), stored.folded(), strict=True))
