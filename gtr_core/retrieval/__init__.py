"""Guided Table Retrieval: grounding, exploration, disambiguation, merging."""

from gtr_core.retrieval.exceptions import EmptyQuestionError, LongQuestionError
from gtr_core.retrieval.result import Alternative, Mention, QuestionToken, Retrieval
from gtr_core.retrieval.retriever import MAX_QUESTION_LENGTH, RetrievalOptions, retrieve

__all__ = [
    "MAX_QUESTION_LENGTH",
    "Alternative",
    "EmptyQuestionError",
    "LongQuestionError",
    "Mention",
    "QuestionToken",
    "Retrieval",
    "RetrievalOptions",
    "retrieve",
]
