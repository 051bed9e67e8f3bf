"""The query context of a table: what it is and what could be asked of it, as the text that is embedded."""

from __future__ import annotations

from gtr_core.catalog import Column, JoinEdge, Table
from gtr_core.context.graph import ContextGraph

__all__ = ["query_context"]

MAX_CHARACTERS = 900
_SAMPLES = 3
_COLUMNS = 24


def query_context(table: Table, graph: ContextGraph) -> str:
    """A short text about a table: its name, its description, and questions that it could answer.

    Made by templates from names, aliases, descriptions, metrics, parents in the graph, and a few sample
    values of columns that are not personal. The most telling parts come first, since an encoder reads the
    first 256 tokens alone; the text is cut at 900 characters.

    Source: Guided Table Retrieval, section 3.1 (query context), with templates instead of a model's questions.
    """
    name = table.label or table.alias or table.name
    parts = [f"{name}. {table.description}".strip()]
    parts += _metric_questions(table, graph)
    visible = [column for column in table.columns if not column.hidden]
    parts.append(f"What are the {', '.join(_called(column) for column in visible[:_COLUMNS])} of {name}?")
    parents = sorted({graph.table(edge.parent).alias or edge.parent for edge in _edges(table, graph)})
    if parents:
        parts.append(f"How many {name} are there by {', '.join(parents)}?")
    parts += _sample_questions(table, visible, graph)
    return " ".join(part for part in parts if part)[:MAX_CHARACTERS]


def _called(column: Column) -> str:
    return column.label or column.alias or column.name


def _metric_questions(table: Table, graph: ContextGraph) -> list[str]:
    own = [metric for metric in graph.metrics if metric.tables and metric.tables[0] == table.id]
    return [f"What is the {metric.label or metric.name}?" for metric in own[:6]]


def _edges(table: Table, graph: ContextGraph) -> list[JoinEdge]:
    return [edge for edge in graph.successors[graph.positions[table.id]] if edge.parent != table.id]


def _sample_questions(table: Table, columns: list[Column], graph: ContextGraph) -> list[str]:
    questions = []
    for column in columns:
        profile = graph.column_profile(table.id, column.name)
        if (
            profile is None
            or profile.personal
            or column.personal
            or profile.semantic_type not in ("category", "country")
        ):
            continue
        values = ", ".join(profile.values[:_SAMPLES])
        if values:
            questions.append(f"Which have {_called(column)} {values}?")
    return questions
