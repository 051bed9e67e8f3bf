"""The texts of a table that the relation-aware network reads."""

from __future__ import annotations

from dataclasses import dataclass

from gtr_core.catalog import Column, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.text import split_identifier

__all__ = ["TableTexts", "table_texts"]

_LONGEST_DESCRIPTION = 200
_LONGEST_VALUE = 24
_VALUES = 6


@dataclass(frozen=True, slots=True)
class TableTexts:
    """The texts of a table: its readable name, and of each visible column the name, the description and some values."""

    name: str
    names: tuple[str, ...]
    descriptions: tuple[str, ...]
    values: tuple[str, ...]


def table_texts(graph: ContextGraph, position: int) -> TableTexts:
    """The texts of a table. Values are those that the context holds, so that none is personal."""
    table = graph.tables[position]
    columns = [column for column in table.columns if not column.hidden]
    profile = graph.profiles.get(table.id)
    values = {} if profile is None else {of.name: of.values[:_VALUES] for of in profile.columns if not of.personal}
    # A profile may be older than the declaration that its column is personal.
    values |= {column.name: () for column in columns if column.personal}
    return TableTexts(
        _readable(table),
        tuple(_readable(column) for column in columns),
        tuple((column.description or "")[:_LONGEST_DESCRIPTION] for column in columns),
        tuple(" ".join(value[:_LONGEST_VALUE] for value in values.get(column.name, ())) for column in columns),
    )


def _readable(thing: Table | Column) -> str:
    return thing.label or thing.alias or " ".join(split_identifier(thing.name)) or thing.name
