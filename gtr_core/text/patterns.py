"""What a token looks like, as one regular expression that reads a text once."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache

from gtr_core.text.scripts import RUNNING

__all__ = ["token_pattern"]


@cache
def token_pattern(ascii_only: bool = False) -> re.Pattern[str]:
    """The pattern, with the name of the kind of token that matched as the match's last group.

    Its alternatives, first to last: acronym (``U.S.``), date (ISO, also with slashes), clock time, dotted
    code (``10.0.0.1``), number, possessive (the ``'s`` of ``1990's``),
    single (one character of a script written without spaces), word. A word
    holds letters, digits and combining marks, and apostrophes between letters. Each alternative is bounded or
    moves forward only, so reading is linear in the text.

    Args:
        ascii_only: For texts that are ASCII alone: the same without marks and scripts, which take time to compile.
    """
    marks = "" if ascii_only else _combining_marks()
    letter = r"[^\W_]" if ascii_only else rf"(?:(?![{RUNNING}_])[\w{marks}])"
    single = "" if ascii_only else rf"(?P<single>[{RUNNING}][{marks}]*)|"
    alternatives = (
        r"(?P<acronym>(?<![\w.])(?:[A-Za-z]\.){2,12}(?![A-Za-z]))",
        r"(?P<date>(?<![\w.])\d{4}(?:-\d{2}-\d{2}|/\d{1,2}/\d{1,2})(?![\d-]))",
        r"(?P<clock>(?<![\w.:])\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?![\w:]))",
        r"(?P<dotted>(?<![\w.])\d+(?:\.\d+){2,16}(?![\w]))",
        rf"(?P<number>(?<![\w.])(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?![\w{marks}]))",
        r"(?P<possessive>(?<=\d)['\u2019]s(?!\w))",
        rf"{single}(?P<word>{letter}+(?:['\u2019\u02bc]{letter}+)*)",
    )
    return re.compile("|".join(alternatives))


def _combining_marks() -> str:
    """All combining marks (Mn, Mc) and the joiners that stand between letters, as ranges of a character class."""
    points = [p for p in range(0x300, 0x1E95B) if unicodedata.category(chr(p)) in ("Mn", "Mc")]
    points += [0x200C, 0x200D]
    ranges: list[list[int]] = []
    for point in sorted(points):
        if ranges and point == ranges[-1][1] + 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    assert ranges[-1][1] <= sys.maxunicode
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)
