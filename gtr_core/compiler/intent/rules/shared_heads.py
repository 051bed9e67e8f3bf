"""``first and last name``: two modifiers that share the noun behind the second."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.index.posting import Posting
from gtr_core.retrieval.result import Mention

__all__ = ["shared_heads"]


def shared_heads(reading: Reading) -> Reading:
    """The reading with the first of two such columns mentioned, too, where the table has one of that name."""
    found: list[Mention] = []
    for mention in reading.mentions:
        words = mention.text.casefold().split()
        i = mention.first - 2
        if not is_column(mention) or len(words) < 2 or i < 0 or reading.word(i + 1) not in ("and", "or"):
            continue
        column = _column(reading, str(mention.node), [reading.word(i), *words[1:]])
        if column is not None and reading.covering(i) is None:
            posting = Posting("column", reading.instance_table(str(mention.node)), column)
            text = reading.text(i, i + 1)
            found.append(Mention(i, i + 1, text, text.casefold(), "exact", posting, mention.weight, mention.node))
    ordered = sorted((*reading.mentions, *found), key=lambda mention: (mention.first, mention.last))
    return replace(reading, mentions=tuple(ordered))


def _column(reading: Reading, alias: str, words: list[str]) -> str | None:
    """The column whose name consists of these words, singular or plural, written apart or together."""
    wanted = "".join(word.removesuffix("s") for word in words)
    for column in reading.graph.table(reading.instance_table(alias)).columns:
        for name in (column.name, column.label or "", column.alias):
            parts = name.casefold().replace("_", " ").split()
            if parts and "".join(part.removesuffix("s") for part in parts) == wanted:
                return column.name
    return None
