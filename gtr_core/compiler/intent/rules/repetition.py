"""Rows of a list that the joins could repeat."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.walk import is_repeated

__all__ = ["repetition"]


def repetition(reading: Reading) -> Reading:
    """A list is made distinct where joins could repeat the rows of every instance that it shows."""
    if any(asked.measure.aggregate != "none" for asked in reading.asked):
        return reading
    kept = [node.alias for node in reading.tree.nodes if node.alias not in reading.excluded]
    shown = {dimension.node for dimension in reading.dimensions}
    shown |= {str(asked.measure.node) for asked in reading.asked}
    return replace(reading, distinct=all(is_repeated(reading.tree, node, kept) for node in shown))
