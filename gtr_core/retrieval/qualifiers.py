"""What stands with the values of a question: negations, comparisons, periods, units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from gtr_core.retrieval.result import QuestionToken

__all__ = ["Qualifier", "QualifierKind", "qualifiers"]

QualifierKind = Literal["negation", "comparison", "period", "quantity"]


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Words that change what a value or a number means, with that value.

    Attributes:
        first, last: Indices into the tokens, ``last`` exclusive.
        kind: negation ("not", "without"), comparison ("over 40", "between 3 and 5"), period ("in 1995", "last
            quarter"), quantity (a number with its unit: "40 kg", "$ 5").
        text: As written.
        unit: The number's unit, empty where it has none.
        phrase: Index of the grounded phrase that it goes with; None where none is near.
    """

    first: int
    last: int
    kind: QualifierKind
    text: str
    unit: str = ""
    phrase: int | None = None


_NEGATIONS = frozenset(
    {"not", "no", "never", "without", "except", "excluding", "exclude", "neither", "nor", "none", "lack", "lacking"}
    | {f"{verb}nt" for verb in ("do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "ca", "wo")}
)
_COMPARED = (
    ("more", "than"), ("less", "than"), ("fewer", "than"), ("greater", "than"), ("larger", "than"),
    ("smaller", "than"), ("higher", "than"), ("lower", "than"), ("older", "than"), ("younger", "than"),
    ("longer", "than"), ("shorter", "than"), ("bigger", "than"), ("no", "more", "than"), ("no", "less", "than"),
    ("at", "least"), ("at", "most"), ("up", "to"), ("not", "more", "than"), ("equal", "to"),
    ("over",), ("under",), ("above",), ("below",), ("beyond",), ("exceeding",), ("exceeds",), ("exactly",),
    ("around",), ("about",),
)  # fmt: skip
_RANGES = {"between": ("and",), "from": ("to", "until", "till", "through")}
_TIME_WORDS = frozenset(
    {"in", "during", "since", "before", "after", "until", "by", "of", "on", "through", "throughout"}
)
_RELATIVE = frozenset({"last", "this", "that", "same", "next", "past", "previous", "current", "coming"})
_GRAINS = frozenset(
    {"day", "week", "month", "quarter", "year", "decade", "century", "hour", "minute", "weekend", "semester"}
)
_MONTHS = frozenset(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"}
    | {"december"}
)
_MONEY = {"usd", "eur", "gbp", "dollar", "euro", "pound", "cent"}
_MEASURES = {"kg", "kilogram", "gram", "g", "lb", "ounce", "km", "kilometer", "m", "meter", "metre", "cm", "mm", "mile"}
_MEASURES |= {
    "foot",
    "feet",
    "inch",
    "liter",
    "litre",
    "ml",
    "degree",
    "kwh",
    "mb",
    "gb",
    "tb",
    "percent",
    "percentage",
}
_UNITS = frozenset(_MONEY | _MEASURES | {"hour", "minute", "second", "day", "week", "month", "year"})
_SIGNS = {"%": "percent", "$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee"}
_AFTER_A_NUMBER = frozenset(_SIGNS)
_NEAR = 3


def qualifiers(
    question: str, tokens: Sequence[QuestionToken], phrases: Sequence[tuple[int, int]]
) -> tuple[Qualifier, ...]:
    """What negates, compares, dates or measures, in the order of the question; none overlaps another.

    A negation goes with the phrase behind it; the others with the nearest phrase, the one before them where two
    are equally near ("price over 40", "over 40 orders").

    Args:
        question: As asked.
        tokens: Its tokens.
        phrases: First and last token (exclusive) of each grounded phrase.
    """
    found: list[Qualifier] = []
    i = 0
    while i < len(tokens):
        made = next((made for read in _READERS if (made := read(question, tokens, i)) is not None), None)
        if made is None:
            i += 1
            continue
        kind, last, unit = made
        first = i
        behind = kind == "negation"
        end = tokens[last - 1].end
        text = question[tokens[first].start : end + (question[end : end + 1] in _AFTER_A_NUMBER and bool(unit))]
        found.append(Qualifier(first, last, kind, text, unit, _nearest(first, last, phrases, behind=behind)))
        i = last
    return tuple(found)


_Made = tuple[QualifierKind, int, str]


def _negation(_: str, tokens: Sequence[QuestionToken], i: int) -> _Made | None:
    return ("negation", i + 1, "") if tokens[i].norm in _NEGATIONS and tokens[i].role != "grounded" else None


def _comparison(question: str, tokens: Sequence[QuestionToken], i: int) -> _Made | None:
    words = [token.norm for token in tokens[i : i + 3]]
    for compared in _COMPARED:
        at = i + len(compared)
        if tuple(words[: len(compared)]) == compared and at < len(tokens) and _is_number(tokens[at]):
            last, unit = _with_unit(question, tokens, at)
            return "comparison", last, unit
    return None


def _range(question: str, tokens: Sequence[QuestionToken], i: int) -> _Made | None:
    joints = _RANGES.get(tokens[i].norm)
    if joints is None or i + 3 >= len(tokens) or not _is_number(tokens[i + 1]):
        return None
    at, unit = _with_unit(question, tokens, i + 1)
    if at + 1 >= len(tokens) or tokens[at].norm not in joints or not _is_number(tokens[at + 1]):
        return None
    last, second = _with_unit(question, tokens, at + 1)
    both_years = _is_year(tokens[i + 1]) and _is_year(tokens[at + 1]) and not (unit or second)
    return ("period" if both_years else "comparison"), last, second or unit


def _period(_: str, tokens: Sequence[QuestionToken], i: int) -> _Made | None:
    at = i + 1 if tokens[i].norm in _TIME_WORDS else i
    if at < len(tokens) and tokens[at].norm == "the":
        at += 1
    last = _period_end(tokens, at)
    return ("period", last, "") if last > at else None


def _period_end(tokens: Sequence[QuestionToken], at: int) -> int:
    """Where a period that begins there ends; ``at`` where none does."""
    words = [token.norm for token in tokens[at : at + 4]]
    if not words:
        return at
    if words[0] in _RELATIVE and len(words) > 1:
        counted = len(words) > 2 and _is_number(tokens[at + 1])
        grain = words[2] if counted else words[1]
        if grain.removesuffix("s") in _GRAINS:
            return at + (3 if counted else 2)
    if words[0] in _MONTHS and at and (words[0] != "may" or tokens[at].text[:1].isupper()):
        end = at + 1
        while end < len(tokens) and end < at + 3 and tokens[end].norm.isdigit():
            end += 1
        return end
    if words[0] in ("quarter", "week", "year") and len(words) > 1 and words[1].isdigit():
        return at + 2
    if len(words[0]) == 2 and words[0][0] == "q" and words[0][1] in "1234":
        return at + (2 if len(words) > 1 and _is_year(tokens[at + 1]) else 1)
    return at + 1 if _is_year(tokens[at]) or _is_date(tokens[at]) else at


def _quantity(question: str, tokens: Sequence[QuestionToken], i: int) -> _Made | None:
    if not _is_number(tokens[i]):
        return None
    last, unit = _with_unit(question, tokens, i)
    return ("quantity", last, unit) if unit else None


_READERS: tuple[Callable[[str, Sequence[QuestionToken], int], _Made | None], ...] = (
    _comparison,
    _range,
    _negation,
    _quantity,
    _period,
)


def _with_unit(question: str, tokens: Sequence[QuestionToken], at: int) -> tuple[int, str]:
    """Where a number with its unit ends, and the unit."""
    token = tokens[at]
    sign = question[token.end : token.end + 1] or " "
    if sign in _SIGNS:
        return at + 1, _SIGNS[sign]
    before = question[token.start - 1 : token.start] if token.start else ""
    if before in _SIGNS and before:
        return at + 1, _SIGNS[before]
    if at + 1 < len(tokens) and tokens[at + 1].role != "grounded":
        word = tokens[at + 1].norm
        unit = word if word in _UNITS else word.removesuffix("s")
        if unit in _UNITS:
            return at + 2, unit
    return at + 1, ""


def _is_number(token: QuestionToken) -> bool:
    return token.norm[:1].isdigit() and not any(map(str.isalpha, token.norm))


def _is_year(token: QuestionToken) -> bool:
    return len(token.norm) == 4 and token.norm.isdigit() and token.norm[:2] in ("18", "19", "20")


def _is_date(token: QuestionToken) -> bool:
    return len(token.norm) == 10 and token.norm[4:5] == "-" == token.norm[7:8]


def _nearest(first: int, last: int, phrases: Sequence[tuple[int, int]], *, behind: bool) -> int | None:
    """The phrase that is nearest, at most a few words away; the one before where two are equally near."""
    best: tuple[int, int, int] | None = None
    for k, (start, end) in enumerate(phrases):
        after = start >= last
        if not after and (behind or end > first):
            # A phrase that holds the qualifier itself, such as a date that is a value, is what it goes with.
            if not behind and start <= first and end >= last:
                return k
            continue
        distance = start - last if after else first - end
        if distance <= _NEAR and (best is None or (distance, after) < best[:2]):
            best = (distance, int(after), k)
    return None if best is None else best[2]
