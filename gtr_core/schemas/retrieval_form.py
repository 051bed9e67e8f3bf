"""Retrieval outcomes in their JSON form."""

from __future__ import annotations

from typing import Any

from gtr_core.retrieval.result import Alternative, Mention, Retrieval
from gtr_core.schemas.tree_form import tree_to_json

__all__ = ["grounding_to_json", "retrieval_to_json", "tokens_to_json"]


def retrieval_to_json(retrieval: Retrieval, snapshot_id: str, age_s: float) -> dict[str, Any]:
    """The JSON form of a retrieval over the snapshot of that id and age in seconds."""
    tree = retrieval.tree
    return {
        "question": retrieval.question,
        "status": retrieval.status,
        "confidence": retrieval.confidence,
        "reason": retrieval.reason,
        "tree": None if tree is None else tree_to_json(tree),
        "tables": [] if tree is None else list(tree.tables),
        "grounding": [grounding_to_json(mention) for mention in retrieval.mentions],
        "alternatives": [_alternative(alternative) for alternative in retrieval.alternatives],
        "snapshot": {"id": snapshot_id, "age_s": round(age_s, 1)},
        "trace": retrieval.trace,
        "timings_ms": retrieval.timings_ms,
    }


def grounding_to_json(mention: Mention) -> dict[str, Any]:
    """What one phrase of the question was grounded to."""
    posting = mention.posting
    return {
        "text": mention.text,
        "variant": mention.variant,
        "match": posting.kind,
        "table": posting.table,
        "column": posting.column,
        "value": posting.value,
    }


def tokens_to_json(retrieval: Retrieval) -> list[dict[str, Any]]:
    """The question's tokens, each with its role and its character offsets."""
    return [{"text": token.text, "role": token.role, "span": [token.start, token.end]} for token in retrieval.tokens]


def _alternative(alternative: Alternative) -> dict[str, Any]:
    return {
        "tree": tree_to_json(alternative.tree),
        "confidence": alternative.confidence,
        "differs_in": alternative.differs_in,
    }
