"""What is asked of rows that must not be there."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.spec import AnyOf, Comparison, Filter, NotExists, Stated, Versus

__all__ = ["contradictions", "nodes_of"]


def contradictions(reading: Reading) -> Reading:
    """The reading without a not_exists whose instances something else still needs, which is then said.

    "Customers with two policies but without claims": the claims hang on the policies, so both cannot be asked
    of one tree.
    """
    if not reading.excluded:
        return reading
    needed = {dimension.node for dimension in reading.dimensions}
    needed |= {str(asked.measure.node) for asked in reading.asked}
    needed |= {asked.measure.per for asked in reading.asked if asked.measure.per is not None}
    needed |= {node for condition in reading.filters for node in nodes_of(condition)}
    if not needed & reading.excluded:
        return reading
    kept = tuple(condition for condition in reading.filters if not isinstance(condition, NotExists))
    reading = replace(reading, filters=kept, excluded=frozenset())
    words = reading.text(reading.negated_at, reading.negated_at + 1)
    return reading.not_understood(words, f"What {words!r} leaves out is also asked for, which was not understood.")


def nodes_of(condition: Filter) -> set[str]:
    """The instances that a filter reads outside of any not_exists."""
    match condition:
        case Comparison() | Stated() | Versus():
            return {condition.node}
        case AnyOf():
            return {node for part in condition.any for node in nodes_of(part)}
        case NotExists():
            return set()
