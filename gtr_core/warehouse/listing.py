"""What a warehouse says of its relations without reading their rows."""

from __future__ import annotations

from dataclasses import dataclass

from gtr_core.catalog import Column, Relation

__all__ = ["DeclaredKey", "ListedRelation"]


@dataclass(frozen=True, slots=True)
class ListedRelation:
    """A table or view that exists.

    Attributes:
        relation: In its stored spelling.
        kind: ``table`` or ``view`` (materialised views and external tables count as views where the
            engine cannot sample them by block).
        columns: In the table's order, with the engine's types as text.
        row_count: What the engine knows without counting; None where it knows nothing.
        bytes: Likewise.
        altered: A mark that changes when the table does (a time, a version), None where there is none.
    """

    relation: Relation
    kind: str
    columns: tuple[Column, ...] = ()
    row_count: int | None = None
    bytes: int | None = None
    altered: str | None = None


@dataclass(frozen=True, slots=True)
class DeclaredKey:
    """A key that the warehouse declares, whether it enforces it or not.

    Attributes:
        kind: primary, unique or foreign.
        parent, parent_columns: What a foreign key refers to.
    """

    kind: str
    relation: Relation
    columns: tuple[str, ...]
    parent: Relation | None = None
    parent_columns: tuple[str, ...] = ()
