"""Numbers in words and in digits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["number_word"]

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = "first:1st second:2nd third:3rd fourth:4th fifth:5th sixth:6th seventh:7th eighth:8th ninth:9th tenth:10th"
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_SMALL = {word: i for i, word in enumerate(_ONES.split())}
_SMALL |= {word: 20 + 10 * i for i, word in enumerate(_TENS.split())}


@cache
def _single() -> dict[str, tuple[str, ...]]:
    """Other forms of a number of one word."""
    forms: dict[str, tuple[str, ...]] = {str(number): (word,) for word, number in _SMALL.items() if number < 20}
    for number, pair in enumerate(_ORDINALS.split(), 1):
        word, short = pair.split(":")
        forms[word] = (str(number), short)
        forms[short] = (word, str(number))
    return forms | {"dozen": ("12",), "half": ("0.5",)}


def number_word(ngram: NGram) -> Iterable[Form]:
    """Digits of a number in words (``twenty five`` gives ``25``), the word of a small number in digits."""
    form = ngram.form
    made = [(other,) for other in _single().get(form[0], ())] if len(form) == 1 else []
    number = _number(form)
    if number is not None:
        made.append((str(number),))
    return made


def _number(words: Form) -> int | None:
    """The number that the words spell, None where they spell none."""
    total = current = 0
    for i, word in enumerate(words):
        if word in _SMALL:
            current += _SMALL[word]
        elif word in _SCALES:
            scale = _SCALES[word]
            current = max(current, 1) * scale
            if scale > 100:
                total, current = total + current, 0
        elif not (word == "and" and 0 < i < len(words) - 1):
            return None
    return total + current
