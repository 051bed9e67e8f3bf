"""Phase 1, grounding (steps 1 and 2): the phrases of a question and what each may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from gtr_core.context.graph import ContextGraph
from gtr_core.index import ValueIndex
from gtr_core.retrieval.attachment import attach
from gtr_core.retrieval.candidate import Grounding, Phrase
from gtr_core.retrieval.compounds import with_compounds
from gtr_core.retrieval.misspelling import misspelled
from gtr_core.retrieval.result import QuestionToken, TokenRole
from gtr_core.retrieval.role_meanings import with_role_meanings
from gtr_core.retrieval.spans import spans
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, Token, tokenize

__all__ = ["ground"]

MAX_OPTIONS = 200
MAX_TOKENS = 256
WEAKEST = 0.08

# Verbs that could be nouns, and verbs that could not.
_COMMANDS = frozenset({"name", "state", "order", "rank", "return", "report", "group", "detail", "sort", "total"})
_REQUESTS = frozenset({"calculate", "compute", "indicate", "describe", "mention", "identify", "determine", "write"})
# Of "list down" and "in ascending order".
_LISTING = frozenset({"list", "note", "write", "jot", "put"})
_SORTING = frozenset({"alphabetic", "alphabetical", "lexicographic", "lexicographical", "chronological", "numerical"})
_SORTING |= {"ascending", "descending", "asc", "desc", "increasing", "decreasing", "reverse"}
_BEFORE_A_REQUEST = frozenset({"and", "please", "also", "then", "kindly", "to"})


def ground(question: str, graph: ContextGraph, index: ValueIndex) -> Grounding:
    """Look up every n-gram of the question with its variants, and keep the best phrases.

    Of overlapping phrases those stay that together say the most, where a phrase counts by the weight of
    its best meaning and more than proportionally by its length, so that the longest match wins. A function
    or operator word alone is never looked up: a value that happens to be called ``top`` does not take
    the word's role away; quoted, it is.

    At most ``MAX_TOKENS`` tokens are read; what is cut is said in the notes. O(tokens · MAX_WORDS) look-ups.

    Source: Guided Table Retrieval, section 3.1 (hash-based prediction).
    """
    tokens = tokenize(question)
    notes = []
    if len(tokens) > MAX_TOKENS:
        notes.append(f"Only the first {MAX_TOKENS} of {len(tokens)} tokens were read.")
        tokens = tokens[:MAX_TOKENS]
    roles = [_plain_role(tokens, i) for i in range(len(tokens))]
    faint = spans(question, tokens, roles, graph, index)
    faint += misspelled(tokens, roles, faint, graph, index)
    phrases = _best_cover(list(_telling(faint)), len(tokens))
    for phrase in phrases:
        roles[phrase.first : phrase.last] = ["grounded"] * (phrase.last - phrase.first)
    question_tokens = tuple(
        QuestionToken(token.text, token.norm, token.start, token.end, role)
        for token, role in zip(tokens, roles, strict=True)
    )
    meant: Sequence[Phrase] = with_compounds(graph, question_tokens, phrases)
    question_tokens, meant = with_role_meanings(graph, question_tokens, meant)
    return Grounding(question_tokens, attach(question_tokens, meant), tuple(notes), tuple(faint))


def _plain_role(tokens: Sequence[Token], i: int) -> TokenRole:
    """The role of a token that is not grounded."""
    token = tokens[i]
    if token.quoted:
        return "unexplained"
    if token.norm in OPERATOR_WORDS or _is_command(tokens, i) or _is_sorting(tokens, i):
        return "operator"
    if token.norm in FUNCTION_WORDS or (token.norm == "down" and i and tokens[i - 1].norm in _LISTING):
        return "function"
    return "number" if token.norm[:1].isdigit() and not any(c.isalpha() for c in token.norm) else "unexplained"


def _is_command(tokens: Sequence[Token], i: int) -> bool:
    """Whether a word is the verb by which something is asked for ("Name the ...", "... and calculate the ...")."""
    if i + 1 == len(tokens):
        return False
    following = tokens[i + 1].norm
    if tokens[i].norm in _REQUESTS:
        return i == 0 or tokens[i - 1].norm in _BEFORE_A_REQUEST
    opens = i == 0 and tokens[0].norm in _COMMANDS
    return opens and (following in FUNCTION_WORDS or following in OPERATOR_WORDS) and following != "of"


def _is_sorting(tokens: Sequence[Token], i: int) -> bool:
    """Whether "order" speaks of how rows are sorted ("in ascending order", "in order of"), not of an order."""
    if tokens[i].norm != "order" or not i:
        return False
    before = tokens[i - 1].norm
    return before in _SORTING or (before == "in" and i + 1 < len(tokens) and tokens[i + 1].norm == "of")


def _telling(faint: Sequence[Phrase]) -> Iterator[Phrase]:
    """The spans with those of their options that say enough to be a phrase's meaning."""
    for span in faint:
        options = tuple(islice((option for option in span.options if option.weight >= WEAKEST), MAX_OPTIONS))
        if options:
            yield replace(span, options=options)


def _best_cover(telling: Sequence[Phrase], n_tokens: int) -> list[Phrase]:
    """The set of phrases without overlap that says the most (weighted interval scheduling)."""
    by_end: list[list[Phrase]] = [[] for _ in range(n_tokens + 1)]
    for span in telling:
        by_end[span.last].append(span)
    best: list[tuple[float, Phrase | None]] = [(0.0, None)]
    for end in range(1, n_tokens + 1):
        choice: tuple[float, Phrase | None] = (best[end - 1][0], None)
        for span in by_end[end]:
            score = best[span.first][0] + _worth(span)
            if score > choice[0] + 1e-9:
                choice = (score, span)
        best.append(choice)
    chosen = []
    end = n_tokens
    while end > 0:
        span_or_none = best[end][1]
        if span_or_none is None:
            end -= 1
        else:
            chosen.append(span_or_none)
            end = span_or_none.first
    return [replace(phrase) for phrase in reversed(chosen)]


def _worth(span: Phrase) -> float:
    """What a phrase is worth when phrases compete for tokens.

    Rarity is left out of it, as a name that many tables share is no worse a name; so the weight counts
    by its square root only.
    """
    return float(span.weight**0.5 * (span.last - span.first) ** 1.3)
