"""The base of all errors that GTR raises on purpose."""

from __future__ import annotations

from typing import ClassVar

__all__ = ["ConfigurationError", "GtrError"]


class GtrError(Exception):
    """A failure that names the thing that failed and what to do about it.

    Each part of the library has subclasses of its own, which keep their facts as attributes and
    write their own sentence.

    Attributes:
        problem: One sentence that names the thing and what is wrong with it.
        remedy: What the user can do, or None where nothing can be done.
        transient: Whether trying again, with nothing changed, may succeed.
        exit_code: What the ``gtr`` command returns (DESIGN.md, Forms): 1 failed, 2 wrong usage or
            configuration.
    """

    transient: ClassVar[bool] = False
    exit_code: ClassVar[int] = 1

    def __init__(self, problem: str, remedy: str | None = None) -> None:
        self.problem = problem
        self.remedy = remedy
        super().__init__(problem if remedy is None else f"{problem} {remedy}")


class ConfigurationError(GtrError):
    """A setting, a flag or a file that the user gave cannot be used as it is."""

    exit_code = 2
