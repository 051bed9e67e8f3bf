"""What no rule has explained."""

from __future__ import annotations

from gtr_core.compiler.intent.reading import Reading

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
        elif token.role == "operator" and token.norm not in _HARMLESS:
            reading = reading.not_understood(token.text, f"The word {token.text!r} is not used.")
    for k, mention in enumerate(reading.mentions):
        posting = mention.posting
        is_named = posting.kind in ("column", "alias", "metric") and posting.coverage >= 1.0
        if k not in reading.spoken and is_named and (posting.column is not None or posting.value is not None):
            text = f"{mention.text!r} ({posting.column or posting.value}) is not used."
            reading = reading.not_understood(mention.text, text)
    return reading
