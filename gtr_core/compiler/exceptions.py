"""Errors of the compiler."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar

from gtr_core.errors import GtrError

__all__ = [
    "CompilerError",
    "DialectError",
    "LiteralError",
    "MisplacedReferenceError",
    "SpecFormError",
    "UnansweredError",
    "UnknownReferenceError",
    "VerificationError",
]


class CompilerError(GtrError):
    """A query specification cannot be compiled as it stands."""

    exit_code: ClassVar[int] = 2


class SpecFormError(CompilerError):
    """A document is not a query specification.

    Attributes:
        path: Where in the document, as ``measures[0].aggregate``.
    """

    def __init__(self, path: str, problem: str, remedy: str | None = None) -> None:
        self.path = path
        super().__init__(f"The query specification is wrong at {path or 'its top'}: {problem}.", remedy)


class UnknownReferenceError(CompilerError):
    """A specification names an alias, a column, a metric or an output that is not there.

    Attributes:
        kind: ``alias``, ``column``, ``metric``, ``measure``, ``join`` or ``output``.
        name: What was asked for.
        known: The names that there are.
    """

    def __init__(self, kind: str, name: str, where: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        near = get_close_matches(name, self.known, n=5) or list(self.known[:8])
        super().__init__(
            f"The query specification names the {kind} {name!r}, which {where} does not have.",
            f"It has {', '.join(near)}." if near else "It has none.",
        )


class MisplacedReferenceError(CompilerError):
    """A reference that exists stands where it has no meaning."""


class LiteralError(CompilerError):
    """A value cannot be written as a literal of its column's type.

    Attributes:
        value: As given.
        data_type: The column's type.
    """

    def __init__(self, value: object, column: str, data_type: str, reason: str) -> None:
        self.value = value
        self.column = column
        self.data_type = data_type
        of_type = data_type or "unknown"
        super().__init__(f"The value {value!r} does not fit column {column!r} of type {of_type}: {reason}.")


class DialectError(CompilerError):
    """sqlglot has no dialect of that name.

    Attributes:
        dialect: What was asked for.
    """

    def __init__(self, dialect: str, known: Iterable[str]) -> None:
        self.dialect = dialect
        near = get_close_matches(dialect, list(known), n=3)
        super().__init__(
            f"There is no SQL dialect {dialect!r}.",
            f"Did you mean {' or '.join(near)}?" if near else "Try duckdb, postgres or snowflake.",
        )


class VerificationError(CompilerError):
    """The SQL that was made, read back, is not the one SELECT over the tree's relations that it must be.

    Attributes:
        sql: The text that failed; it was not handed out.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, problem: str, sql: str) -> None:
        self.sql = sql
        super().__init__(f"The compiled SQL did not pass its own check: {problem}.", "Please report this question.")


class UnansweredError(CompilerError):
    """There is no join tree from which a question could be compiled.

    Attributes:
        question: As asked.
        reason: Why retrieval found none.
    """

    exit_code: ClassVar[int] = 4

    def __init__(self, question: str, reason: str | None) -> None:
        self.question = question
        self.reason = reason
        super().__init__(f"No join tree answers {question[:200]!r}: {reason or 'no reason was given'}.")
