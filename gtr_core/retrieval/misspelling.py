"""Words that nothing explains, read as the words of the index that they are spelled like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gtr_core.context.graph import ContextGraph
from gtr_core.index import ValueIndex
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.meanings import as_written, meanings
from gtr_core.retrieval.result import TokenRole
from gtr_core.text import Token, is_word

__all__ = ["misspelled"]

# A question with more such words is in another language, or full of names that the warehouse does not know.
MOST_WORDS = 4
LEAST_COVERAGE = 0.5
# Words around the misspelled one that may belong to the same phrase.
_AROUND = ((0, 0), (1, 0), (0, 1), (1, 1))


def misspelled(
    tokens: Sequence[Token],
    roles: Sequence[TokenRole],
    found: Sequence[Phrase],
    graph: ContextGraph,
    index: ValueIndex,
) -> list[Phrase]:
    """Phrases over words that no n-gram explains and that are no words of English, corrected.

    A word is tried by itself and with its neighbours ("Untied States"). What it then stands for must be covered
    by half at least; a word in capitals, which rather is a name, stands for whole values alone.
    """
    explained = {i for span in found for i in range(span.first, span.last)}
    unknown = [
        i
        for i, token in enumerate(tokens)
        if roles[i] == "unexplained" and i not in explained and not is_word(token.norm)
    ]
    return [phrase for i in unknown[:MOST_WORDS] for phrase in _corrected(i, tokens, graph, index)]


def _corrected(i: int, tokens: Sequence[Token], graph: ContextGraph, index: ValueIndex) -> Iterator[Phrase]:
    token = tokens[i]
    near = index.vocabulary_near(token.norm)
    asked: list[tuple[int, int, float, list[Token]]] = []
    for variant in near:
        corrected = replace(token, norm=variant.form[0])
        for before, behind in _AROUND:
            if i - before >= 0 and i + behind < len(tokens):
                ngram = [*tokens[i - before : i], corrected, *tokens[i + 1 : i + behind + 1]]
                asked.append((i - before, i + behind + 1, variant.weight, ngram))
    looked_up = meanings([ngram for _, _, _, ngram in asked], graph, index, as_written) if asked else []
    merged: dict[tuple[int, int], list[Option]] = {}
    for (first, last, weight, _), options in zip(asked, looked_up, strict=True):
        kept = [_as_spelling(option, weight) for option in options if _fits(option, token, last - first)]
        if kept:
            merged.setdefault((first, last), []).extend(kept)
    for (first, last), kept in merged.items():
        yield Phrase(first, last, tuple(sorted(kept, key=lambda option: -option.weight)))


def _fits(option: Option, token: Token, tokens: int) -> bool:
    posting = option.posting
    if posting.kind == "description" or posting.coverage < (LEAST_COVERAGE if tokens == 1 else 1.0):
        return False
    return not token.text[:1].isupper() or (posting.kind == "value" and posting.coverage >= 1.0)


def _as_spelling(option: Option, weight: float) -> Option:
    return replace(
        option,
        variant_kind="spelling",
        weight=round(option.weight * weight, 6),
        likeness=round(option.likeness * weight, 6),
    )
