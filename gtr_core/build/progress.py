"""How a build says how far it is."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Progress", "Silent"]


class Progress(Protocol):
    """Whoever shows a build's progress. Called from one thread at a time."""

    def step(self, name: str, total: int | None = None) -> None:
        """A step begins; ``total`` is the number of things that it will advance by, where known."""
        ...

    def advance(self, what: str) -> None:
        """One thing of the step is done."""
        ...

    def note(self, text: str) -> None:
        """A sentence for the user."""
        ...


class Silent:
    """Progress that nobody watches."""

    def step(self, name: str, total: int | None = None) -> None:
        """Say nothing."""

    def advance(self, what: str) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """Say nothing."""
