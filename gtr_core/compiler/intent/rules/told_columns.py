"""``... List the id and the name.``: a second sentence that says what to show."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_table
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import SHOWING
from gtr_core.compiler.spec import Dimension

__all__ = ["told_columns"]


def told_columns(reading: Reading) -> Reading:
    """The reading with the columns named in a later sentence that begins with "list", "show", "give" and the like."""
    start = next((i for i in range(1, len(reading.tokens)) if _begins(reading, i)), None)
    if start is None:
        return reading
    told = [
        k
        for k, mention in enumerate(reading.mentions)
        if mention.first > start and k not in reading.spoken and mention.node not in reading.excluded
    ]
    columns = [k for k in told if is_column(reading.mentions[k]) and reading.mentions[k].posting.kind != "description"]
    shown = tuple(Dimension(str(m.node), str(m.posting.column)) for m in (reading.mentions[k] for k in columns))
    reading = replace(reading, dimensions=tuple(dict.fromkeys((*reading.dimensions, *shown))))
    tables = [k for k in told if is_table(reading.mentions[k])]
    return reading.explain([start], [*columns, *tables] if columns else [])


def _begins(reading: Reading, i: int) -> bool:
    return reading.word(i) in SHOWING and any(sign in reading.gap(i) for sign in ".?!")
