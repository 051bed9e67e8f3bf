"""How far the demo is, on stderr."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.status import Status

from dagster_project.demo.preparation import Say

__all__ = ["shown_steps"]


@contextmanager
def shown_steps(*, quiet: bool) -> Iterator[Say]:
    """Whom to tell of each step: a spinner on a terminal, then a line with the step's time; nothing elsewhere."""
    console = Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        yield lambda _text: None
        return
    with console.status("Looking at what is there") as status:
        steps = _Steps(console, status)
        yield steps.say
        steps.end()


class _Steps:
    def __init__(self, console: Console, status: Status) -> None:
        self._console = console
        self._status = status
        self._text = ""
        self._since = time.perf_counter()

    def say(self, text: str) -> None:
        self.end()
        self._text = text
        self._since = time.perf_counter()
        self._status.update(text)

    def end(self) -> None:
        if self._text:
            self._console.print(f"{self._text}  [dim]{time.perf_counter() - self._since:.1f} s[/dim]")
        self._text = ""
