"""What must not be answered: questions of which a word was lost that turns the answer into another one."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_measure_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import AGGREGATES, COMPARATIVES, DETERMINERS, EXCLUDING, NEGATIONS
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
    return _compared_with_aggregate(_keys(_alternatives(reading)))


def _is_decisive(verdict: Verdict) -> bool:
    return verdict.kind == "not_understood" and any(word in _DECISIVE for word in verdict.where.casefold().split())


def _refused(verdict: Verdict) -> Verdict:
    return replace(verdict, action="refused")


def _compared_with_aggregate(reading: Reading) -> Reading:
    """``more than the average``: a comparison with what is to be computed first."""
    for i in range(len(reading.tokens)):
        words = next((words for words, _ in COMPARATIVES if reading.says(i, words)), None)
        at = i + len(words or ())
        while reading.word(at) in DETERMINERS:
            at += 1
        if words is not None and reading.word(at) in AGGREGATES and i not in reading.used:
            text = "A comparison with what is to be computed first is not understood."
            return _with(reading, reading.text(i, at + 1), text)
    return reading


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
