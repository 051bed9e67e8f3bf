"""``max temperature`` of a column that is called so: words of aggregation that only name a column."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.column_words import column_words, stem, stems
from gtr_core.compiler.intent.mention_kinds import is_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import AGGREGATES, COMPARATIVES, DETERMINERS, FULL_VALUE_SUPERLATIVES
from gtr_core.retrieval.result import Mention

__all__ = ["named_aggregates"]

_OWNING = frozenset({"with", "having", "has", "have", "had"})


def named_aggregates(reading: Reading) -> Reading:
    """The reading in which a word of aggregation before a column's phrase belongs to it, where a column bears both.

    "The mean humidity" is the column ``mean_humidity``, not an average. In "the room with the maximum occupancy"
    the word ranks, whatever the column is called, and is freed from the phrase.
    """
    changed = tuple(_changed(reading, mention) for mention in reading.mentions)
    return replace(reading, mentions=changed)


def _changed(reading: Reading, mention: Mention) -> Mention:
    if not is_column(mention) or mention.node is None:
        return mention
    first = mention.text.split()[0].casefold() if mention.text else ""
    if (
        first in FULL_VALUE_SUPERLATIVES
        and mention.last - mention.first > 1
        and _ranks(reading, mention.first, mention)
    ):
        rest = reading.text(mention.first + 1, mention.last)
        return replace(mention, first=mention.first + 1, text=rest, variant=rest.casefold())
    i = mention.first - 1
    if reading.word(i) not in AGGREGATES or reading.covering(i) is not None or _ranks(reading, i, mention):
        return mention
    column = _bearing(reading, mention, reading.word(i))
    if column is None:
        return mention
    posting = replace(mention.posting, column=column)
    return replace(mention, first=i, text=reading.text(i, mention.last), posting=posting)


def _ranks(reading: Reading, i: int, mention: Mention) -> bool:
    """Whether a superlative says which rows are meant: it follows "with the", and no comparison follows."""
    if reading.word(i) not in FULL_VALUE_SUPERLATIVES:
        return False
    before = i - 1
    while reading.word(before) in DETERMINERS:
        before -= 1
    compared = any(reading.says(mention.last + skip, words) for words, _ in COMPARATIVES for skip in (0, 1))
    return reading.word(before) in _OWNING and not compared


def _bearing(reading: Reading, mention: Mention, word: str) -> str | None:
    """The one column of the instance whose name holds the phrase's words and the word of aggregation."""
    wanted = stems(mention.text) | {stem(word)}
    columns = reading.graph.table(reading.instance_table(str(mention.node))).columns
    found = [column.name for column in columns if wanted <= column_words(column)]
    return mention.posting.column if mention.posting.column in found else found[0] if len(found) == 1 else None
