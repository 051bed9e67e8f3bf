"""How a build says how far it is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

__all__ = ["CountsRows", "Progress", "Silent"]


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


@runtime_checkable
class CountsRows(Protocol):
    """Progress that shows the rows that were looked at, too."""

    def count_rows(self, rows: int) -> None:
        """So many rows were looked at for the thing that is told of next."""
        ...


class Silent:
    """Progress that nobody watches."""

    def step(self, name: str, total: int | None = None) -> None:
        """Say nothing."""

    def advance(self, what: str) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """Say nothing."""
