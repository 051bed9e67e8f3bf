"""Suppliers and customers of parts, grounded by hand: what each phrase means is said, not looked up."""

from __future__ import annotations

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Grounding, Option, Phrase
from gtr_core.retrieval.result import QuestionToken
from gtr_core.text import tokenize
from tests.context.shapes import orders_graph

__all__ = ["COUNTRIES", "grounded", "means", "members", "named", "trade", "valued"]

COUNTRIES = ("India", "China", "Peru")


def trade(*, truncated: bool = False) -> ContextGraph:
    """Order lines of parts from suppliers to customers, both in countries whose names are known."""
    graph = orders_graph()
    known = ColumnProfile("country_name", values=COUNTRIES, truncated=truncated)
    profiles = {"country": TableProfile("country", 3, 3, False, (ColumnProfile("id"), known))}
    return ContextGraph(tables=graph.tables, joins=graph.joins, keys=graph.keys, profiles=profiles)


def named(table: str, column: str | None = None, weight: float = 1.0, **fields: float) -> Option:
    """The name of a table, or of a column."""
    kind = "table" if column is None else "column"
    return Option(Posting(kind, table, column, coverage=fields.get("coverage", 1.0)), "", "exact", weight)


def valued(value: str, weight: float = 1.0, likeness: float = 1.0, coverage: float = 1.0) -> Option:
    """The name of a country."""
    return Option(Posting("value", "country", "country_name", value, coverage), "", "exact", weight, likeness)


def means(
    first: int,
    *options: Option,
    last: int | None = None,
    to: tuple[tuple[int, float], ...] = (),
    beside: tuple[int, ...] = (),
) -> Phrase:
    """A phrase of one token, or up to ``last``."""
    return Phrase(first, first + 1 if last is None else last, options, to, beside)


def grounded(question: str, *phrases: Phrase) -> Grounding:
    """A question of which only the phrases given mean something."""
    spoken = {place for phrase in phrases for place in range(phrase.first, phrase.last)}
    tokens = tuple(
        QuestionToken(token.text, token.norm, token.start, token.end, "grounded" if k in spoken else "unexplained")
        for k, token in enumerate(tokenize(question))
    )
    return Grounding(tokens, phrases, spans=phrases)


def members(graph: ContextGraph, names: str) -> int:
    """Tables by name, separated by blanks, as a bit set."""
    return sum(1 << graph.positions[name] for name in names.split())
