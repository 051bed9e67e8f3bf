"""``first, middle and last name``: modifiers that share the noun behind the last."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.index.posting import Posting
from gtr_core.retrieval.result import Mention

__all__ = ["shared_heads"]


def shared_heads(reading: Reading) -> Reading:
    """The reading with the earlier ones of such columns mentioned, too, where the table has columns of those names."""
    found: list[Mention] = []
    for mention in reading.mentions:
        words = mention.text.casefold().split()
        if not is_column(mention) or len(words) < 2:
            continue
        i = mention.first - 1
        while (i := _listed_before(reading, i)) >= 0:
            column = _column(reading, str(mention.node), [reading.word(i), *words[1:]])
            if column is None:
                break
            if reading.covering(i) is None:
                posting = Posting("column", reading.instance_table(str(mention.node)), column)
                text = reading.text(i, i + 1)
                found.append(Mention(i, i + 1, text, text.casefold(), "exact", posting, mention.weight, mention.node))
            i -= 1
    ordered = sorted((*reading.mentions, *found), key=lambda mention: (mention.first, mention.last))
    return replace(reading, mentions=tuple(ordered))


def _listed_before(reading: Reading, i: int) -> int:
    """The token that is listed before the one behind ``i``: over "and" and a comma; -1 where none is."""
    linked = "," in reading.gap(i + 1)
    if reading.word(i) in ("and", "or"):
        linked, i = True, i - 1
    return i if linked and i >= 0 else -1


def _column(reading: Reading, alias: str, words: list[str]) -> str | None:
    """The column whose name consists of these words, singular or plural, written apart or together."""
    wanted = "".join(word.removesuffix("s") for word in words)
    for column in reading.graph.table(reading.instance_table(alias)).columns:
        for name in (column.name, column.label or "", column.alias):
            parts = name.casefold().replace("_", " ").split()
            if parts and "".join(part.removesuffix("s") for part in parts) == wanted:
                return column.name
    return None
