"""Tokens of a question or of an entry of the index."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Token"]


@dataclass(frozen=True, slots=True)
class Token:
    """One token.

    Attributes:
        text: As written.
        norm: Normalised for looking up (``gtr_core.text.folding``).
        start, end: Character offsets in the text, ``end`` exclusive. Two tokens share a span where one
            written word normalises to several.
        quoted: Whether it stands inside quotation marks.
    """

    text: str
    norm: str
    start: int
    end: int
    quoted: bool = False
