"""Readable aliases of tables and columns with cryptic names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gtr_core.catalog import Catalog, Column, Table, TableProfile
from gtr_core.semantics.abbreviations import written_out
from gtr_core.semantics.column_prefix import common_prefix, without_prefix
from gtr_core.text import normalise, split_identifier

__all__ = ["alias_catalog", "alias_table"]

_LAYER_WORDS = frozenset({"stg", "dim", "fct", "fact", "int", "mart", "tbl", "vw", "rpt", "base", "raw", "src"})


def alias_catalog(catalog: Catalog, profiles: Mapping[str, TableProfile]) -> Catalog:
    """The catalog with an alias for every table and column.

    What people wrote stays: labels, synonyms and descriptions are not touched, and a table or column that
    already has an alias keeps it.

    Args:
        catalog: As read.
        profiles: By table id. The semantic type of a column tells a date from what it is the date of.

    Source: Guided Table Retrieval, section 2.2 (disambiguated schema elements).
    """
    return replace(catalog, tables=tuple(alias_table(table, profiles.get(table.id)) for table in catalog.tables))


def alias_table(table: Table, profile: TableProfile | None = None) -> Table:
    """One table with aliases; two of its columns that would be called alike keep their prefix."""
    split = [tuple(split_identifier(column.name)) for column in table.columns]
    prefix = common_prefix(split)
    surroundings = _surroundings(table, split)
    short = [written_out(without_prefix(words, prefix), surroundings) for words in split]
    often = Counter(short)
    aliases = [
        words if often[words] == 1 else written_out(whole, surroundings)
        for words, whole in zip(short, split, strict=True)
    ]
    columns = tuple(
        column if column.alias else replace(column, alias=_alias(column, words, profile))
        for column, words in zip(table.columns, aliases, strict=True)
    )
    return replace(table, columns=columns, alias=table.alias or _table_alias(table, surroundings))


def _alias(column: Column, words: Sequence[str], profile: TableProfile | None) -> str:
    """The words, with "date" or "year" added where the data are one and the name does not say so."""
    data = profile.column(column.name) if profile is not None else None
    kind = data.semantic_type if data is not None else ""
    if kind in ("date", "timestamp") and not _DATE_WORDS.intersection(words):
        return " ".join((*words, "date"))
    return " ".join(words)


_DATE_WORDS = frozenset({"date", "day", "time", "timestamp", "datetime", "at", "on", "month", "year", "week"})


def _table_alias(table: Table, surroundings: set[str]) -> str:
    """The table's name in words, without words that name a layer."""
    words = tuple(split_identifier(table.name))
    kept = tuple(word for word in words if word not in _LAYER_WORDS) or words
    return " ".join(written_out(kept, surroundings))


def _surroundings(table: Table, split: Sequence[Sequence[str]]) -> set[str]:
    words = {word for name in split for word in name}
    words.update(normalise(table.description))
    for column in table.columns:
        words.update(normalise(column.description))
    return words
