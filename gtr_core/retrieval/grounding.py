"""Phase 1, grounding (steps 1 and 2): the phrases of a question and what each may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting, ValueIndex
from gtr_core.retrieval.attachment import attach
from gtr_core.retrieval.candidate import Grounding, Option, Phrase
from gtr_core.retrieval.result import QuestionToken, TokenRole
from gtr_core.retrieval.weights import MATCHED_BY, match_weight, rarities, rarity_group
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, Token, tokenize, variants

__all__ = ["ground"]

MAX_WORDS = 5
MAX_OPTIONS = 200
MAX_TOKENS = 256
WEAKEST = 0.08
VERB_FOR_VALUE = 0.4
OUTRANKED = 0.7

_COMMANDS = frozenset({"name", "state", "order", "rank", "return", "report", "group", "detail", "sort", "total"})


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
    faint = _spans(tokens, roles, graph, index)
    phrases = _best_cover(list(_telling(faint)), len(tokens))
    for phrase in phrases:
        roles[phrase.first : phrase.last] = ["grounded"] * (phrase.last - phrase.first)
    question_tokens = tuple(
        QuestionToken(token.text, token.norm, token.start, token.end, role)
        for token, role in zip(tokens, roles, strict=True)
    )
    return Grounding(question_tokens, attach(question_tokens, phrases), tuple(notes), tuple(faint))


def _plain_role(tokens: Sequence[Token], i: int) -> TokenRole:
    """The role of a token that is not grounded."""
    token = tokens[i]
    if token.quoted:
        return "unexplained"
    if token.norm in OPERATOR_WORDS or _is_command(tokens, i):
        return "operator"
    if token.norm in FUNCTION_WORDS:
        return "function"
    return "number" if token.norm[:1].isdigit() and not any(c.isalpha() for c in token.norm) else "unexplained"


def _is_command(tokens: Sequence[Token], i: int) -> bool:
    """Whether a word that could be a noun is the verb that the question opens with ("Name the ...")."""
    opens = i == 0 and len(tokens) > 1 and tokens[0].norm in _COMMANDS
    return opens and (tokens[1].norm in FUNCTION_WORDS or tokens[1].norm in OPERATOR_WORDS) and tokens[1].norm != "of"


def _spans(tokens: Sequence[Token], roles: Sequence[TokenRole], graph: ContextGraph, index: ValueIndex) -> list[Phrase]:
    spans = []
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + MAX_WORDS, len(tokens)) + 1):
            inside = roles[first:last]
            if all(role in ("function", "operator") for role in inside):
                continue
            at_edges = inside[0] in ("function", "operator") or inside[-1] in ("function", "operator")
            options = _options(tokens[first:last], graph, index)
            if at_edges:
                options = [option for option in options if option.posting.coverage >= 1.0]
            if inside == ["number"]:
                options = [option for option in options if _number_may_be_value(tokens[first], option, graph)]
            if options:
                spans.append(Phrase(first, last, tuple(options)))
    return spans + list(_genitives(tokens, roles, graph, index))


def _genitives(
    tokens: Sequence[Token], roles: Sequence[TokenRole], graph: ContextGraph, index: ValueIndex
) -> Iterator[Phrase]:
    """Phrases such as "city of the clinic" that name a thing whole when turned round: ``clinic city``."""
    for first in range(len(tokens) - 2):
        last = first + 2
        while last < len(tokens) and tokens[last].norm in ("the", "a", "an", "each", "every", "their"):
            last += 1
        of = tokens[first + 1].norm == "of" and last < len(tokens)
        if not of or roles[first] != "unexplained" or roles[last] != "unexplained":
            continue
        options = [
            option
            for option in _options((tokens[last], tokens[first]), graph, index)
            if option.posting.coverage >= 1.0 and option.posting.column is not None
        ]
        if options:
            yield Phrase(first, last + 1, tuple(options))


def _telling(spans: Sequence[Phrase]) -> Iterator[Phrase]:
    """The spans with those of their options that say enough to be a phrase's meaning."""
    for span in spans:
        options = tuple(islice((option for option in span.options if option.weight >= WEAKEST), MAX_OPTIONS))
        if options:
            yield replace(span, options=options)


def _options(tokens: Sequence[Token], graph: ContextGraph, index: ValueIndex) -> list[Option]:
    """All meanings of one n-gram, best first; of several ways to one posting the best."""
    found: dict[tuple[str, str, str | None, str | None], Option] = {}
    for variant in variants(tokens):
        postings = _visible(index.lookup(variant.form), graph)
        if not postings:
            continue
        rare = rarities(postings)
        for posting in postings:
            weight = match_weight(posting, variant.weight, len(tokens)) * rare[rarity_group(posting)]
            if posting.kind == "value" and _is_verb(tokens[-1], variant.kind, posting):
                weight *= VERB_FOR_VALUE
            if _has_preferred(graph, posting.table):
                weight *= OUTRANKED
            kind = "schema" if posting.kind in ("table", "alias", "column") else posting.kind
            key = (kind, posting.table, posting.column, posting.value)
            if key not in found or found[key].weight < weight:
                likeness = round(variant.weight * MATCHED_BY[posting.matched_by], 6)
                found[key] = Option(posting, " ".join(variant.form), variant.kind, round(weight, 6), likeness)
    return sorted(found.values(), key=_by_weight)


def _has_preferred(graph: ContextGraph, table_id: str) -> bool:
    """Whether the project has a table to prefer over this one (a mart over its staging view) that may be read."""
    preferred = graph.table(table_id).preferred
    return preferred is not None and preferred in graph.positions and not graph.table(preferred).hidden


def _is_verb(token: Token, variant_kind: str, posting: Posting) -> bool:
    """Whether a match was found only by taking a verb's ending off: "shipping" is hardly the value ``SHIP``."""
    inflected = variant_kind in ("lemma", "stem", "synonym") or posting.matched_by != "exact"
    return inflected and token.norm.endswith(("ing", "ed"))


def _by_weight(option: Option) -> tuple[float, str, str, str]:
    posting = option.posting
    return (-option.weight, posting.table, posting.column or "", posting.value or "")


def _visible(postings: Sequence[Posting], graph: ContextGraph) -> list[Posting]:
    return [posting for posting in postings if posting.table in graph.positions]


def _number_may_be_value(token: Token, option: Option, graph: ContextGraph) -> bool:
    """A bare number is a value only as a whole code of a text column, and a year never is."""
    posting = option.posting
    if posting.kind != "value" or posting.coverage < 1.0 or posting.column is None:
        return False
    if len(token.norm) == 4 and token.norm[:2] in ("19", "20"):
        return False
    data_type = graph.column(posting.table, posting.column).data_type.casefold()
    return any(name in data_type for name in ("char", "text", "string"))


def _best_cover(spans: Sequence[Phrase], n_tokens: int) -> list[Phrase]:
    """The set of phrases without overlap that says the most (weighted interval scheduling)."""
    by_end: list[list[Phrase]] = [[] for _ in range(n_tokens + 1)]
    for span in spans:
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
