"""Words of a question that may be a stored value which the context does not hold."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gtr_core.catalog import Column, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.result import QuestionToken
from gtr_core.text import normalise, quotations

__all__ = ["MOST_COLUMNS", "MOST_UNKNOWN", "Place", "UnknownValue", "unknown_values"]

MOST_UNKNOWN = 5
MOST_COLUMNS = 8
_LONGEST = 200
_TEXT_TYPES = ("char", "text", "string")
# What a question does not name whole.
_PROSE = frozenset({"text", "json", "url", "date", "timestamp", "boolean"})

# Table id and column.
Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class UnknownValue:
    """A phrase that may be a value, and the columns that may hold it.

    Attributes:
        text: As written, without quotation marks.
        places: Columns of text of which not all values are kept, the likeliest first; at most ``MOST_COLUMNS``.
    """

    text: str
    places: tuple[Place, ...]


def unknown_values(question: str, grounding: Grounding, graph: ContextGraph) -> tuple[UnknownValue, ...]:
    """What may be a value of a column that holds more values than the context keeps.

    Phrases in quotation marks, names (words in capitals that nothing explains, but for the question's first) and
    codes. Likeliest are columns of the tables that the question names, then columns that name their rows. Personal
    and hidden columns never are among them.
    """
    texts = dict.fromkeys(text for text in _suspects(question, grounding) if normalise(text))
    if not texts:
        return ()
    named = {phrase.options[0].posting.table for phrase in grounding.phrases}
    places = tuple(_places(graph, named))[:MOST_COLUMNS]
    return tuple(UnknownValue(text, places) for text in list(texts)[:MOST_UNKNOWN]) if places else ()


def _suspects(question: str, grounding: Grounding) -> Iterator[str]:
    tokens = grounding.tokens
    starts = [token.start for token in tokens]
    known = [
        (phrase.first, phrase.last)
        for phrase in grounding.phrases
        if any(option.posting.kind == "value" and option.posting.coverage >= 1.0 for option in phrase.options)
    ]
    taken: set[int] = set()
    for start, end in quotations(question):
        first, last = bisect_left(starts, start), bisect_left(starts, end)
        taken.update(range(first, last))
        if not any(a <= first and last <= b for a, b in known) and end - start <= _LONGEST:
            yield question[start:end].strip()
    first = 0
    while first < len(tokens):
        last = first
        while last < len(tokens) and last not in taken and _is_name(tokens, last):
            last += 1
        if last > first:
            yield question[tokens[first].start : tokens[last - 1].end]
        first = max(last, first + 1)


def _is_name(tokens: Sequence[QuestionToken], i: int) -> bool:
    token = tokens[i]
    if token.role != "unexplained":
        return False
    is_code = any(map(str.isdigit, token.norm)) and not token.norm.isdigit()
    return is_code or (i > 0 and token.text[:1].isupper())


def _places(graph: ContextGraph, named: set[str]) -> list[Place]:
    ranked = []
    for table in graph.tables:
        if table.hidden:
            continue
        naming = graph.naming_columns(table.id)
        for column in table.columns:
            if _may_hold_more(table, column, graph):
                ranked.append((table.id not in named, column.name not in naming, table.id, column.name))
    return [(table_id, column) for _, _, table_id, column in sorted(ranked)]


def _may_hold_more(table: Table, column: Column, graph: ContextGraph) -> bool:
    """Whether the context keeps only some of the column's values, and may keep any."""
    profile = graph.column_profile(table.id, column.name)
    if column.hidden or column.personal or profile is None or profile.personal or not profile.truncated:
        return False
    is_text = any(name in column.data_type.casefold() for name in _TEXT_TYPES)
    return is_text and profile.semantic_type not in _PROSE
