"""Scripts that are written without spaces between words."""

from __future__ import annotations

import re

__all__ = ["RUNNING", "is_running"]

# Hiragana and Chinese characters, of which each carries meaning of its own.
_IDEOGRAPHIC = "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# The letters of Thai, Lao, Burmese and Khmer, without their combining marks and digits.
_LETTERS = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46"
    "\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd\u0ec0-\u0ec6\u0edc-\u0edf"
    "\u1000-\u102a\u103f\u1050-\u1055"
    "\u1780-\u17b3"
)
# Ranges of a regular expression's character class.
RUNNING = _IDEOGRAPHIC + _LETTERS

_BEGINS = re.compile(f"[{RUNNING}]")


def is_running(norm: str) -> bool:
    """Whether a token is one character of a text without spaces.

    >>> is_running("北"), is_running("ก"), is_running("paris"), is_running("カスタマー")
    (True, True, False, False)
    """
    return not norm.isascii() and _BEGINS.match(norm) is not None
