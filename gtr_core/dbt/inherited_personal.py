"""Personal columns handed on: what is built from a table with a personal column has one of that name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gtr_core.catalog import Catalog, Table

__all__ = ["inherit_personal"]


def inherit_personal(catalog: Catalog) -> Catalog:
    """The catalog with every column marked personal that bears the name of a personal one among its table's parents.

    Names are compared without case, through any number of models. A column of which the project says
    ``personal: false`` stays free, and so do those that are read from it. A column that a model renames is not
    followed. O(rounds · columns), as many rounds as the longest chain of models.
    """
    tables = {table.id: table for table in catalog.tables}
    changed = True
    while changed:
        changed = False
        for table_id, table in tables.items():
            inherited = _inherited(table, tables)
            if inherited is not None:
                tables[table_id] = inherited
                changed = True
    return replace(catalog, tables=tuple(tables[table.id] for table in catalog.tables))


def _inherited(table: Table, tables: Mapping[str, Table]) -> Table | None:
    """The table with what its parents hand on; None where that is nothing new."""
    handed_on = {
        column.name.casefold()
        for parent in table.depends_on
        if parent in tables
        for column in tables[parent].columns
        if column.personal
    }
    columns = tuple(
        replace(column, personal=True) if column.personal is None and column.name.casefold() in handed_on else column
        for column in table.columns
    )
    return replace(table, columns=columns) if columns != table.columns else None
