"""Errors of settings and builds."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from gtr_core.errors import ConfigurationError, GtrError

__all__ = ["InvalidSettingError", "NothingToBuildError", "UnknownSettingError"]


class UnknownSettingError(ConfigurationError):
    """A settings file has keys that GTR does not know.

    Attributes:
        where: The file.
        unknown: The keys.
        known: All keys there are.
    """

    def __init__(self, where: str, unknown: Sequence[str], known: Sequence[str]) -> None:
        self.where = where
        self.unknown = tuple(unknown)
        self.known = tuple(known)
        near = sorted({match for key in unknown for match in get_close_matches(key, known, n=1)})
        hint = f"Did you mean {', '.join(near)}? " if near else ""
        super().__init__(
            f"{where} has unknown settings: {', '.join(unknown)}.", f"{hint}Known are: {', '.join(known)}."
        )


class InvalidSettingError(ConfigurationError):
    """A setting has a value that it cannot have.

    Attributes:
        key: The setting.
        value: What was given.
        where: The flag, environment variable or file that gave it.
        allowed: What may be given, in words.
    """

    def __init__(self, key: str, value: object, where: str, allowed: str) -> None:
        self.key = key
        self.value = value
        self.where = where
        self.allowed = allowed
        super().__init__(f"Setting {key!r} cannot be {value!r} ({where}).", f"It takes {allowed}.")


class NothingToBuildError(GtrError):
    """None of the project's tables is in the warehouse, so there is nothing to publish.

    Attributes:
        declared: How many tables the project declares.
        selected: The selection under which, where there was one.
    """

    def __init__(self, declared: int, selected: tuple[str, ...] = ()) -> None:
        self.declared = declared
        self.selected = selected
        if selected and not declared:
            chosen = " ".join(selected)
            super().__init__(
                f"The selection {chosen!r} matches no table of the project.",
                "Change --select or the setting `select`. Nothing was published.",
            )
            return
        problem = (
            f"Not one of the {declared} tables that the project declares is in the warehouse."
            if declared
            else "The project declares no tables."
        )
        super().__init__(
            problem, "Run `dbt build` first, or give the --target whose tables exist. Nothing was published."
        )
