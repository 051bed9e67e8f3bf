"""Errors of wrong usage."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from gtr_core.errors import ConfigurationError, GtrError

__all__ = [
    "AmbiguousTableNameError",
    "BrokenCommandError",
    "InvalidDateError",
    "InvalidDepthsError",
    "OutputError",
    "UnknownTableNameError",
    "UnreadableFileError",
    "UnusedLanguageModelError",
    "UnwritableFileError",
]


class BrokenCommandError(GtrError):
    """A command that an installed package adds cannot be imported.

    Attributes:
        name: The command.
        place: Where its package says that it is defined.
        cause: Why it cannot be imported.
    """

    def __init__(self, name: str, place: str, cause: str) -> None:
        self.name = name
        self.place = place
        self.cause = cause
        super().__init__(
            f"The command {name!r} ({place}) cannot be loaded: {cause}.", "Install the extra that its package needs."
        )


class UnknownTableNameError(ConfigurationError):
    """No table of the context has that id or name.

    Attributes:
        name: What was asked for.
    """

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        near = get_close_matches(name, known, n=3)
        hint = f"Did you mean {', '.join(near)}?" if near else "List them with `gtr tables`."
        super().__init__(f"There is no table {name!r} in the context.", hint)


class AmbiguousTableNameError(ConfigurationError):
    """Several tables of the context have that name.

    Attributes:
        name: What was asked for.
        tables: Their ids.
    """

    def __init__(self, name: str, tables: Sequence[str]) -> None:
        self.name = name
        self.tables = tuple(tables)
        super().__init__(f"Several tables are called {name!r}.", f"Give one of their ids: {', '.join(tables)}.")


class OutputError(GtrError):
    """What a command has to say cannot be written to stdout.

    Attributes:
        cause: What the operating system said.
    """

    def __init__(self, cause: str) -> None:
        self.cause = cause
        super().__init__(f"The output cannot be written: {cause}.", "Free space where it goes, or send it elsewhere.")


class UnreadableFileError(ConfigurationError):
    """A file that was handed in cannot be read as JSON.

    Attributes:
        path: The file.
        cause: What is wrong with it.
    """

    def __init__(self, path: str, cause: str) -> None:
        self.path = path
        self.cause = cause
        super().__init__(f"{path} cannot be read as JSON: {cause}.", "Give a file that holds one JSON document.")


class InvalidDateError(ConfigurationError):
    """A date is not in ISO form.

    Attributes:
        text: What was given.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"{text!r} is no date.", "Give it as YYYY-MM-DD.")


class UnwritableFileError(ConfigurationError):
    """A file that was named for output cannot be written.

    Attributes:
        path: The file.
        cause: What the operating system says.
    """

    def __init__(self, path: str, cause: str) -> None:
        self.path = path
        self.cause = cause
        super().__init__(f"{path} cannot be written: {cause}.", "Name a file in a folder that exists.")


class InvalidDepthsError(ConfigurationError):
    """Depths of a ranking are no numbers.

    Attributes:
        text: What was given.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"{text!r} are no depths.", "Give whole numbers from 1 on, parted by commas, such as 5,15.")


class UnusedLanguageModelError(ConfigurationError):
    """A language model is switched on for a method that asks none.

    Attributes:
        method: Its name.
    """

    def __init__(self, method: str) -> None:
        self.method = method
        super().__init__(f"The method {method} asks no language model.", "Leave out --llm, or take --method guided.")
