"""A build's progress as lines of a run's log, with the time that each part took."""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Logger", "RunLog"]


class Logger(Protocol):
    """The part of a run's logger that is used."""

    def info(self, msg: str) -> None:
        """Write a line."""
        ...

    def warning(self, msg: str) -> None:
        """Write a line that stands out."""
        ...


class RunLog:
    """Progress (``gtr_core.build.progress``) of one run, and its stop-watch."""

    def __init__(self, logger: Logger) -> None:
        self._logger = logger
        self._started = self._since = time.perf_counter()

    def step(self, name: str, total: int | None = None) -> None:
        """A line for the step."""
        self._logger.info(name if total is None else f"{name}: {total}")

    def advance(self, what: str) -> None:
        """Say nothing: a line a table would drown the rest."""

    def note(self, text: str) -> None:
        """A line that stands out."""
        self._logger.warning(text)

    def lap(self) -> float:
        """Seconds since the start or the last lap."""
        before, self._since = self._since, time.perf_counter()
        return self._since - before

    def total(self) -> float:
        """Seconds since the start."""
        return round(time.perf_counter() - self._started, 3)
