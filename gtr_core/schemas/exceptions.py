"""Errors of the forms that programs hand in or ask for."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.errors import ConfigurationError

__all__ = ["TreeFormError", "UnknownSchemaError"]


class TreeFormError(ConfigurationError):
    """A join tree handed in is not of the form, or names what the context does not hold.

    Attributes:
        where: The place within the document.
        problem_there: What is wrong there.
    """

    def __init__(self, where: str, problem: str) -> None:
        self.where = where
        self.problem_there = problem
        super().__init__(
            f"The join tree is not usable: {where}: {problem}.",
            "`gtr schema tree` prints the form; `gtr retrieve --json` writes it.",
        )


class UnknownSchemaError(ConfigurationError):
    """There is no form of that name.

    Attributes:
        name: What was asked for.
        known: The forms there are.
    """

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"There is no schema {name!r}.", f"Known are: {', '.join(known)}.")
