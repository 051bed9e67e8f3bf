"""``all information about X``: rows with all their columns."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_table
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DETERMINERS
from gtr_core.compiler.spec import Dimension

__all__ = ["whole_rows"]

_EVERYTHING = frozenset({"information", "info", "everything", "attributes", "fields"})
_ABOUT = DETERMINERS | {"about", "of", "on", "regarding", "for", "concerning", "those", "each", "every"}


def whole_rows(reading: Reading) -> Reading:
    """The reading that lists all visible columns of the table beside such a word, where nothing is measured."""
    if any(asked.measure.aggregate != "none" for asked in reading.asked):
        return reading
    for i in range(len(reading.tokens)):
        if reading.word(i) not in _EVERYTHING or reading.covering(i) is not None:
            continue
        behind, before = reading.starting(i + 1, _ABOUT), reading.covering(i - 1) if i else None
        k = next((k for k in (behind, before) if k is not None and is_table(reading.mentions[k])), None)
        node = None if k is None else reading.mentions[k].node
        if k is None or node is None or node in reading.excluded:
            continue
        columns = reading.graph.table(reading.instance_table(node)).columns
        shown = tuple(Dimension(node, column.name) for column in columns if not column.hidden)
        return replace(reading, dimensions=(*shown, *reading.dimensions)).explain([i], [k])
    return reading
