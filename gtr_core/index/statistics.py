"""What was written into an index."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["IndexStatistics"]


@dataclass(frozen=True, slots=True)
class IndexStatistics:
    """Numbers of an index.

    Attributes:
        entries: Entries that were given.
        things: Distinct things that they stand for.
        postings: Pairs of n-gram and thing that are kept.
        crowded: Postings that were left out since the n-gram is part of more values of one column than are
            kept for it, or of most values of the column.
        vocabulary: Words kept for spelling.
        vocabulary_cut: Whether further words were left out of it.
        bytes: Size of all files.
    """

    entries: int
    things: int
    postings: int
    crowded: int
    vocabulary: int
    vocabulary_cut: bool
    bytes: int
