"""One reading of a question in words, for whoever is to choose among several."""

from __future__ import annotations

from collections.abc import Iterator

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.disambiguation import Choice
from gtr_core.retrieval.merging import Merged

__all__ = ["reading_text"]

LONGEST_DESCRIPTION = 160
LONGEST_TEXT = 60


def reading_text(graph: ContextGraph, grounding: Grounding, choice: Choice, merged: Merged) -> str:
    """Tables, instances with their roles, joins, and what each phrase means: one a line.

    Names, labels and descriptions are told; of values those that phrases were grounded to, of columns that hold
    no personal data. A name or a value fills no line but its own.
    """
    tables = ", ".join(_one_line(graph.table(table).name) for table in merged.tree.tables)
    lines = [
        f"tables: {tables}",
        *_instances(graph, merged),
        *_joins(merged),
        *_meanings(graph, grounding, choice, merged),
    ]
    return "\n".join(lines)


def _instances(graph: ContextGraph, merged: Merged) -> Iterator[str]:
    for node in merged.tree.nodes:
        table = graph.table(node.table)
        named = table.label or table.alias
        role = f", in the role {node.role}" if node.role else ""
        described = f": {table.description}" if table.description else ""
        text = f"{node.alias} is {table.name}{f' ({named})' if named else ''}{role}{described}"
        yield _one_line(text, LONGEST_DESCRIPTION)


def _joins(merged: Merged) -> Iterator[str]:
    for join in merged.tree.joins:
        on = " and ".join(f"{join.left}.{mine} = {join.right}.{theirs}" for mine, theirs in join.on)
        yield _one_line(f"join on {on} ({join.cardinality})", LONGEST_DESCRIPTION)


def _meanings(graph: ContextGraph, grounding: Grounding, choice: Choice, merged: Merged) -> Iterator[str]:
    for phrase, placed, alias in zip(grounding.phrases, choice.assignment.choices, merged.aliases, strict=True):
        words = _one_line(" ".join(token.text for token in grounding.tokens[phrase.first : phrase.last]), LONGEST_TEXT)
        if placed is not None and alias is not None:
            yield f"{words!r} means {_meant(graph, placed[0].posting, alias)}"


def _meant(graph: ContextGraph, posting: Posting, alias: str) -> str:
    if posting.kind == "metric":
        return _one_line(f"the metric {posting.value} of {alias}")
    if posting.column is None:
        return _one_line(alias)
    column = _one_line(f"{alias}.{posting.column}")
    if posting.value is None:
        return column
    if _is_personal(graph, posting.table, posting.column):
        return f"a value of {column}"
    return f"{column} = {_one_line(posting.value, LONGEST_TEXT)!r}"


def _is_personal(graph: ContextGraph, table: str, column: str) -> bool:
    declared = graph.table(table).column(column)
    profile = graph.column_profile(table, column)
    return (declared is not None and bool(declared.personal)) or (profile is not None and profile.personal)


def _one_line(text: str, longest: int = LONGEST_DESCRIPTION) -> str:
    return " ".join(text.split())[:longest]
