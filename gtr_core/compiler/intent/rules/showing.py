"""``name``, ``list``, ``show`` and the like at the head of a question ask for nothing of their own."""

from __future__ import annotations

from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import SHOWING

__all__ = ["showing"]


def showing(reading: Reading) -> Reading:
    """The reading with the verb that begins the question explained, even where it was grounded as a noun.

    "Name the part" asks for parts; "Name of the part" asks for a name.
    """
    is_noun = reading.word(1) in ("of", "and", "or") or "," in reading.gap(1)
    if reading.word(0) not in SHOWING or is_noun:
        return reading
    k = reading.covering(0)
    alone = k is not None and reading.mentions[k].last == 1
    return reading.explain([0], [k] if k is not None and alone else [])
