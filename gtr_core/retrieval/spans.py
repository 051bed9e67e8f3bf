"""The n-grams of a question that hit something, with all that they hit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting, ValueIndex
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.meanings import as_written, meanings
from gtr_core.retrieval.result import TokenRole
from gtr_core.text import Token, is_running, normalise, quotations

__all__ = ["MAX_WORDS", "spans"]

MAX_WORDS = 5
# Characters of a script written without spaces that are looked up together.
MAX_RUNNING = 24
# Least share of an entry in such a script that characters out of a running text must cover.
RUNNING_COVERAGE = 0.5

_SPOKEN = frozenset({"function", "operator"})
_ARTICLES = frozenset({"the", "a", "an", "each", "every", "their"})
_TEXT_TYPES = ("char", "text", "string")

_Range = tuple[int, int]


def spans(
    question: str, tokens: Sequence[Token], roles: Sequence[TokenRole], graph: ContextGraph, index: ValueIndex
) -> list[Phrase]:
    """Every n-gram of up to ``MAX_WORDS`` words that hits something; longer ones where they are a whole entry.

    Longer ones are what stands in quotation marks, runs of characters in a script without spaces, and stored
    values that begin with five words of the question and go on as it does. Phrases such as "city of the clinic"
    are turned round. O(tokens · MAX_WORDS) look-ups.
    """
    ranges = list(_ranges(tokens, roles))
    turned = list(_genitives(tokens, roles))
    ngrams: list[Sequence[Token]] = [tokens[first:last] for first, last in ranges]
    ngrams += [(tokens[last - 1], tokens[first]) for first, last in turned]
    looked_up = meanings(ngrams, graph, index)
    found: list[Phrase] = []
    for (first, last), options in zip(ranges, looked_up, strict=False):
        kept = _kept(tokens[first:last], roles[first:last], options, graph) if options else ()
        if kept:
            found.append(Phrase(first, last, tuple(kept)))
    for (first, last), options in zip(turned, looked_up[len(ranges) :], strict=True):
        whole = [option for option in options if option.posting.coverage >= 1.0 and option.posting.column is not None]
        if whole:
            found.append(Phrase(first, last, tuple(whole)))
    found.extend(_whole(_long_ranges(question, tokens), tokens, graph, index))
    found.extend(_extended(ranges, looked_up, tokens))
    return found


def _ranges(tokens: Sequence[Token], roles: Sequence[TokenRole]) -> Iterator[_Range]:
    # Per place, the next one of a token that is no function or operator word.
    telling = [len(tokens)] * (len(tokens) + 1)
    for i in range(len(tokens) - 1, -1, -1):
        telling[i] = telling[i + 1] if roles[i] in _SPOKEN else i
    for first in range(len(tokens)):
        for last in range(max(first, telling[first]) + 1, min(first + MAX_WORDS, len(tokens)) + 1):
            yield first, last


def _kept(
    tokens: Sequence[Token], roles: Sequence[TokenRole], options: Sequence[Option], graph: ContextGraph
) -> Sequence[Option]:
    """The options that an n-gram of such tokens can have."""
    if roles[0] in _SPOKEN or roles[-1] in _SPOKEN:
        options = [option for option in options if option.posting.coverage >= 1.0]
    if len(tokens) == 1 and roles[0] == "number":
        options = [option for option in options if _number_may_be_value(tokens[0], option.posting, graph)]
    if all(is_running(token.norm) for token in tokens):
        least = 1.0 if len(tokens) == 1 else RUNNING_COVERAGE
        options = [option for option in options if option.posting.coverage >= least]
    return options


def _genitives(tokens: Sequence[Token], roles: Sequence[TokenRole]) -> Iterator[_Range]:
    """Phrases such as "city of the clinic" that name a thing whole when turned round: ``clinic city``."""
    for first in range(len(tokens) - 2):
        if tokens[first + 1].norm != "of" or roles[first] != "unexplained":
            continue
        last = first + 2
        while last < len(tokens) and tokens[last].norm in _ARTICLES:
            last += 1
        if last < len(tokens) and roles[last] == "unexplained":
            yield first, last + 1


def _long_ranges(question: str, tokens: Sequence[Token]) -> Iterator[_Range]:
    """Runs of more than ``MAX_WORDS`` tokens that can be one entry."""
    starts = [token.start for token in tokens]
    for start, end in quotations(question):
        first, last = bisect_left(starts, start), bisect_left(starts, end)
        if last - first > MAX_WORDS:
            yield first, last
    for first, token in enumerate(tokens):
        if not is_running(token.norm):
            continue
        last = first + 1
        while last < min(first + MAX_RUNNING, len(tokens)) and _goes_on(tokens[last - 1], tokens[last]):
            last += 1
            if last - first > MAX_WORDS:
                yield first, last


def _goes_on(token: Token, following: Token) -> bool:
    return following.start == token.end and is_running(following.norm)


def _whole(
    ranges: Iterable[_Range], tokens: Sequence[Token], graph: ContextGraph, index: ValueIndex
) -> Iterator[Phrase]:
    asked = list(ranges)
    if not asked:
        return
    looked_up = meanings([tokens[first:last] for first, last in asked], graph, index, as_written)
    for (first, last), options in zip(asked, looked_up, strict=True):
        kept = tuple(option for option in options if option.posting.coverage >= 1.0)
        if kept:
            yield Phrase(first, last, kept)


def _extended(
    ranges: Sequence[_Range], looked_up: Sequence[Sequence[Option]], tokens: Sequence[Token]
) -> Iterator[Phrase]:
    """Values of which the question holds more than the words that were looked up: all of them."""
    norms = tuple([token.norm for token in tokens])
    whole: dict[_Range, list[Option]] = {}
    for (first, last), options in zip(ranges, looked_up, strict=False):
        if last - first < MAX_WORDS:
            continue
        for option in options:
            posting = option.posting
            if posting.value is None or posting.kind != "value" or posting.coverage >= 1.0:
                continue
            form = normalise(posting.value)
            if form == norms[first : first + len(form)]:
                found = Option(replace(posting, coverage=1.0), " ".join(form), "exact", 1.0)
                whole.setdefault((first, first + len(form)), []).append(found)
    return (Phrase(first, last, tuple(options)) for (first, last), options in whole.items())


def _number_may_be_value(token: Token, posting: Posting, graph: ContextGraph) -> bool:
    """A bare number is a value only as a whole code of a text column, and a year never is."""
    if posting.kind != "value" or posting.coverage < 1.0 or posting.column is None:
        return False
    if len(token.norm) == 4 and token.norm[:2] in ("19", "20"):
        return False
    data_type = graph.column(posting.table, posting.column).data_type.casefold()
    return any(name in data_type for name in _TEXT_TYPES)
