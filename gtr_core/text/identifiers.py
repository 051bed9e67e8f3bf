"""Identifiers of tables and columns, split into words."""

from __future__ import annotations

import re
from functools import lru_cache

from gtr_core.text.folding import fold
from gtr_core.text.segmentation import segment
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
    for token in _parts(name[:_LONGEST]):
        words.extend(segment(token) if token.isascii() and token.isalpha() else (token,))
    return tuple(words)


def _parts(name: str) -> tuple[str, ...]:
    """The parts between signs, changes of case and digits, normalised."""
    if fold(name).isascii():
        name = _BOUNDARY.sub(" ", name)
    return normalise(name)
