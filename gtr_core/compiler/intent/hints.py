"""Mentions that help to find tables, and are too weak to compute by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gtr_core.compiler.intent.words import FULL_VALUE_SUPERLATIVES, NUMBER_WORDS, TIME_SUPERLATIVES
from gtr_core.retrieval.result import Mention, QuestionToken, Retrieval

__all__ = ["is_hint", "without_hints"]

_WEAKEST_VALUE = 0.3


def is_hint(mention: Mention) -> bool:
    """Whether a mention only hints at a table: a word of a description, a near embedding, one word of a long value."""
    posting = mention.posting
    if posting.kind in ("description", "semantic"):
        return True
    if posting.kind != "value":
        return False
    counted = mention.variant_kind == "spelling" and mention.text.split()[0].casefold() in NUMBER_WORDS
    return counted or (posting.coverage < 1.0 and mention.weight < _WEAKEST_VALUE)


def _is_number(mention: Mention, tokens: Sequence[QuestionToken]) -> bool:
    """Whether a number was taken for a value that spells it, or stands before a superlative: it counts or compares."""
    if mention.posting.kind != "value" or mention.variant_kind != "number_word":
        return False
    behind = tokens[mention.last].norm if mention.last < len(tokens) else ""
    return mention.text.isdecimal() or behind in {"most", "least", *FULL_VALUE_SUPERLATIVES, *TIME_SUPERLATIVES}


def without_hints(retrieval: Retrieval) -> Retrieval:
    """The retrieval without its hints; the words of a hint count as unexplained, so that they are said."""
    hints = [mention for mention in retrieval.mentions if is_hint(mention) or _is_number(mention, retrieval.tokens)]
    if not hints:
        return retrieval
    kept = tuple(mention for mention in retrieval.mentions if mention not in hints)
    covered = {i for mention in kept for i in range(mention.first, mention.last)}
    lost = {i for mention in hints for i in range(mention.first, mention.last)} - covered
    tokens = tuple(_unexplained(token) if i in lost else token for i, token in enumerate(retrieval.tokens))
    return replace(retrieval, tokens=tokens, mentions=kept)


def _unexplained(token: QuestionToken) -> QuestionToken:
    return replace(token, role="unexplained") if token.role == "grounded" else token
