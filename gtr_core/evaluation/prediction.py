"""What a method answered to one question of a benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gtr_core.context.join_tree import JoinTree
from gtr_core.evaluation.question import Question
from gtr_core.retrieval.result import Retrieval, Status

__all__ = ["Prediction", "prediction_of"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """The outcome of one question.

    Attributes:
        tables: Table ids of the first tree, sorted; empty where unresolved.
        ranked: Table ids, best first.
        tree: The first tree; None where unresolved.
        alternatives: Table ids of each further tree that ties with the first.
        latency_ms: Wall clock from question to outcome.
        llm_calls: Calls of a language model.
        llm_fallbacks: Questions to which it gave no usable answer.
    """

    question: Question
    status: Status
    confidence: float
    tables: tuple[str, ...]
    ranked: tuple[str, ...]
    tree: JoinTree | None
    alternatives: tuple[frozenset[str], ...] = ()
    latency_ms: float = 0.0
    llm_calls: int = 0
    llm_fallbacks: int = 0

    def to_json(self) -> dict[str, Any]:
        """One line of a predictions file."""
        from gtr_core.schemas.tree_form import tree_to_json

        return {
            "id": self.question.id,
            "db": self.question.db,
            "status": self.status,
            "confidence": self.confidence,
            "tables": list(self.tables),
            "ranked": list(self.ranked),
            "tree": None if self.tree is None else tree_to_json(self.tree),
        }


def prediction_of(question: Question, retrieval: Retrieval, latency_ms: float) -> Prediction:
    """The prediction that a retrieval's outcome makes."""
    tree = retrieval.tree
    return Prediction(
        question=question,
        status=retrieval.status,
        confidence=retrieval.confidence,
        tables=() if tree is None else tree.tables,
        ranked=tuple(table for table, _ in retrieval.ranked),
        tree=tree,
        alternatives=tuple(frozenset(other.tree.tables) for other in retrieval.alternatives),
        latency_ms=latency_ms,
        llm_calls=int(retrieval.trace.get("llm_calls", 0)),
        llm_fallbacks=int(retrieval.trace.get("llm", {}).get("fallbacks", 0)),
    )
