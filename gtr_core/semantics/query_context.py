"""What a table could be asked about, as the text that is embedded for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gtr_core.catalog import Column, ColumnProfile, Table
from gtr_core.context.graph import ContextGraph

__all__ = ["MAX_CHARACTERS", "query_context"]

# Encoders read about 256 tokens: a little more than this many characters of English.
MAX_CHARACTERS = 1000
_LONGEST_DESCRIPTION = 200
_LONGEST_VALUE = 30
_MOST_SYNONYMS = 8
_MOST_COLUMNS = 20
_MOST_OF_A_USE = 6
_MOST_PARENTS = 8
_MOST_METRICS = 6
_MOST_SAMPLED = 4
_MOST_VALUES = 3


def query_context(table: Table, graph: ContextGraph) -> str:
    """Sentences and questions over all that is known of a table, the most telling first.

    Names, description, synonyms, metrics, columns, what each use of a column lets one ask, the tables that it
    refers to, and sample values. Values of personal columns, and hidden columns as a whole, stay out. At most
    1000 characters, whole sentences: what does not fit is left out, starting from the end.
    """
    kept: list[str] = []
    room = MAX_CHARACTERS
    for sentence in _sentences(table, graph):
        if len(sentence) <= room:
            kept.append(sentence)
            room -= len(sentence) + 1
    return " ".join(kept)


def _sentences(table: Table, graph: ContextGraph) -> Iterator[str]:
    called = _readable(table)
    columns = [column for column in table.columns if not column.hidden]
    yield _cut(called if called.casefold() == table.name.casefold() else f"{called} ({table.name})") + "."
    if table.description:
        yield _sentence(table.description)
    if table.synonyms or table.glossary:
        yield _listed("Also called", [*table.synonyms, *(phrase for phrase, _ in table.glossary)], _MOST_SYNONYMS)
    yield from _metric_sentences(table, graph)
    yield from _question_sentences(called, table, columns, graph)
    parents = _parents(table, graph)
    if parents:
        yield _listed(f"Each {called} has its", parents, _MOST_PARENTS)
    if columns:
        yield _listed(f"What is known of {called}:", map(_readable, columns), _MOST_COLUMNS)
    yield from _sample_sentences(table, columns, graph)
    yield from _column_sentences(columns)


def _metric_sentences(table: Table, graph: ContextGraph) -> Iterator[str]:
    metrics = [metric for metric in graph.metrics if table.id in metric.tables]
    names = [metric.label or metric.name.replace("_", " ") for metric in metrics]
    if names:
        yield _listed("What is the", names, _MOST_METRICS, "?")


def _question_sentences(called: str, table: Table, columns: list[Column], graph: ContextGraph) -> Iterator[str]:
    """One question for each use of columns: measured, grouped by, over time, and by which rows are named."""
    by_use: dict[str, list[str]] = {}
    for column in columns:
        profile = graph.column_profile(table.id, column.name)
        by_use.setdefault("" if profile is None else profile.use, []).append(_readable(column))
    if by_use.get("measure"):
        yield _listed(f"What is the total or average per {called} of", by_use["measure"], _MOST_OF_A_USE, "?")
    if by_use.get("dimension"):
        yield _listed(f"How many {called} are there by", by_use["dimension"], _MOST_OF_A_USE, "?")
    if by_use.get("time"):
        yield _listed(f"When, by {called}", by_use["time"], _MOST_OF_A_USE, "?")


def _parents(table: Table, graph: ContextGraph) -> list[str]:
    """Roles and readable names of the visible tables that the table refers to, in the order of the edges."""
    names = []
    for edge in graph.successors[graph.positions[table.id]]:
        parent = graph.table(edge.parent)
        if not parent.hidden and parent.id != table.id:
            role = (edge.role or "").replace("_", " ")
            readable = _readable(parent)
            names.append(f"{readable} ({role})" if role and role != readable else readable)
    return names


def _sample_sentences(table: Table, columns: list[Column], graph: ContextGraph) -> Iterator[str]:
    """Sample values of the columns of which a few values say what the table is about."""
    sampled = 0
    for column in columns:
        profile = graph.column_profile(table.id, column.name)
        values = _permitted_values(column, profile)
        if values and sampled < _MOST_SAMPLED:
            sampled += 1
            yield _listed(f"{_readable(column)} such as", map(_short, values), _MOST_VALUES)


def _permitted_values(column: Column, profile: ColumnProfile | None) -> tuple[str, ...]:
    if column.personal or (profile is not None and profile.personal):
        return ()
    if column.known_values:
        return column.known_values
    if profile is not None and profile.semantic_type in ("category", "name", "country", "code"):
        return profile.values
    return ()


def _column_sentences(columns: Iterable[Column]) -> Iterator[str]:
    for column in columns:
        if column.description:
            yield f"{_readable(column)}: {_sentence(column.description)}"


def _readable(thing: Table | Column) -> str:
    """What people call it: its label, its alias, else its name with spaces."""
    return " ".join((thing.label or thing.alias or thing.name.replace("_", " ")).split())


def _listed(opening: str, names: Iterable[str], most: int, end: str = ".") -> str:
    return f"{opening} {', '.join(map(_cut, list(dict.fromkeys(names))[:most]))}{end}"


def _sentence(text: str) -> str:
    """The text on one line, cut at a word, with a full stop."""
    return _cut(text, _LONGEST_DESCRIPTION).rstrip(".") + "."


def _short(value: str) -> str:
    return _cut(value, _LONGEST_VALUE)


def _cut(text: str, longest: int = 60) -> str:
    """The text on one line, at most so many characters, cut at a word where it has one."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    return line[:longest].rsplit(" ", 1)[0]
