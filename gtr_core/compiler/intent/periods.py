"""Periods of time, as questions name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import MONTHS, NUMBER_WORDS, ORDINALS
from gtr_core.compiler.spec import Grain

__all__ = ["Period", "period_at"]

_YEAR = re.compile(r"(1[5-9]|20|21)\d\d\Z")
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})\Z")
_MONTH = re.compile(r"(\d{4})-(\d{1,2})\Z")
_QUARTER = re.compile(r"q([1-4])\Z")
_UNITS: dict[str, Grain] = {
    **{"day": "day", "days": "day", "week": "week", "weeks": "week", "month": "month", "months": "month"},
    **{"quarter": "quarter", "quarters": "quarter", "year": "year", "years": "year"},
}


@dataclass(frozen=True, slots=True)
class Period:
    """Days from ``start`` to before ``end``, and the tokens, ``last`` exclusive, that name it."""

    start: date
    end: date
    first: int
    last: int


def period_at(reading: Reading, i: int) -> Period | None:
    """The period that begins at a token: a day, month, quarter or year, or one relative to today.

    One that reaches beyond the years 1 to 9999 is none: no date of the calendar ends it.
    """
    for read in (_day, _quarter, _month, _relative, _year):
        try:
            period = read(reading, i)
        except (OverflowError, ValueError):
            return None
        if period is not None:
            return period
    return None


def _year(reading: Reading, i: int) -> Period | None:
    word = reading.word(i)
    if not _YEAR.match(word):
        return None
    return Period(date(int(word), 1, 1), date(int(word) + 1, 1, 1), i, i + 1)


def _day(reading: Reading, i: int) -> Period | None:
    found = _DAY.match(reading.word(i))
    if found is None:
        return None
    try:
        day = date(*(int(part) for part in found.groups()))
    except ValueError:
        return None
    return Period(day, day + timedelta(days=1), i, i + 1)


def _month(reading: Reading, i: int) -> Period | None:
    found = _MONTH.match(reading.word(i))
    if found is not None and 1 <= int(found[2]) <= 12:
        return _months(int(found[1]), int(found[2]), 1, i, i + 1)
    month = MONTHS.get(reading.word(i))
    if month is None:
        return None
    at = i + 2 if reading.word(i + 1) == "of" else i + 1
    year = _year(reading, at)
    return None if year is None else _months(year.start.year, month, 1, i, year.last)


def _quarter(reading: Reading, i: int) -> Period | None:
    """``Q1 1995``, ``first quarter of 1995``."""
    found = _QUARTER.match(reading.word(i))
    number, at = (int(found[1]), i + 1) if found else (None, i)
    if number is None and reading.word(i) in ORDINALS and reading.word(i + 1) == "quarter":
        number, at = ORDINALS[reading.word(i)], i + 2
    if number is None:
        return None
    year = _year(reading, at + 1 if reading.word(at) in ("of", "in") else at)
    return None if year is None else _months(year.start.year, 3 * number - 2, 3, i, year.last)


def _relative(reading: Reading, i: int) -> Period | None:
    """``today``, ``last month``, ``this year``, ``last 30 days``."""
    today = reading.today
    if reading.word(i) in ("today", "yesterday"):
        start = today if reading.word(i) == "today" else today - timedelta(days=1)
        return Period(start, start + timedelta(days=1), i, i + 1)
    if reading.word(i) not in ("last", "past", "previous", "this", "current"):
        return None
    unit = _UNITS.get(reading.word(i + 1))
    if unit is not None:
        this = _containing(today, unit)
        start, end = this if reading.word(i) in ("this", "current") else (_back(this[0], unit, 1), this[0])
        return Period(start, end, i, i + 2)
    unit = _UNITS.get(reading.word(i + 2))
    number = _number(reading.word(i + 1))
    if unit is None or number is None or reading.word(i) in ("this", "current"):
        return None
    return Period(_back(today, unit, number), today + timedelta(days=1), i, i + 3)


def _number(word: str) -> int | None:
    if word.isdecimal() and len(word) < 5:
        return int(word)
    return NUMBER_WORDS.get(word)


def _months(year: int, month: int, length: int, first: int, last: int) -> Period:
    return Period(date(year, month, 1), _back(date(year, month, 1), "month", -length), first, last)


def _containing(day: date, unit: Grain) -> tuple[date, date]:
    match unit:
        case "day":
            start = day
        case "week":
            start = day - timedelta(days=day.weekday())
        case "month":
            start = day.replace(day=1)
        case "quarter":
            start = date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
        case "year":
            start = date(day.year, 1, 1)
    return start, _back(start, unit, -1)


def _back(day: date, unit: Grain, number: int) -> date:
    """So many units earlier; the last day of a month where that one is shorter."""
    if unit in ("day", "week"):
        return day - timedelta(days=number * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 - number * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    following = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    last = (following - timedelta(days=1)).day
    return date(year, month + 1, min(day.day, last))
