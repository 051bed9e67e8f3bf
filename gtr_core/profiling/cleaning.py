"""Representative values: what is left of a column's values without blanks, placeholders and strays."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from gtr_core.profiling.value_counts import ValueCount
from gtr_core.profiling.word_lists import word_list

__all__ = ["clean_values"]

_PLACEHOLDERS = word_list("placeholders")
_SHORT_CODE = 3
_STRAY_FENCE = 3.0
"""Inter-quartile ranges beyond the quartiles from which a value is a stray (Tukey's far out)."""

_STRAY_LENGTH = 40
"""Names of things are as long as this without being strays: "United Kingdom" among "India" and "China" is none."""

_RARE = 0.001


def clean_values(counts: Sequence[ValueCount], *, numeric: bool) -> tuple[ValueCount, ...]:
    """Drop blanks, placeholders, values with control characters, and strays by length or size.

    What stays keeps its stored spelling and its order. A short ``NA`` among other short codes stays, since
    it may stand for Namibia. Strays are judged by the inter-quartile range over rows: numbers only if rare.
    """
    kept = [one for one in counts if _is_readable(one.value)]
    short = sum(len(one.value.strip()) <= _SHORT_CODE for one in kept) * 2 > len(kept)
    kept = [one for one in kept if short or one.value.strip().casefold() != "na"]
    return tuple(_without_far_numbers(kept) if numeric else _without_long_strays(kept))


def _is_readable(value: str) -> bool:
    text = value.strip()
    if not text or text.casefold() in _PLACEHOLDERS:
        return False
    # A replacement character is what a broken encoding left behind.
    if value.isprintable():
        return "\ufffd" not in value
    return not any(character == "\ufffd" or unicodedata.category(character) == "Cc" for character in value)


def _without_long_strays(counts: list[ValueCount]) -> list[ValueCount]:
    _, fence = _fences([(float(len(one.value)), one.count) for one in counts])
    return [one for one in counts if len(one.value) <= max(fence, _STRAY_LENGTH)]


def _without_far_numbers(counts: list[ValueCount]) -> list[ValueCount]:
    rows = sum(one.count for one in counts)
    numbers = [(_number(one.value), one.count) for one in counts]
    low, high = _fences([(number, count) for number, count in numbers if number is not None])
    return [
        one
        for one, (number, _) in zip(counts, numbers, strict=True)
        if number is None or low <= number <= high or one.count > _RARE * rows
    ]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _fences(weighted: list[tuple[float, int]]) -> tuple[float, float]:
    """Quartiles over rows, moved apart by the fence; without bound where there is nothing to judge by."""
    total = sum(count for _, count in weighted)
    if not total:
        return float("-inf"), float("inf")
    weighted.sort()
    low, high = _quantile(weighted, total * 0.25), _quantile(weighted, total * 0.75)
    return low - _STRAY_FENCE * (high - low), high + _STRAY_FENCE * (high - low)


def _quantile(weighted: list[tuple[float, int]], rows: float) -> float:
    seen = 0
    for value, count in weighted:
        seen += count
        if seen >= rows:
            return value
    return weighted[-1][0]
