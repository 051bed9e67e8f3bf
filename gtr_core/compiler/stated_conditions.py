"""Conditions that a project's glossary states: phrases that stand for SQL over one table's columns."""

from __future__ import annotations

from collections.abc import Iterator

from gtr_core.catalog import Table
from gtr_core.context.glossary import is_condition

__all__ = ["stated_conditions"]


def stated_conditions(table: Table) -> Iterator[tuple[str, str]]:
    """Phrase and condition of each glossary entry of a table and its visible columns that is more than one value.

    What is one value of one column is grounded as such.
    """
    visible = (pair for column in table.columns if not column.hidden for pair in column.glossary)
    for phrase, meaning in (*table.glossary, *visible):
        if is_condition(meaning, table):
            yield phrase, meaning
