"""Identifiers of tables and columns, split into words."""

from __future__ import annotations

import re
from functools import lru_cache

from gtr_core.text.folding import fold
from gtr_core.text.segmentation import is_word, segment
from gtr_core.text.tokenization import normalise

__all__ = ["split_identifier"]

_LONGEST = 200
# Where the case changes: ``custAcct``, ``HTTPStatus``; and between letters and digits.
_BOUNDARY = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")


@lru_cache(maxsize=65536)
def split_identifier(name: str) -> tuple[str, ...]:
    """Words of an identifier, normalised: parted at signs, changes of case and digits, then by a list of words.

    At most the first 200 characters are read.

    >>> split_identifier("l_shipdate"), split_identifier("custAcctBal"), split_identifier("WHSE_LOC_KEY")
    (('l', 'ship', 'date'), ('cust', 'acct', 'bal'), ('whse', 'loc', 'key'))
    >>> split_identifier("HTTPStatus2xx")
    ('http', 'status', '2', 'xx')
    """
    words: list[str] = []
    for part in _parts(name[:_LONGEST]):
        words.extend(segment(part) if part.isascii() and part.isalpha() else (part,))
    return tuple(words)


def _parts(name: str) -> tuple[str, ...]:
    """The parts between signs, changes of case and digits, normalised."""
    folded = fold(name)
    if not folded.isascii():
        return normalise(name)
    parts: list[str] = []
    for part in normalise(_BOUNDARY.sub(" ", name)):
        # The last capital of a run belongs to the run where it begins no word: IDgoalie.
        together = parts[-1] + part if parts and len(parts[-1]) == 1 and parts[-1].isalpha() else ""
        if together and together in folded and _belongs(together, part):
            part = together
            parts.pop()
        parts.append(part)
    return tuple(parts)


def _belongs(together: str, part: str) -> bool:
    return not is_word(part) and len(segment(part)) == 1 and len(segment(together)) > 1
