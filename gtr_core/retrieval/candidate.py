"""Candidate meanings of the phrases of a question, before one is chosen."""

from __future__ import annotations

from dataclasses import dataclass, field

from gtr_core.catalog import JoinEdge
from gtr_core.index import Posting
from gtr_core.retrieval.result import QuestionToken

__all__ = ["Grounding", "Option", "Phrase"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a phrase may mean.

    Attributes:
        posting: The thing.
        variant: The form under which it was found, tokens joined by spaces.
        variant_kind: How that form came from the phrase.
        weight: How much the match says, 0 to 1.
        likeness: How near that form is to the phrase, 0 to 1, whatever it stands for and however rare it is.
        role: Where only the row is meant that this edge refers to (the adviser of "each adviser"): the edge.
    """

    posting: Posting
    variant: str
    variant_kind: str
    weight: float
    likeness: float = 1.0
    role: JoinEdge | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some tokens of the question with all that they may mean, best first.

    Attributes:
        first, last: Indices into the tokens, ``last`` exclusive.
        options: At least one.
        attached_to: Index of the phrase that this one speaks of (of "Indian" in "Indian suppliers", the
            one of "suppliers"), with how strongly the wording says so, 0 to 1.
        coordinated: Indices of phrases that stand beside this one ("India or China").
        apart_from: Indices of values that are named further on and do not qualify this phrase, where it is what is
            asked for ("which courses require Calculus"): it would be pointless to ask for what is given.
    """

    first: int
    last: int
    options: tuple[Option, ...]
    attached_to: tuple[tuple[int, float], ...] = ()
    coordinated: tuple[int, ...] = ()
    apart_from: tuple[int, ...] = ()

    @property
    def weight(self) -> float:
        """The weight of its best option."""
        return self.options[0].weight


@dataclass(frozen=True, slots=True)
class Grounding:
    """Phase 1's result: T0 in the form of phrases with their options.

    Attributes:
        tokens: Every token of the question, with its role.
        phrases: In the order of the question.
        notes: Sentences for the trace.
        spans: Every n-gram that hits something, with all that it hits, also what the phrases do not keep.
        explanation: What a glossary or the asker says of the question's words, grounded likewise; None without.
    """

    tokens: tuple[QuestionToken, ...]
    phrases: tuple[Phrase, ...]
    notes: tuple[str, ...] = field(default=())
    spans: tuple[Phrase, ...] = field(default=())
    explanation: Grounding | None = None
