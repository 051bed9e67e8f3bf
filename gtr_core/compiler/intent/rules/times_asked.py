"""``when did ...``: a time that is itself asked for."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.time_columns import time_column
from gtr_core.compiler.spec import Dimension

__all__ = ["times_asked"]

_AUXILIARIES = frozenset({"did", "was", "were", "is", "are", "does", "do", "has", "have", "will"})


def times_asked(reading: Reading) -> Reading:
    """The reading that shows the time behind "when", where nothing is measured and one column alone can be meant."""
    if any(asked.measure.aggregate != "none" for asked in reading.asked):
        return reading
    i = next((i for i in range(len(reading.tokens)) if _asks(reading, i)), None)
    chosen = None if i is None else time_column(reading, len(reading.tokens))
    if i is None or chosen is None or chosen[2]:
        return reading
    dimension = Dimension(chosen[0], chosen[1])
    shown = tuple(dict.fromkeys((*reading.dimensions, dimension)))
    named = [
        k
        for k, mention in enumerate(reading.mentions)
        if (mention.node, mention.posting.column, mention.posting.value) == (*chosen[:2], None)
    ]
    return replace(reading, dimensions=shown).explain([i], named)


def _asks(reading: Reading, i: int) -> bool:
    return (
        reading.word(i) == "when" and reading.word(i + 1) in _AUXILIARIES and (i == 0 or reading.word(i - 1) == "and")
    )
