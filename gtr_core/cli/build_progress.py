"""A build's progress on stderr: what is done, rows, seconds and the rest on a terminal, elsewhere its notes alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar

from gtr_core.build.progress import Progress
from gtr_core.cli.output import notice, plain

__all__ = ["shown_progress"]


@contextmanager
def shown_progress(*, quiet: bool) -> Iterator[Progress]:
    """Progress for a person who looks at a terminal; without one, or where ``quiet``, only notes or nothing."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield _Notes(quiet=quiet)
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rows]}", markup=False),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[left]}", markup=False),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        yield _Shown(bar)


class _Notes:
    """Notes alone."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def step(self, name: str, total: int | None = None) -> None:
        """Say nothing."""

    def advance(self, what: str) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """One line on stderr."""
        notice(text, quiet=self._quiet)


class _Shown:
    """A line a step, with a bar."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._task: TaskID | None = None
        self._name = ""
        self._rows = 0

    def step(self, name: str, total: int | None = None) -> None:
        """End the former step's line and begin the next; an estimate of the rest stands where the total is known."""
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._name, self._rows = name, 0
        self._task = self._bar.add_task(name, total=total, rows="", left="left" if total else "")

    def count_rows(self, rows: int) -> None:
        """Add to the rows that stand beside the bar."""
        self._rows += rows
        if self._task is not None:
            self._bar.update(self._task, rows=f"{self._rows:,} rows")

    def advance(self, what: str) -> None:
        """Move the bar, and name what was done."""
        if self._task is not None:
            self._bar.update(self._task, advance=1, description=f"{self._name}: {plain(what)}")

    def note(self, text: str) -> None:
        """A line above the bar."""
        self._bar.console.print(plain(text), markup=False)
