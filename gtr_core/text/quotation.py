"""Phrases between quotation marks."""

from __future__ import annotations

import re

__all__ = ["LONGEST_QUOTATION", "quotations"]

LONGEST_QUOTATION = 200

# A single quotation mark also is an apostrophe: it opens after a space or a bracket, closes before none of a
# word, and may stand within the phrase between two letters ('Jack's place').
_QUOTATION = re.compile(
    r'"(?P<double>[^"\n]{1,200})"'
    r"|“(?P<curly>[^”\n]{1,200})”"
    r"|«(?P<guillemet>[^»\n]{1,200})»"
    r"|「(?P<corner>[^」\n]{1,200})」"
    r"|`(?P<back>[^`\n]{1,200})`"
    r"|(?<![\w'])'(?P<single>(?:[^'\n]|(?<=\w)'(?=\w)){1,200})'(?!\w)"
    r"|(?<!\w)‘(?P<curly_single>(?:[^’\n]|(?<=\w)’(?=\w)){1,200})’(?!\w)"
)


def quotations(text: str) -> list[tuple[int, int]]:
    r"""Spans of the phrases inside quotation marks, the marks left out, in order; at most 200 characters each.

    >>> text = "the customers' orders in 'New York' or \"O'Brien\""
    >>> [text[start:end] for start, end in quotations(text)]
    ['New York', "O'Brien"]
    """
    spans = []
    for match in _QUOTATION.finditer(text):
        group = match.lastgroup
        if group is not None and match[group].strip():
            spans.append(match.span(group))
    return spans
