"""The words that ask for a share, and where its condition begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gtr_core.compiler.intent.mention_kinds import is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import ASKING, DETERMINERS, EACH, GRAINS, PER, SHOWING

__all__ = ["SharePhrase", "share_phrase"]

_SCALES: dict[str, Literal[1, 100]] = {"percentage": 100, "percent": 100, "proportion": 1, "share": 1, "fraction": 1}
_PREDICATING = frozenset({"are", "is", "were", "was", "have", "has", "had", "come", "comes", "came"})
_RELATIVE = frozenset({"that", "who", "which"})
_PREPOSITIONS = frozenset({"in", "from", "with", "having"})
_BEFORE_EACH = frozenset({"for", "in", "of"})
_LINKING = "is are was were of in for during from since calculate compute determine me us please"
_LEADING = SHOWING | ASKING | DETERMINERS | EACH | PER | frozenset(GRAINS) | frozenset(_LINKING.split())
_WHOLE = DETERMINERS | {"total", "overall"}


@dataclass(frozen=True, slots=True)
class SharePhrase:
    """``percentage of``: its token, the token where its noun begins, and the scale that it asks for."""

    first: int
    noun: int
    scale: Literal[1, 100]

    def parts(self, reading: Reading, behind: int) -> tuple[range, range] | None:
        """The tokens that speak of the base, and those of the condition; None where the wording does not tell.

        Args:
            reading: The question.
            behind: The token behind the noun.
        """
        end = _grouped_from(reading, behind)
        base, tail = range(behind), range(behind, end)
        predicates = [i for i in tail if reading.word(i) in _PREDICATING and reading.covering(i) is None]
        if reading.word(behind) in _RELATIVE:
            # With a verb further on, the clause may as well belong to the noun.
            return (base, tail) if all(i == behind + 1 for i in predicates) else None
        if len(predicates) == 1:
            return range(predicates[0]), range(predicates[0], end)
        if predicates:
            return None
        if not tail:
            # "Percentage of urgent orders": with a period or groups beside it, it may be a share of these.
            alone = end == len(reading.tokens) and not self._has_values_before(reading)
            return (range(0), range(self.noun, behind)) if alone else None
        participle = reading.word(behind).endswith("ed")
        columns = {(m.node, m.posting.column) for m in reading.mentions if m.first in tail and is_value(m)}
        is_one = len(columns) <= 1 and not (columns and any(reading.tokens[i].role == "number" for i in tail))
        return (base, tail) if is_one and (participle or reading.word(behind) in _PREPOSITIONS) else None

    def _has_values_before(self, reading: Reading) -> bool:
        tokens = reading.tokens[: self.first]
        return any(token.role in ("grounded", "number") for token in tokens)


def share_phrase(reading: Reading) -> SharePhrase | None:
    """The first word that asks for a share "of" something, where nothing else is asked before it."""
    for i in range(len(reading.tokens)):
        word = reading.word(i)
        if word not in _SCALES or reading.word(i + 1) != "of" or i in reading.used or reading.covering(i) is not None:
            continue
        if any(not _leads(reading, before) for before in range(i)):
            return None
        noun = i + 2
        while reading.word(noun) in _WHOLE and reading.covering(noun) is None:
            noun += 1
        return SharePhrase(i, noun, _SCALES[word])
    return None


def _leads(reading: Reading, i: int) -> bool:
    """Whether a token before the share asks for nothing of its own: a value, a period, a word of asking, a group."""
    k = reading.covering(i)
    if k is not None and not is_value(reading.mentions[k]):
        first = reading.mentions[k].first - 1
        return reading.word(first) in EACH | PER or reading.word(first) == "the" and reading.word(first - 1) in PER
    return k is not None or reading.tokens[i].role == "number" or reading.word(i) in _LEADING


def _grouped_from(reading: Reading, start: int) -> int:
    """Where a phrase of grouping begins behind a token, the end where there is none."""
    for i in range(start, len(reading.tokens)):
        if reading.covering(i) is not None:
            continue
        if reading.word(i) in EACH:
            return i - 1 if reading.word(i - 1) in _BEFORE_EACH else i
        k = reading.starting(i + 1, DETERMINERS)
        is_group = reading.word(i + 1) in GRAINS or (k is not None and not is_value(reading.mentions[k]))
        if reading.word(i) in PER and is_group:
            return i
    return len(reading.tokens)
