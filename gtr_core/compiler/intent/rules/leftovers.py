"""What no rule has explained."""

from __future__ import annotations

from gtr_core.compiler.intent.harmless import is_harmless
from gtr_core.compiler.intent.mention_kinds import is_table, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import ALTERNATIVES, DETERMINERS

__all__ = ["leftovers"]

_QUESTION_WORDS = frozenset({"when", "where", "why"})
_COMPARING = frozenset({"same", "only", "both", "others"})


def leftovers(reading: Reading) -> Reading:
    """The reading with a verdict for every word and phrase that carries meaning and did not enter the query.

    Words without meaning of their own count where they ask for something: when, where, the same, both.
    """
    told = frozenset(" ".join(verdict.where for verdict in reading.verdicts).split())
    for i, token in enumerate(reading.tokens):
        problem = None if i in reading.used or token.text in told else _problem(reading, i)
        if problem is not None:
            reading = reading.not_understood(token.text, problem)
    for k, mention in enumerate(reading.mentions):
        if k in reading.spoken:
            continue
        if is_value(mention) and mention.text not in told:
            reading = reading.not_understood(mention.text, f"{mention.text!r} ({mention.posting.value}) is not used.")
        elif not is_value(mention) and _is_named(reading, k):
            posting = mention.posting
            text = f"{mention.text!r} ({posting.column or posting.value}) is not used."
            reading = reading.not_understood(mention.text, text)
    return reading


def _problem(reading: Reading, i: int) -> str | None:
    """What to say of a token that no rule has used; None where nothing is lost with it."""
    token = reading.tokens[i]
    if token.role == "number":
        return f"The number {token.text!r} is not used."
    if token.role == "unexplained" and any(character.isalnum() for character in token.norm):
        return None if is_harmless(reading, i) else f"The word {token.text!r} was not understood."
    if token.role == "operator" and not is_harmless(reading, i) and not _introduces(reading, i):
        return f"The word {token.text!r} is not used."
    if token.role == "function" and _asks(reading, i):
        return f"The word {token.text!r} was not understood."
    return None


def _is_named(reading: Reading, k: int) -> bool:
    """Whether a mention names a column or metric, and nothing else was made of its words."""
    mention, posting = reading.mentions[k], reading.mentions[k].posting
    if all(i in reading.used for i in range(mention.first, mention.last)):
        return False
    if posting.kind == "metric":
        return posting.coverage >= 1.0
    return posting.kind in ("column", "alias") and posting.column is not None


def _asks(reading: Reading, i: int) -> bool:
    """Whether a word without meaning of its own asks for something here: when, where, why, the same one, both."""
    if reading.word(i) in _QUESTION_WORDS:
        return i == 0 or (i == 1 and reading.word(0) in ("and", "since", "from")) or reading.word(i - 1) in ALTERNATIVES
    return reading.word(i) in _COMPARING


def _introduces(reading: Reading, i: int) -> bool:
    """Whether a word is "by" before a phrase that is used: it has no condition of its own."""
    k = reading.starting(i + 1, DETERMINERS)
    if reading.word(i) != "by" or k is None:
        return False
    did = reading.word(i - 1).endswith(("ed", "en", "de", "ght"))
    return k in reading.spoken or (did and is_table(reading.mentions[k]))
