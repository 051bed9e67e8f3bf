"""What the project's glossary says of the words of a question."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.result import QuestionToken
from gtr_core.text import normalise

__all__ = ["glossary_meanings"]

MAX_WORDS = 8

_PHRASES: WeakKeyDictionary[ContextGraph, dict[tuple[str, ...], str]] = WeakKeyDictionary()


def glossary_meanings(graph: ContextGraph, tokens: Sequence[QuestionToken]) -> tuple[str, ...]:
    """The meanings, as the project wrote them, of the glossary's phrases that stand in a question, each once.

    O(tokens · MAX_WORDS) look-ups; the phrases are read once a graph.
    """
    phrases = _PHRASES.get(graph)
    if phrases is None:
        phrases = _PHRASES[graph] = _phrases(graph)
    if not phrases:
        return ()
    words = tuple(token.norm for token in tokens)
    found: dict[str, None] = {}
    for first in range(len(words)):
        for last in range(first + 1, min(first + MAX_WORDS, len(words)) + 1):
            meaning = phrases.get(words[first:last])
            if meaning is not None:
                found[meaning] = None
    return tuple(found)


def _phrases(graph: ContextGraph) -> dict[tuple[str, ...], str]:
    phrases: dict[tuple[str, ...], str] = {}
    for table in graph.tables:
        if table.hidden:
            continue
        visible = [column.glossary for column in table.columns if not column.hidden]
        for glossary in (table.glossary, *visible):
            for phrase, meaning in glossary:
                form = normalise(phrase)
                if form:
                    phrases.setdefault(form, meaning)
    return phrases
