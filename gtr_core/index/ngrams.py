"""Which n-grams of an entry are indexed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

__all__ = ["MOST_PARTS", "part_spans"]

MOST_PARTS = 20
_ALL_UP_TO = 6
_LONGEST_PART = 5
_HEAD = 8


def part_spans(tokens: int) -> Sequence[tuple[int, int]]:
    """Spans of the proper parts of an entry of that many tokens that are indexed: at most ``MOST_PARTS``.

    Up to six tokens, all runs of one to five. Of longer entries, which a question seldom names by a word from
    their middle, the words and pairs among the first eight tokens, and the first three, four and five.

    >>> [len(part_spans(n)) for n in (1, 2, 3, 4, 5, 6, 7, 8, 100)]
    [0, 2, 5, 9, 14, 20, 16, 18, 18]
    """
    return _spans(min(tokens, _HEAD + 1))


@cache
def _spans(tokens: int) -> tuple[tuple[int, int], ...]:
    return tuple(_generate(tokens))


def _generate(tokens: int) -> Iterator[tuple[int, int]]:
    if tokens <= _ALL_UP_TO:
        for length in range(1, min(_LONGEST_PART, tokens - 1) + 1):
            for start in range(tokens - length + 1):
                yield start, start + length
        return
    head = min(tokens, _HEAD)
    for length in (1, 2):
        for start in range(head - length + 1):
            yield start, start + length
    for length in (3, 4, 5):
        yield 0, length
