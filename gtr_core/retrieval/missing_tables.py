"""Tables that a question names and that the build could not take in."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.retrieval.result import QuestionToken
from gtr_core.text import lemma, split_identifier

__all__ = ["missing_table"]


def missing_table(
    tokens: Sequence[QuestionToken], failed: Sequence[FailedTable], graph: ContextGraph
) -> FailedTable | None:
    """The first failed table that the question calls by its name and that nothing in the graph is called by.

    A neighbour that shares a word with it must not answer in its place.
    """
    if not failed:
        return None
    said = [lemma(token.norm) for token in tokens]
    known = {_words(table.name) for table in graph.tables if not table.hidden}
    for table in failed:
        words = _words(table.table.rpartition(".")[2])
        if table.table in graph.positions or not words or words in known:
            continue
        if any(tuple(said[i : i + len(words)]) == words for i in range(len(said))):
            return table
    return None


def _words(name: str) -> tuple[str, ...]:
    return tuple(lemma(word) for word in split_identifier(name))
