"""From rows of an engine's catalog to relations and keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gtr_core.catalog import Column, Relation
from gtr_core.warehouse.listing import ListedRelation

__all__ = ["ColumnRow", "group_columns"]


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """One column of one relation, with what is known of the relation as a whole."""

    relation: Relation
    kind: str
    column: str
    data_type: str
    comment: str | None = None
    row_count: int | None = None
    bytes: int | None = None
    altered: str | None = None


def group_columns(rows: Iterable[ColumnRow]) -> tuple[ListedRelation, ...]:
    """Relations in the order of their first row, with their columns in the order of the rows."""
    columns: dict[Relation, list[Column]] = {}
    first: dict[Relation, ColumnRow] = {}
    for row in rows:
        of_relation = columns.setdefault(row.relation, [])
        of_relation.append(Column(row.column, row.data_type, len(of_relation), row.comment or ""))
        first.setdefault(row.relation, row)
    return tuple(
        ListedRelation(relation, row.kind, tuple(columns[relation]), row.row_count, row.bytes, row.altered)
        for relation, row in first.items()
    )
