"""Words that say the role of a key: the row that is referred to may be what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.result import QuestionToken
from gtr_core.retrieval.role_verbs import says
from gtr_core.retrieval.role_words import role_book

__all__ = ["with_role_meanings"]

# What a verb says that is found by its role alone.
VERB = 0.3
# What the table of those who do what a verb says weighs, where it is asked who does it.
DOER = 0.5
# A table that is surely spoken of, and how many of its edges are looked at.
SPOKEN, MOST_EDGES = 0.6, 24

# "Each adviser's id": the key itself.
_KEYS = frozenset({"id", "ids", "key", "keys", "code", "codes", "number", "numbers"})
_WHO = frozenset({"who", "whom", "whose"})
_EACH = frozenset({"each", "every", "per", "by", "which", "what"})
_THEIR = frozenset({"their", "its", "his", "her"})


def with_role_meanings(
    graph: ContextGraph, tokens: Sequence[QuestionToken], phrases: Sequence[Phrase]
) -> tuple[tuple[QuestionToken, ...], tuple[Phrase, ...]]:
    """The tokens, and the phrases with what they mean as roles, further ones for verbs that only say a role among them.

    A noun that names the role of a key ("each adviser", "who is the head of") may mean the row that the key refers to,
    not only the key. A verb that is grounded to nothing, but says a role of a table that is spoken of ("who reports
    to"), means that key. A verb by which it is asked who does something ("taught by whom") means the table of those
    who do it.
    """
    with_rows = [_with_doer(tokens, _with_row(graph, tokens, phrase)) for phrase in phrases]
    verbs = list(_verbs(graph, tokens, phrases))
    grounded = {verb.first for verb in verbs}
    known = tuple(replace(token, role="grounded") if k in grounded else token for k, token in enumerate(tokens))
    return known, tuple(sorted([*with_rows, *verbs], key=lambda phrase: phrase.first))


def _with_row(graph: ContextGraph, tokens: Sequence[QuestionToken], phrase: Phrase) -> Phrase:
    best = phrase.options[0]
    if best.posting.column is None or best.posting.value is not None:
        return phrase
    named = _names_a_row(tokens, phrase)
    rows = tuple(
        _row(best, edge)
        for edge in _edges_of(graph, best.posting)
        if (named or (edge.child == edge.parent and _has_owner(tokens, phrase)))
        and _said_by(graph, edge, tokens, phrase)
    )
    return replace(phrase, options=(*rows, *phrase.options)) if rows else phrase


def _with_doer(tokens: Sequence[QuestionToken], phrase: Phrase) -> Phrase:
    """A phrase with more weight on the tables that are named after a verb, where it is asked who does it."""
    opens = phrase.first == 1 and tokens[0].norm in _WHO
    behind = [token.norm for token in tokens[phrase.last : phrase.last + 2]]
    if not opens and not (len(behind) == 2 and behind[0] == "by" and behind[1] in _WHO):
        return phrase
    options = tuple(replace(option, weight=DOER) if _is_doer(option) else option for option in phrase.options)
    return replace(phrase, options=tuple(sorted(options, key=lambda option: -option.weight)))


def _is_doer(option: Option) -> bool:
    posting = option.posting
    is_table = posting.kind in ("table", "alias") and posting.column is None and posting.coverage >= 1.0
    return is_table and option.variant_kind != "exact" and option.weight < DOER


def _edges_of(graph: ContextGraph, posting: Posting) -> list[JoinEdge]:
    edges = graph.successors[graph.positions[posting.table]]
    return [edge for edge in edges if edge.child_columns == (posting.column,)]


def _row(option: Option, edge: JoinEdge) -> Option:
    return replace(option, posting=Posting("alias", edge.parent, coverage=option.posting.coverage), role=edge)


def _said_by(graph: ContextGraph, edge: JoinEdge, tokens: Sequence[QuestionToken], phrase: Phrase) -> bool:
    words = role_book(graph).role(edge).words
    return any(words & says(token.norm) for token in tokens[phrase.first : phrase.last])


def _names_a_row(tokens: Sequence[QuestionToken], phrase: Phrase) -> bool:
    """Whether a phrase is a noun for somebody or something, of whom more than the key is asked."""
    ends = [token.norm for token in tokens[phrase.last - 1 : phrase.last + 1]]
    if ends[0].endswith(("ed", "ing")) or not _KEYS.isdisjoint(ends):
        return False
    if phrase.last < len(tokens) and tokens[phrase.last].role in ("grounded", "unexplained"):
        # "Head teacher", "home city": the word behind it is the noun; "each adviser looks" has a verb there.
        return phrase.first > 0 and tokens[phrase.first - 1].norm in ("each", "every")
    before = [token.norm for token in tokens[: phrase.first]]
    if before and before[-1] in _EACH:
        return True
    asked = bool(before) and before[0] in _WHO
    return asked and all(token.role in ("function", "operator") for token in tokens[: phrase.first])


def _has_owner(tokens: Sequence[QuestionToken], phrase: Phrase) -> bool:
    """Whether a noun is said to be somebody's: "their mentor", "the mentor of their adviser"."""
    if tokens[phrase.last - 1].norm.endswith(("ed", "ing")):
        return False
    before = tokens[phrase.first - 1].norm if phrase.first else ""
    return before in _THEIR or (phrase.last < len(tokens) and tokens[phrase.last].norm == "of")


def _verbs(graph: ContextGraph, tokens: Sequence[QuestionToken], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    edges = _edges_spoken_of(graph, phrases)
    if not edges:
        return
    for place, token in enumerate(tokens):
        if token.role != "unexplained" or token.text[:1] in "\"'":
            continue
        said = says(token.norm) - {token.norm}
        options = tuple(
            Option(Posting("column", edge.child, edge.child_columns[0], coverage=0.5), word, "derived", VERB, 0.6)
            for edge in edges
            for word in sorted(role_book(graph).role(edge).words & said)[:1]
        )
        if options:
            yield Phrase(place, place + 1, options)


def _edges_spoken_of(graph: ContextGraph, phrases: Sequence[Phrase]) -> list[JoinEdge]:
    """Edges with roles between tables that are surely spoken of; a table that refers to itself needs no other."""
    tables = {phrase.options[0].posting.table for phrase in phrases if phrase.weight >= SPOKEN}
    found = []
    for table in sorted(tables):
        for edge in graph.successors[graph.positions[table]][:MOST_EDGES]:
            if edge.parent in tables and len(edge.child_columns) == 1:
                found.append(edge)
    return found
