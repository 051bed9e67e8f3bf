"""``full name``: all columns by which the rows are named."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.column_words import column_words
from gtr_core.compiler.intent.mention_kinds import is_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.retrieval.result import Mention

__all__ = ["full_names"]

_PARTS = (frozenset({"first", "fname", "given"}), frozenset({"last", "lname", "surname", "family"}))


def full_names(reading: Reading) -> Reading:
    """The reading in which "full name" means the first and the last name, where a table has both."""
    found: list[Mention] = []
    used: list[int] = []
    for mention in reading.mentions:
        i = mention.first - 1
        named = _named(reading, mention) if reading.word(i) == "full" and reading.covering(i) is None else None
        if named is None:
            found.append(mention)
            continue
        used.append(i)
        node, columns = named
        posting = replace(mention.posting, table=reading.instance_table(node))
        found += [replace(mention, node=node, posting=replace(posting, column=column)) for column in columns]
    return replace(reading, mentions=tuple(found)).explain(used)


def _named(reading: Reading, mention: Mention) -> tuple[str, list[str]] | None:
    """The instance whose name is spoken of, of those that the phrase could mean, with its first and last name."""
    if mention.node is None or not is_column(mention) or "name" not in mention.text.casefold():
        return None
    tables = {posting.table for posting in mention.others}
    nodes = [mention.node, *(node.alias for node in reading.tree.nodes if node.table in tables)]
    for node in nodes:
        table = reading.graph.table(reading.instance_table(node))
        chosen = [next((c.name for c in table.columns if column_words(c) & words), None) for words in _PARTS]
        columns = [column for column in chosen if column is not None]
        if len(columns) == len(_PARTS):
            return node, columns
    return None
