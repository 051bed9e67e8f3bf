"""Two tables' names in a row: the first may say no more than of what kind the second is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.attachment import names_table
from gtr_core.retrieval.candidate import Phrase
from gtr_core.retrieval.result import QuestionToken

__all__ = ["with_compounds"]

# What is left of a name's weight: too little to bring its table into a tree.
KIND = 0.25


def with_compounds(
    graph: ContextGraph, tokens: Sequence[QuestionToken], phrases: Sequence[Phrase]
) -> tuple[Phrase, ...]:
    """The phrases, those with little weight that stand right before a child of what they name ("club memberships").

    A membership is one of a club: to count memberships, no club is needed.
    """
    return tuple(
        _weakened(phrase) if i + 1 < len(phrases) and _is_kind_of(graph, tokens, phrase, phrases[i + 1]) else phrase
        for i, phrase in enumerate(phrases)
    )


def _is_kind_of(graph: ContextGraph, tokens: Sequence[QuestionToken], phrase: Phrase, following: Phrase) -> bool:
    if phrase.last != following.first or not names_table(phrase) or not names_table(following):
        return False
    if tokens[following.last - 1].norm.endswith(("ed", "ing")):
        return False
    # A gap of more than a blank is a possessive: "the club's memberships".
    if tokens[following.first].start - tokens[phrase.last - 1].end > 1:
        return False
    parent, child = phrase.options[0].posting.table, following.options[0].posting.table
    return parent != child and any(edge.parent == parent for edge in graph.successors[graph.positions[child]])


def _weakened(phrase: Phrase) -> Phrase:
    options = tuple(replace(option, weight=KIND * option.weight) for option in phrase.options)
    return replace(phrase, options=options)
