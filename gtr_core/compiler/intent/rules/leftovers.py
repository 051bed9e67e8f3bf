"""What no rule has explained."""

from __future__ import annotations

from gtr_core.compiler.intent.mention_kinds import is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DETERMINERS

__all__ = ["leftovers"]

_HARMLESS = frozenset({"all", "compare", "compared", "comparison", "versus", "vs", "respectively", "various"})


def leftovers(reading: Reading) -> Reading:
    """The reading with a verdict for every word that carries meaning and did not enter the query."""
    told = " ".join(verdict.where for verdict in reading.verdicts).split()
    for i, token in enumerate(reading.tokens):
        if i in reading.used or token.text in told:
            continue
        if token.role == "number":
            reading = reading.not_understood(token.text, f"The number {token.text!r} is not used.")
        elif token.role == "unexplained" and any(character.isalnum() for character in token.norm):
            reading = reading.not_understood(token.text, f"The word {token.text!r} was not understood.")
        elif token.role == "operator" and token.norm not in _HARMLESS and not _introduces(reading, i):
            reading = reading.not_understood(token.text, f"The word {token.text!r} is not used.")
    for k, mention in enumerate(reading.mentions):
        if is_value(mention) and k not in reading.spoken and mention.text not in told:
            reading = reading.not_understood(mention.text, f"{mention.text!r} ({mention.posting.value}) is not used.")
            continue
        posting = mention.posting
        is_named = posting.kind in ("column", "alias", "metric") and posting.coverage >= 1.0
        if k not in reading.spoken and is_named and (posting.column is not None or posting.value is not None):
            text = f"{mention.text!r} ({posting.column or posting.value}) is not used."
            reading = reading.not_understood(mention.text, text)
    return reading


def _introduces(reading: Reading, i: int) -> bool:
    """Whether a word is "by" before a phrase that is used: it has no condition of its own."""
    k = reading.starting(i + 1, DETERMINERS)
    return reading.word(i) == "by" and k is not None and k in reading.spoken
