"""Errors of the value index."""

from __future__ import annotations

from pathlib import Path

from gtr_core.errors import GtrError

__all__ = ["DamagedIndexError", "IndexEntryError"]


class DamagedIndexError(GtrError):
    """A file of the index is missing, cut off, or not what was written.

    Attributes:
        path: The file.
        reason: What is wrong with it.
    """

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"The value index file {path} {reason}.", "Rebuild with `gtr build --full-refresh`.")


class IndexEntryError(GtrError):
    """An entry cannot be indexed.

    Attributes:
        posting: What it stands for, in words.
    """

    def __init__(self, posting: str) -> None:
        self.posting = posting
        super().__init__(f"The index entry for {posting} has no tokens.")
