"""The one form in which the rest of GTR sees a language model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gtr_core.llm.choice import Choice

__all__ = ["Chosen", "LanguageModel"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer that was checked.

    Attributes:
        number: The option, from 0.
        calls: Calls to the endpoint that it took.
        seconds: Wall-clock seconds.
    """

    number: int
    calls: int = 1
    seconds: float = 0.0


class LanguageModel(Protocol):
    """Chooses among listed options, and can do nothing else.

    Attributes:
        name: The model's name, for traces.
        calls: Calls to the endpoint since it was made.
    """

    name: str
    calls: int

    def choose(self, choice: Choice) -> Chosen:
        """The option that the model takes.

        Raises:
            LanguageModelError: No usable answer came.
        """
        ...
