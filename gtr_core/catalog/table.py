"""Tables: the nodes of the context graph."""

from __future__ import annotations

from dataclasses import dataclass

from gtr_core.catalog.column import Column
from gtr_core.catalog.relation import Relation

__all__ = ["Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """A relation as a node of the context graph.

    Attributes:
        id: dbt's unique_id where there is one, else ``database.schema.identifier``.
        kind: model, seed, snapshot, source, or relation (not in dbt).
        name: dbt's name of the node, or the identifier.
        alias: A readable name that GTR made (``gtr_core.semantics``), empty until then.
        also: unique_ids of other nodes that are the same relation, and of other versions.
        glossary: Pairs of phrase and meaning from ``meta.gtr.glossary``.
        hidden: Kept out of retrieval by the project, or an older version of a versioned model.
        materialized: dbt's materialisation (table, view, incremental, ...), empty where unknown.
        depends_on: Ids of the tables that it is built from, ephemeral models looked through.
        exposures: Names of the exposures that read it.
        version: Version of a versioned model.
        layer: source, staging, intermediate, mart or empty, as its name, folder or tags say.
        preference: How far to prefer it among tables that hold the same thing, 0 to 1.
        preference_reasons: What that rests on, in words.
        preferred: Id of the table to prefer over this one: it holds the same thing, nearer to its
            readers, or is the latest version; None where this one is to be preferred.
        role: What kind of table the project says it is (``meta.gtr.role``).
        meta: The project's own ``meta`` but for ``gtr``: names and scalar values as text, lists item by item.
    """

    id: str
    relation: Relation
    name: str
    kind: str = "relation"
    columns: tuple[Column, ...] = ()
    description: str = ""
    label: str | None = None
    alias: str = ""
    also: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    glossary: tuple[tuple[str, str], ...] = ()
    hidden: bool = False
    materialized: str = ""
    depends_on: tuple[str, ...] = ()
    group: str | None = None
    access: str | None = None
    owners: tuple[str, ...] = ()
    checksum: str = ""
    exposures: tuple[str, ...] = ()
    version: str | None = None
    layer: str = ""
    preference: float = 0.5
    preference_reasons: tuple[str, ...] = ()
    preferred: str | None = None
    role: str | None = None
    meta: tuple[tuple[str, str], ...] = ()

    def column(self, name: str) -> Column | None:
        """The column of that name: as stored, else the only one that differs in case alone."""
        folded = []
        for column in self.columns:
            if column.name == name:
                return column
            if column.name.casefold() == name.casefold():
                folded.append(column)
        return folded[0] if len(folded) == 1 else None
