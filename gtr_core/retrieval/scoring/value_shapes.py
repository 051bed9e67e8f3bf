"""Codes that a context does not hold, told by the shape of those that it does: TR047 beside TR001 and TR012."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from gtr_core.catalog import TableProfile
from gtr_core.text import normalise

__all__ = ["MOST_TOKENS", "Shape", "code_spans", "shape", "shapes_of_columns"]

Shape = tuple[str, ...]

MOST_TOKENS = 4
_MOST_VALUES = 20


def shape(tokens: Sequence[str]) -> Shape | None:
    """The tokens with every digit as 0; None where none mixes letters and digits, as what is no code."""
    if not any(_is_code(token) for token in tokens):
        return None
    return tuple("".join("0" if character.isdigit() else character for character in token) for token in tokens)


def _is_code(token: str) -> bool:
    return any(map(str.isdigit, token)) and any(map(str.isalpha, token))


def shapes_of_columns(profile: TableProfile | None) -> Mapping[Shape, tuple[str, ...]]:
    """By shape, the columns of a table that hold codes of it and of which not all values are known."""
    found: dict[Shape, dict[str, None]] = defaultdict(dict)
    for column in () if profile is None else profile.columns:
        if column.truncated and not column.personal:
            for value in column.values[:_MOST_VALUES]:
                tokens = normalise(value)
                of_value = shape(tokens) if len(tokens) <= MOST_TOKENS else None
                if of_value is not None:
                    found[of_value][column.name] = None
    return {of_value: tuple(columns) for of_value, columns in found.items()}


def code_spans(tokens: Sequence[str]) -> Iterator[tuple[int, int, Shape]]:
    """First token, last token plus one and shape of every n-gram with a code among its at most four tokens."""
    codes = [k for k, token in enumerate(tokens) if _is_code(token)]
    seen = set()
    for k in codes:
        for first in range(max(k - MOST_TOKENS + 1, 0), k + 1):
            for last in range(k + 1, min(first + MOST_TOKENS, len(tokens)) + 1):
                if (first, last) not in seen:
                    seen.add((first, last))
                    of_span = shape(tokens[first:last])
                    if of_span is not None:
                        yield first, last, of_span
