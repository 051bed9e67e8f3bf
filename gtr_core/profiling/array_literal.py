"""PostgreSQL's arrays as text (``{a,"b c",NULL}``), taken apart; its manual says how in section 8.15.6."""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["Element", "read_array"]

Element = str | int | float | bool | None

_TOKEN = re.compile(r'\{|\}|,|"(?:[^"\\]|\\.)*"|[^{},"]+', re.DOTALL)
_BOUNDS = re.compile(r"(?:\[-?\d+:-?\d+\])+=")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def read_array(text: str, convert: Callable[[str], Element] = str) -> list[object]:
    r"""The elements of an array, lists within it as lists.

    Args:
        convert: Makes an element of its text; what it refuses with a ValueError stays text.

    >>> read_array('{a,"b, \\"c\\"",NULL,"NULL"}')
    ['a', 'b, "c"', None, 'NULL']
    >>> read_array('[0:1]={{1,2},{3,4}}', int)
    [[1, 2], [3, 4]]

    Raises:
        ValueError: It is no array.
    """
    bounds = _BOUNDS.match(text)
    root: list[object] = []
    open_lists = [root]
    for token in _TOKEN.findall(text[bounds.end() :] if bounds else text):
        if token == "{":
            inner: list[object] = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif token == "}":
            open_lists.pop()
            if not open_lists:
                raise ValueError("an array ends twice")
        elif token != ",":
            open_lists[-1].append(_element(token, convert))
    if len(open_lists) != 1 or len(root) != 1 or not isinstance(root[0], list):
        raise ValueError("no array")
    return root[0]


def _element(token: str, convert: Callable[[str], Element]) -> Element:
    if token.startswith('"'):
        return _ESCAPED.sub(r"\1", token[1:-1])
    if token == "NULL":
        return None
    try:
        return convert(token)
    except ValueError:
        return token
