"""Rows of a list that the joins could repeat."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DISTINCT
from gtr_core.compiler.walk import is_repeated

__all__ = ["repetition"]


def repetition(reading: Reading) -> Reading:
    """A list is distinct where the question says so, or joins could repeat the rows of every instance that it shows."""
    if any(asked.measure.aggregate != "none" for asked in reading.asked):
        return reading
    kept = [node.alias for node in reading.tree.nodes if node.alias not in reading.excluded]
    shown = {dimension.node for dimension in reading.dimensions}
    shown |= {str(asked.measure.node) for asked in reading.asked}
    said = [i for i in range(len(reading.tokens)) if reading.word(i) in DISTINCT and i not in reading.used]
    distinct = bool(said) or all(is_repeated(reading.tree, node, kept) for node in shown)
    return replace(reading.explain(said), distinct=distinct)
