"""What of a context graph is looked up at question time: names, aliases, descriptions, metrics, values."""

from __future__ import annotations

from collections.abc import Iterator

from gtr_core.catalog import Column, Metric, Table
from gtr_core.context.glossary import glossary_value, is_condition
from gtr_core.context.graph import ContextGraph
from gtr_core.index import IndexEntry, Posting
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, normalise, split_identifier

__all__ = ["index_entries"]


def index_entries(graph: ContextGraph) -> Iterator[IndexEntry]:
    """All entries of the value index, table by table in the order of their ids.

    Hidden tables and columns have none. A personal column is found by its name but none of its values is
    an entry. A metric's postings name its own table; metrics of hidden or unknown tables have none.
    """
    for table in graph.tables:
        if table.hidden:
            continue
        yield from _table_entries(table)
        for column in table.columns:
            if not column.hidden:
                yield from _column_entries(table, column)
                yield from _value_entries(graph, table, column)
    for metric in graph.metrics:
        home = metric.tables[0] if metric.tables else None
        if home is not None and home in graph.positions and not graph.table(home).hidden:
            yield from _metric_entries(metric, home)


def _table_entries(table: Table) -> Iterator[IndexEntry]:
    posting = Posting("table", table.id)
    yield from _entries(_name_forms(table.name) + _name_forms(table.relation.identifier), posting)
    readable = _text_forms(table.label, table.alias, *table.synonyms)
    yield from _entries(readable, Posting("alias", table.id))
    yield from _glossary_entries(table, None, table.glossary)
    yield from _description_entries(table.description, Posting("description", table.id))


def _column_entries(table: Table, column: Column) -> Iterator[IndexEntry]:
    yield from _entries(_name_forms(column.name), Posting("column", table.id, column.name))
    readable = _text_forms(column.label, column.alias, *column.synonyms)
    yield from _entries(readable, Posting("alias", table.id, column.name))
    yield from _glossary_entries(table, column, column.glossary)
    yield from _description_entries(column.description, Posting("description", table.id, column.name))


def _value_entries(graph: ContextGraph, table: Table, column: Column) -> Iterator[IndexEntry]:
    profile = graph.column_profile(table.id, column.name)
    if column.personal or (profile is not None and profile.personal):
        return
    values = dict.fromkeys(column.known_values)
    if profile is not None:
        values.update(dict.fromkeys(profile.values))
    for value in values:
        form = normalise(value)
        if form:
            yield IndexEntry(form, Posting("value", table.id, column.name, value))


def _metric_entries(metric: Metric, home: str) -> Iterator[IndexEntry]:
    posting = Posting("metric", home, None, metric.name)
    forms = _name_forms(metric.name) + _text_forms(metric.label, *metric.synonyms)
    yield from _entries(forms, posting)
    yield from _description_entries(metric.description, Posting("description", home, None, metric.name))


def _glossary_entries(
    table: Table, column: Column | None, glossary: tuple[tuple[str, str], ...]
) -> Iterator[IndexEntry]:
    """A phrase that stands for a value of a column, for a column, or for the thing that it is written on.

    One that stands for a condition has no entry: a question that uses it is told that it was not understood.
    """
    for phrase, meaning in glossary:
        form = normalise(phrase)
        if not form:
            continue
        stated = glossary_value(meaning, table, column)
        if stated is not None:
            name, value = stated
            yield IndexEntry(form, Posting("alias" if value is None else "value", table.id, name, value))
        elif not is_condition(meaning, table):
            yield IndexEntry(form, Posting("alias", table.id, None if column is None else column.name))


def _description_entries(description: str, posting: Posting) -> Iterator[IndexEntry]:
    """Each word of a description that carries meaning, once."""
    words = dict.fromkeys(normalise(description))
    for word in words:
        if len(word) > 2 and not word.isdigit() and word not in FUNCTION_WORDS and word not in OPERATOR_WORDS:
            yield IndexEntry((word,), posting)


def _name_forms(name: str) -> list[tuple[str, ...]]:
    """An identifier as one token sequence as written, and split into words."""
    return [normalise(name), tuple(split_identifier(name))]


def _text_forms(*texts: str | None) -> list[tuple[str, ...]]:
    return [normalise(text) for text in texts if text]


def _entries(forms: list[tuple[str, ...]], posting: Posting) -> Iterator[IndexEntry]:
    for form in dict.fromkeys(forms):
        if form:
            yield IndexEntry(form, posting)
