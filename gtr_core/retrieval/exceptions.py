"""Errors of retrieval."""

from __future__ import annotations

from gtr_core.errors import ConfigurationError

__all__ = ["EmptyQuestionError", "LongQuestionError"]


class EmptyQuestionError(ConfigurationError):
    """The question holds no word."""

    def __init__(self) -> None:
        super().__init__("The question is empty.", "Ask in words, for example: gtr retrieve 'revenue by region'.")


class LongQuestionError(ConfigurationError):
    """The question is longer than is read.

    Attributes:
        length: Characters of the question.
        limit: Characters that are allowed.
    """

    def __init__(self, length: int, limit: int) -> None:
        self.length = length
        self.limit = limit
        super().__init__(
            f"The question has {length:,} characters; at most {limit:,} are read.", "Ask a shorter question."
        )
