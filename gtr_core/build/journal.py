"""Profiles of a build that has not ended: what an interrupted one has done, the next need not do again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from gtr_core.catalog import TableProfile

__all__ = ["Entry", "Journal"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A profile, and the state of the warehouse when it was made."""

    profile: TableProfile
    state: str | None = None


class Journal:
    """A file of one profile a line, readable by its owner alone. Safe to write from several threads.

    Args:
        path: The file; made on the first profile.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def entries(self) -> Iterator[Entry]:
        """What was written, oldest first; a line that was torn, or is of another version, is passed over."""
        try:
            lines = self.path.read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            try:
                yield msgspec.json.decode(line, type=Entry)
            except msgspec.DecodeError:
                continue

    def add(self, entry: Entry) -> None:
        """Append a profile. A file system that refuses costs only the going on after an interruption."""
        line = msgspec.json.encode(entry) + b"\n"
        with self._lock:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.path.touch(mode=0o600)
                with self.path.open("ab") as file:
                    file.write(line)
            except OSError:
                return

    def flush(self) -> None:
        """Write what waits to be written: here, nothing does."""

    def remove(self) -> None:
        """Its profiles stand in a snapshot now."""
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Keep the file where the build failed, since the next one goes on from it."""
        if kind is None:
            self.remove()
        else:
            self.flush()
