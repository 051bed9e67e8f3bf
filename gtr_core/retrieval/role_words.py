"""Which of several edges between two tables a question speaks of, by the words of their roles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from gtr_core.catalog import JoinEdge, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.result import QuestionToken
from gtr_core.text import lemma, split_identifier

__all__ = ["is_plain", "role_credit", "role_words", "said_words"]

SAID = 0.45
UNSAID = 0.35

_KEY_WORDS = frozenset({"id", "ids", "key", "fk", "sk", "pk", "code", "no", "nr", "num", "number", "identifier", "ref"})


# Verbs of going and coming, and what the keys of where one starts and ends are called.
_START, _END = ("source", "origin", "departure", "start", "from"), ("destination", "dest", "arrival", "target", "end")
_DIRECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("receive", "get"), ("to", "recipient", "receiver")),
    **dict.fromkeys(("send", "transfer"), ("from", "sender")),
    "report": ("manager", "supervisor", "boss"),
    "deliver": ("ship", "delivery"),
    **dict.fromkeys(("depart", "leave", "originate", "embark"), _START),
    **dict.fromkeys(("arrive", "land", "reach", "disembark"), _END),
}


def said_words(tokens: Iterable[QuestionToken]) -> frozenset[str]:
    """The words of a question by which roles are told apart: as written, as lemmas, and who does what they say.

    "Won" says ``winner``, "created" ``creator``, "departing" ``source`` and ``origin``.
    """
    said: set[str] = set()
    for token in tokens:
        if token.role == "function":
            continue
        word = lemma(token.norm)
        said.update((token.norm, word, *_DIRECTIONS.get(word, ())))
        if len(word) >= 3 and word.isalpha():
            said.update((f"{word}er", f"{word}or", f"{word}{word[-1]}er", f"{word[:-1]}or"))
            said.add(f"{word}r" if word.endswith("e") else f"{word}ee")
    return frozenset(said)


def role_words(graph: ContextGraph, edge: JoinEdge) -> frozenset[str]:
    """The words of an edge's role and of its key that its parent's name does not have, as lemmas.

    ``referring`` of ``referring_vet_id``.
    """
    names = (*edge.child_columns, *((edge.role,) if edge.role else ()))
    return frozenset(_without_own(graph, edge, names))


def is_plain(graph: ContextGraph, edge: JoinEdge) -> bool:
    """Whether an edge's key is called as its parent is: ``vet_id``."""
    return not _without_own(graph, edge, edge.child_columns)


def role_credit(graph: ContextGraph, edge: JoinEdge, said: AbstractSet[str]) -> float:
    """What a tree earns, or pays where negative, for walking an edge from child to parent.

    A reference of a table to itself earns where the question says its role ("referred by"). Of the others only edges
    with a sister between the same two tables earn or pay: one whose role the question says earns;
    one with a role that it does not say pays where a sister's key is called as the parent is, since that is
    the plain reading.

    Args:
        graph: The context graph.
        edge: The edge.
        said: The question's words, as written and as lemmas.
    """
    if edge.child == edge.parent:
        return SAID if role_words(graph, edge) & said else 0.0
    sisters = [other for other in graph.successors[graph.positions[edge.child]] if other.parent == edge.parent]
    if len(sisters) < 2:
        return 0.0
    if role_words(graph, edge) & said:
        return SAID
    plain_sister = any(is_plain(graph, other) for other in sisters)
    return -UNSAID if plain_sister and not is_plain(graph, edge) else 0.0


def _without_own(graph: ContextGraph, edge: JoinEdge, names: Sequence[str]) -> set[str]:
    own = _words(graph.table(edge.parent))
    own.update(lemma(word) for column in edge.parent_columns for word in split_identifier(column))
    return {lemma(word) for name in names for word in split_identifier(name)} - own - _KEY_WORDS


def _words(table: Table) -> set[str]:
    names = (table.name, table.relation.identifier, table.alias, table.label or "", *table.synonyms)
    return {lemma(word) for name in names for word in split_identifier(name)}
