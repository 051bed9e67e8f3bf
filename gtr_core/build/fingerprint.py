"""What decides whether a table's profile still holds."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple

from gtr_core.catalog import Relation, Table
from gtr_core.profiling import PROFILER_VERSION, ProfilingSettings
from gtr_core.warehouse import Warehouse

__all__ = ["altered_marks", "fingerprint", "same_settings"]


def fingerprint(table: Table, settings: ProfilingSettings) -> str:
    """Digests of the profiler's version and settings, and of what project and warehouse say of the table.

    What is said of it: dbt's checksum, the stored names, columns with types, and what they declare as personal.
    The rows are told of by ``altered_marks``.
    """
    columns = [(column.name, column.data_type, column.personal, column.tags) for column in table.columns]
    told = (table.checksum, table.relation.parts, table.name, table.tags, columns)
    return f"{_digest((PROFILER_VERSION, astuple(settings)))}:{_digest(told)}"


def same_settings(one: str, other: str) -> bool:
    """Whether two fingerprints are of the same version and settings of the profiler."""
    return one.partition(":")[0] == other.partition(":")[0]


def altered_marks(warehouse: Warehouse, tables: Sequence[Table]) -> dict[str, str]:
    """By table id, a mark that changes when the table's rows do; tables of which none can be had are missing.

    A view changes when what it is built from does, as far as the project tells what that is.

    Raises:
        WarehouseError: The warehouse does not answer.
    """
    listed = [warehouse.describe(table.relation) for table in tables]
    own = warehouse.altered_marks([one for one in listed if one.kind == "table"])
    views = {table.id: table for table, one in zip(tables, listed, strict=True) if one.kind != "table"}
    return _with_views(tables, views, own)


def _with_views(tables: Sequence[Table], views: Mapping[str, Table], own: Mapping[Relation, str]) -> dict[str, str]:
    marks = {table.id: own[table.relation] for table in tables if table.relation in own}
    rest = dict(views)
    while True:
        known = {
            table_id: _digest(tuple((parent, marks[parent]) for parent in sorted(view.depends_on)))
            for table_id, view in rest.items()
            if view.depends_on and all(parent in marks for parent in view.depends_on)
        }
        if not known:
            return marks
        marks |= known
        rest = {table_id: view for table_id, view in rest.items() if table_id not in known}


def _digest(facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
