"""Errors of retrieval."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.errors import ConfigurationError

__all__ = ["EmptyQuestionError", "LongQuestionError", "QueryHistoryError", "UnknownMethodError"]


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


class UnknownMethodError(ConfigurationError):
    """There is no method of retrieval of that name.

    Attributes:
        name: What was asked for.
        known: The methods there are.
    """

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"There is no method {name!r}.", f"Known are: {', '.join(known)}.")


class QueryHistoryError(ConfigurationError):
    """A file of past questions cannot be used.

    Attributes:
        path: The file.
        cause: What is wrong with it.
    """

    def __init__(self, path: str, cause: str) -> None:
        self.path = path
        self.cause = cause
        super().__init__(
            f"The query history {path} cannot be used: {cause}.",
            "Give JSON lines, each with a text 'question' and with 'sql' or a list 'tables'.",
        )
