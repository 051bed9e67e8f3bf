"""Entries of the value index."""

from __future__ import annotations

from dataclasses import dataclass

from gtr_core.index.posting import Posting

__all__ = ["IndexEntry"]


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A phrase and what it stands for.

    Attributes:
        text_forms: Normalised tokens of the phrase (``gtr_core.text.normalise``); at least one.
        posting: What it stands for.
    """

    text_forms: tuple[str, ...]
    posting: Posting
