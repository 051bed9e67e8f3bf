"""``containing X``, ``starts with X``: parts of a column's text."""

from __future__ import annotations

from gtr_core.compiler.intent.mention_kinds import is_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DETERMINERS
from gtr_core.compiler.literals import kind_of
from gtr_core.compiler.spec import Comparison

__all__ = ["partial_texts"]

_FORMS: tuple[tuple[tuple[str, ...], str], ...] = (
    *(((word, *rest), "%{}%") for word in ("contains", "contain", "containing", "includes", "including", "include")
      for rest in (("the", "word"), ("the", "substring"), ("the", "phrase"), ("substring",), ("the",), ())),
    *(((word, "with"), "{}%") for word in ("starts", "start", "starting", "begins", "begin", "beginning")),
    *(((word, "with"), "%{}") for word in ("ends", "end", "ending")),
)  # fmt: skip
_BETWEEN = DETERMINERS | {"that", "which", "whose", "is", "are", "the", "has", "have", "letter", "string"}
_QUOTES = "\"'\u201c\u2018\u00ab"


def partial_texts(reading: Reading) -> Reading:
    """The reading with a filter for each such phrase behind a column of texts, before a text in quotation marks.

    What stands in the quotation marks is taken as it is written, whatever else it could have been grounded to.
    """
    for i in range(len(reading.tokens)):
        found = None if i in reading.used else next((f for f in _FORMS if reading.says(i, f[0])), None)
        if found is None:
            continue
        words, form = found
        first = i + len(words)
        while reading.word(first) in ("letter", "string", "word", "text"):
            first += 1
        last = _quoted(reading, first)
        k = _column(reading, i)
        if last is None or k is None:
            continue
        mention = reading.mentions[k]
        start, end = reading.tokens[first].start, reading.tokens[last - 1].end
        text = reading.question[start:end].strip(_QUOTES + "\u201d\u2019\u00bb ")
        escaped = text.replace("%", "")
        inside = [k for k, other in enumerate(reading.mentions) if first <= other.first < last]
        condition = Comparison(str(mention.node), str(mention.posting.column), "ilike", (form.format(escaped),))
        spoken = [k] if not _is_shown(reading, k) else []
        reading = reading.explain(range(i, last), [*spoken, *inside]).filtered(i, condition)
    return reading


def _quoted(reading: Reading, first: int) -> int | None:
    """Where the text in quotation marks ends that begins at a token."""
    if first >= len(reading.tokens):
        return None
    opened = reading.gap(first).strip()[-1:] in tuple(_QUOTES) and reading.gap(first).strip() != ""
    if not opened and reading.question[reading.tokens[first].start] not in _QUOTES:
        return None
    for last in range(first + 1, len(reading.tokens) + 1):
        closing = reading.gap(last)[:1]
        if closing in ('"', "'", "\u201d", "\u2019", "\u00bb"):
            return last
    return None


def _column(reading: Reading, i: int) -> int | None:
    """The column of texts right before a token."""
    at = i - 1
    while at >= 0 and reading.covering(at) is None and reading.word(at) in _BETWEEN:
        at -= 1
    k = reading.covering(at) if at >= 0 else None
    if k is None or not is_column(reading.mentions[k]) or reading.mentions[k].node is None:
        return None
    mention = reading.mentions[k]
    column = reading.column(str(mention.node), str(mention.posting.column))
    return k if kind_of(column.data_type, reading.graph.dialect) in ("text", "unknown") else None


def _is_shown(reading: Reading, k: int) -> bool:
    """Whether the column is also what is asked for: it is the first phrase of all."""
    return k == 0
