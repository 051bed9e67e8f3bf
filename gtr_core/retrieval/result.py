"""What retrieval returns: a typed outcome, its join tree, and what each phrase was grounded to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from gtr_core.context.join_tree import JoinTree
from gtr_core.index.posting import Posting

__all__ = ["Alternative", "Mention", "QuestionToken", "Retrieval", "Status", "TokenRole"]

Status = Literal["resolved", "ambiguous", "unresolved"]
TokenRole = Literal["grounded", "function", "operator", "number", "unexplained"]


@dataclass(frozen=True, slots=True)
class QuestionToken:
    """One token of the question and what became of it.

    Attributes:
        text: As written.
        norm: Normalised for looking up (NFKC, case and accents folded).
        start, end: Character offsets in the question.
        role: grounded; function (a word without meaning of its own here); operator (top, average,
            per, never, ...); number; unexplained.
    """

    text: str
    norm: str
    start: int
    end: int
    role: TokenRole = "unexplained"


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase of the question, grounded, and the instance of the tree that it speaks of.

    Attributes:
        first, last: Indices into the tokens, ``last`` exclusive.
        text: The phrase as written.
        variant: The form that was found in the index (``india`` for "Indian").
        variant_kind: How that form came from the phrase (exact, lemma, stem, synonym, demonym, ...).
        posting: What it was taken to mean.
        weight: How much it says, 0 to 1.
        node: Alias of the instance in the chosen tree, None where the tree has none for it.
        others: Further postings that the phrase could have meant, best first.
    """

    first: int
    last: int
    text: str
    variant: str
    variant_kind: str
    posting: Posting
    weight: float
    node: str | None = None
    others: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another tree that the question could mean."""

    tree: JoinTree
    confidence: float
    differs_in: str


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The outcome of one question.

    Attributes:
        confidence: Calibrated probability that the tree's table set is exactly right, 0 to 1.
        reason: Why it is ambiguous or unresolved, None when resolved.
        tree: The best tree; None when unresolved.
        ranked: Table ids, best first, with their scores, for ranking metrics.
        timings_ms: Milliseconds by phase: ground, explore, disambiguate, merge, total.
    """

    question: str
    status: Status
    confidence: float
    reason: str | None
    tree: JoinTree | None
    tokens: tuple[QuestionToken, ...]
    mentions: tuple[Mention, ...]
    alternatives: tuple[Alternative, ...] = ()
    ranked: tuple[tuple[str, float], ...] = ()
    trace: dict[str, Any] = field(default_factory=dict)
    timings_ms: dict[str, float] = field(default_factory=dict)
