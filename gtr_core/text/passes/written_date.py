"""Dates that are not in ISO form."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache

from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["written_date"]

_MONTHS = "january february march april may june july august september october november december"
_ORDINAL = ("st", "nd", "rd", "th")


def written_date(ngram: NGram) -> Iterable[Form]:
    """The date in ISO form: ``8/20/2019``, ``20.8.2019``, ``August 20, 2019`` and ``20 Aug 2019`` give ``2019-08-20``.

    Where day and month cannot be told apart, both readings, the month first.
    """
    form = ngram.form if len(ngram.form) > 1 else tuple(ngram.form[0].split("."))
    if len(form) != 3 or not (form[2].isdigit() and len(form[2]) == 4):
        return ()
    year, first, second = int(form[2]), form[0], form[1]
    found = [_iso(year, _month(month), _day(day)) for month, day in ((first, second), (second, first))]
    return [(text,) for text in dict.fromkeys(found) if text]


def _month(word: str) -> int:
    """Number of the month; 0 where the word is none."""
    return int(word) if word.isdigit() and len(word) <= 2 else _named_months().get(word, 0)


def _day(word: str) -> int:
    """Number of the day; 0 where the word is none."""
    number = word[:-2] if word.endswith(_ORDINAL) else word
    return int(number) if number.isdigit() and len(number) <= 2 else 0


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


@cache
def _named_months() -> dict[str, int]:
    numbered = list(enumerate(_MONTHS.split(), 1))
    return {name: i for i, name in numbered} | {name[:3]: i for i, name in numbered} | {"sept": 9}
