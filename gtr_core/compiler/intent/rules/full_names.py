"""``full name``: all columns by which the rows are named."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.column_words import column_words
from gtr_core.compiler.intent.mention_kinds import is_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.retrieval.result import Mention

__all__ = ["full_names"]


def full_names(reading: Reading) -> Reading:
    """The reading in which "full name" means the first and the last name, where a table has both."""
    found: list[Mention] = []
    used: list[int] = []
    for mention in reading.mentions:
        i = mention.first - 1
        columns = _columns(reading, mention) if reading.word(i) == "full" and reading.covering(i) is None else []
        if len(columns) < 2:
            found.append(mention)
            continue
        used.append(i)
        found += [replace(mention, posting=replace(mention.posting, column=column)) for column in columns]
    return replace(reading, mentions=tuple(found)).explain(used)


def _columns(reading: Reading, mention: Mention) -> list[str]:
    """The columns for first, middle and last names of the instance whose name is spoken of."""
    if mention.node is None or not is_column(mention) or "name" not in mention.text.casefold():
        return []
    table = reading.graph.table(reading.instance_table(mention.node))
    parts = (("first", "fname", "given"), ("last", "lname", "surname", "family"))
    chosen = [next((c.name for c in table.columns if column_words(c) & set(words)), None) for words in parts]
    return [column for column in chosen if column is not None]
