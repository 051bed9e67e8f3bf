"""A catalog: all that a project and its warehouse declare."""

from __future__ import annotations

from dataclasses import dataclass, field

from gtr_core.catalog.join_edge import JoinEdge
from gtr_core.catalog.key import Key
from gtr_core.catalog.metric import Metric
from gtr_core.catalog.table import Table

__all__ = ["Catalog", "LeftOut"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A node that did not become a table, and the reason (ephemeral, disabled, not_in_warehouse, ...).

    Attributes:
        reason: One word, by which builds count.
        detail: What a person needs beyond that word, empty where the word says it all.
    """

    unique_id: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Catalog:
    """Tables, keys, join edges and metrics, with what was left out and what was odd.

    Attributes:
        project: The dbt project's name, empty where there is none.
        dialect: sqlglot's name of the warehouse's dialect.
        warnings: Sentences for the user.
    """

    tables: tuple[Table, ...]
    keys: tuple[Key, ...] = ()
    joins: tuple[JoinEdge, ...] = ()
    metrics: tuple[Metric, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = field(default=())
    project: str = ""
    dialect: str = "duckdb"

    def table(self, table_id: str) -> Table | None:
        """The table of that id."""
        return next((table for table in self.tables if table.id == table_id), None)
