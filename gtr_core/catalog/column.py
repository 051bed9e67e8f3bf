"""Columns, as a dbt project and its warehouse state them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Column"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: what people wrote about it and what the warehouse says of its type.

    Attributes:
        name: Stored spelling.
        data_type: The warehouse's type as text, empty where unknown.
        position: Place within the table, from 0.
        label: A readable name that people gave (semantic layer, benchmark), if any.
        alias: A readable name that GTR made from a cryptic one (``gtr_core.semantics``), empty until then.
        known_values: Values that the project declares (accepted_values).
        glossary: Pairs of phrase and meaning from ``meta.gtr.glossary``.
        personal: Declared to hold personal data (True), declared not to (False), or undeclared (None).
        hidden: Kept out of retrieval by the project.
        role: The role that a foreign key's parent plays, from ``meta.gtr.role``.
    """

    name: str
    data_type: str = ""
    position: int = 0
    description: str = ""
    label: str | None = None
    alias: str = ""
    tags: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    known_values: tuple[str, ...] = ()
    glossary: tuple[tuple[str, str], ...] = ()
    personal: bool | None = None
    hidden: bool = False
    role: str | None = None
