"""What must not be answered: questions of which a word was lost that turns the answer into another one."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_measure_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import EXCLUDING, NEGATIONS
from gtr_core.compiler.verdict import Verdict

__all__ = ["refusals"]

# Without one of these the rest of the question asks for something else, not for something less exact.
_DECISIVE = (
    NEGATIONS
    | EXCLUDING
    | frozenset(
        {
            "share", "shares", "percentage", "percentages", "percent", "ratio", "proportion", "fraction", "median",
            "difference", "average", "avg", "mean", "correlation", "negative", "growth", "change",
        }
    )
)  # fmt: skip
_ALTERNATIVE = frozenset({"or", "either"})


def refusals(reading: Reading) -> Reading:
    """The reading with a refusal where an answer would be to another question.

    A negation, a share, a ratio, an average or the like that no rule took up is refused rather than left out;
    so is "or" between conditions that were joined by "and", and an average or sum of a key.
    """
    verdicts = tuple(_refused(verdict) if _is_decisive(verdict) else verdict for verdict in reading.verdicts)
    reading = replace(reading, verdicts=verdicts)
    return _keys(_alternatives(reading))


def _is_decisive(verdict: Verdict) -> bool:
    return verdict.kind == "not_understood" and any(word in _DECISIVE for word in verdict.where.casefold().split())


def _refused(verdict: Verdict) -> Verdict:
    return replace(verdict, action="refused")


def _alternatives(reading: Reading) -> Reading:
    for i in range(1, len(reading.tokens) - 1):
        if reading.word(i) not in _ALTERNATIVE or i in reading.used:
            continue
        before = [k for k, mention in enumerate(reading.mentions) if mention.last <= i and k in reading.spoken]
        behind = [k for k, mention in enumerate(reading.mentions) if mention.first > i and k in reading.spoken]
        if not before or not behind or len(reading.filters) < 2:
            continue
        one, other = reading.mentions[before[-1]], reading.mentions[behind[0]]
        if (one.node, one.posting.column) != (other.node, other.posting.column):
            text = "Alternatives over different columns are not understood; they would have been joined by 'and'."
            return _with(reading, reading.tokens[i].text, text)
    return reading


def _keys(reading: Reading) -> Reading:
    for asked in reading.asked:
        measure = asked.measure
        if measure.aggregate not in ("avg", "sum") or measure.node is None or measure.column is None:
            continue
        if not is_measure_column(reading, measure.node, measure.column):
            words = reading.text(asked.first, asked.last)
            kind = "average" if measure.aggregate == "avg" else "sum"
            text = f"The {kind} of {measure.column} says nothing: it is no quantity."
            return _with(reading, words, text)
    return reading


def _with(reading: Reading, words: str, text: str) -> Reading:
    return replace(reading, verdicts=(*reading.verdicts, Verdict("not_understood", words, "refused", text)))
