"""Retrievals made by hand from questions with marks.

A phrase in brackets is grounded: ``[Indian|nation.n_name=INDIA@supplier_nation]`` to a value,
``[suppliers|supplier]`` to a table, ``[size|part.p_size]`` to a column, ``[revenue|#revenue]`` to a metric. ``@``
names the instance, by default the one called like the table; several meanings are separated by ``;``: the
further ones are the mention's others. ``~`` before the meaning makes it a part of a longer name, ``^`` a match of
the lemma instead of the word as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.index.posting import Posting
from gtr_core.retrieval.result import Mention, QuestionToken, Retrieval
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, tokenize

_MARK = re.compile(r"\[([^|\]]+)\|([^\]]+)\]")


def retrieval(marked: str, tree: JoinTree, graph: ContextGraph) -> Retrieval:
    """The retrieval that the marks describe."""
    question, spans = "", []
    position = 0
    for found in _MARK.finditer(marked):
        question += marked[position : found.start()]
        spans.append((len(question), len(question) + len(found[1]), found[2]))
        question += found[1]
        position = found.end()
    question += marked[position:]
    tokens = tuple(_tokens(question, spans))
    mentions = []
    for start, end, meanings in spans:
        inside = [i for i, token in enumerate(tokens) if start <= token.start < end]
        postings = [_posting(meaning, graph) for meaning in meanings.split(";")]
        for group in _instances(postings):
            best, node = group[0]
            alias = node or _alias(tree, best.table)
            mentions.append(
                Mention(
                    inside[0],
                    inside[-1] + 1,
                    question[start:end],
                    question[start:end].casefold(),
                    "lemma" if "^" in meanings else "exact",
                    best,
                    best.coverage,
                    alias,
                    tuple(posting for posting, _ in group[1:]),
                )  # fmt: skip
            )
    return Retrieval(question, "resolved", 1.0, None, tree, tokens, tuple(mentions))


def _tokens(question: str, spans: list[tuple[int, int, str]]) -> Iterable[QuestionToken]:
    for token in tokenize(question):
        role = "unexplained"
        if any(start <= token.start < end for start, end, _ in spans):
            role = "grounded"
        elif token.norm in OPERATOR_WORDS:
            role = "operator"
        elif token.norm in FUNCTION_WORDS:
            role = "function"
        elif token.norm[:1].isdigit() and not any(c.isalpha() for c in token.norm):
            role = "number"
        yield QuestionToken(token.text, token.norm, token.start, token.end, role)


def _instances(postings: list[tuple[Posting, str | None]]) -> list[list[tuple[Posting, str | None]]]:
    """Meanings that name instances of their own (all with ``@``, of different tables) are mentions of their own."""
    if len(postings) > 1 and all(node for _, node in postings):
        return [[posting] for posting in postings]
    return [postings]


def _posting(meaning: str, graph: ContextGraph) -> tuple[Posting, str | None]:
    coverage = 0.5 if meaning.startswith("~") else 1.0
    meaning, _, node = meaning.lstrip("~^").partition("@")
    if meaning.startswith("#"):
        metric = graph.metric(meaning[1:])
        assert metric is not None
        return Posting("metric", metric.tables[0], None, metric.name, coverage), node or None
    name, _, value = meaning.partition("=")
    table, _, column = name.partition(".")
    graph.table(table)
    if value:
        return Posting("value", table, column, value, coverage), node or None
    if column:
        graph.column(table, column)
        return Posting("column", table, column, None, coverage), node or None
    return Posting("table", table, None, None, coverage), node or None


def _alias(tree: JoinTree, table: str) -> str | None:
    aliases = [node.alias for node in tree.nodes if node.table == table]
    return aliases[0] if aliases else None
