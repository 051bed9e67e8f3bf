"""From the values of a column, as an engine returns them, to numbers that can be compared across tables."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from hashlib import blake2b
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.column_values import Kind

__all__ = ["encode", "text_hashes"]

_LARGEST = 2**62
_LARGEST_FLOAT = 2.0**53
"""Beyond this not every whole number is a float, and equal floats are no equal numbers."""

_TOGETHER = 64
_DAY = 86_400_000_000
_WHOLE_TEXT = re.compile(r"[+-]?\d{1,18}\Z")
_Numbers = tuple[Kind, Sequence[int] | NDArray[np.int64], bool]


def encode(values: Sequence[object], *, tolerant: bool = False) -> tuple[Kind, NDArray[np.int64], bool]:
    """The kind of a column, one number for each of its non-null values, and whether they are stored as text.

    Whole numbers stand for themselves, also where a column stores them as fractions or decimals; days for
    dates, and for times that all are midnights; microseconds for other times; 64-bit hashes for texts without
    blanks at either end.

    Args:
        values: Without nulls.
        tolerant: Compare by meaning: texts of digits become whole numbers (``'007'`` is 7), other texts lose
            their case.

    >>> encode(["a ", "b"])[0], encode([1.0, 2.0])[1].tolist(), encode(["007"], tolerant=True)[1].tolist()
    ('text', [1, 2], [7])
    """
    types = {type(value) for value in values}
    kind, numbers, as_text = _encode(values, types, tolerant)
    return kind, np.array(numbers, dtype=np.int64), as_text


def text_hashes(texts: Sequence[str]) -> NDArray[np.int64]:
    """(texts,) int64: a 64-bit hash of each that is the same in every process, and beside whatever other texts.

    Texts of up to 64 characters are hashed together, a place at a time over all of them, by multiplication and
    shift (splitmix64's finaliser, Steele et al., 2014, over each code point); longer ones each by BLAKE2b.
    """
    hashes = np.zeros(len(texts), np.uint64)
    short = [place for place, text in enumerate(texts) if len(text) <= _TOGETHER]
    if short:
        hashes[short] = _hashed_together([texts[place] for place in short])
    for place, text in enumerate(texts):
        if len(text) > _TOGETHER:
            digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            hashes[place] = int.from_bytes(digest, "little")
    return hashes.view(np.int64)


def _hashed_together(texts: Sequence[str]) -> NDArray[np.uint64]:
    lengths = np.array([len(text) for text in texts])
    width = max(1, int(lengths.max()))
    points = np.array(texts, dtype=f"<U{width}").view(np.uint32).reshape(len(texts), width)
    mixed = np.full(len(texts), 0x9E3779B97F4A7C15, np.uint64)
    for place in range(width):
        point = points[:, place].astype(np.uint64)
        step = (mixed ^ point) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = np.where(place < lengths, step ^ (step >> np.uint64(29)), mixed)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)), np.uint64)


def _encode(values: Sequence[object], types: set[type], tolerant: bool) -> _Numbers:
    if not types or bool in types:
        return "other", [], False
    if types <= {int, float}:
        return _floats(values) if float in types else _integers(values)
    if types <= {int, float, Decimal}:
        return _numbers(values)
    if types <= {str, UUID}:
        return _texts([str(value) for value in values], tolerant)
    if types <= {dt.date, dt.datetime}:
        return _dates(values)
    return "other", [], False


def _integers(values: Sequence[object]) -> _Numbers:
    try:
        numbers = np.array(values, dtype=np.int64)
    except OverflowError:
        return "real", [], False
    if int(np.abs(numbers).max()) > _LARGEST:
        return "real", [], False
    return "int", numbers, False


def _floats(values: Sequence[object]) -> _Numbers:
    numbers = np.array(values, dtype=np.float64)
    whole = bool(np.isfinite(numbers).all()) and bool((np.abs(numbers) <= _LARGEST_FLOAT).all())
    if not whole or not (np.trunc(numbers) == numbers).all():
        return "real", [], False
    return "int", numbers.astype(np.int64), False


def _numbers(values: Iterable[object]) -> _Numbers:
    whole: list[int] = []
    for value in values:
        if isinstance(value, float) and not math.isfinite(value):
            return "real", [], False
        if isinstance(value, Decimal) and not value.is_finite():
            return "real", [], False
        number = int(value)  # type: ignore[call-overload]
        if number != value or abs(number) > _LARGEST:
            return "real", [], False
        whole.append(number)
    return "int", whole, False


def _texts(values: Sequence[str], tolerant: bool) -> _Numbers:
    if tolerant:
        stripped = [value.strip() for value in values]
        if all(_WHOLE_TEXT.match(value) for value in stripped):
            return "int", [int(value) for value in stripped], True
        values = [value.casefold() for value in stripped]
    return "text", text_hashes([value.strip() for value in values]), True


def _dates(values: Iterable[object]) -> _Numbers:
    days = []
    midnights = True
    for value in values:
        days.append(value.toordinal())  # type: ignore[attr-defined]
        midnights = midnights and (not isinstance(value, dt.datetime) or value.time() == dt.time())
    if midnights:
        return "date", days, False
    return "time", [_microseconds(value) for value in values], False


def _microseconds(value: object) -> int:
    """Microseconds since the year 1, in UTC where the time has a zone; a date's are those of its midnight."""
    if not isinstance(value, dt.datetime):
        return value.toordinal() * _DAY  # type: ignore[attr-defined, no-any-return]
    if value.tzinfo is not None:
        value = value.astimezone(dt.UTC)
    within = ((value.hour * 60 + value.minute) * 60 + value.second) * 1_000_000 + value.microsecond
    return value.toordinal() * _DAY + within
