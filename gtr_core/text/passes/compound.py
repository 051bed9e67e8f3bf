"""Words written together or apart."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text.passes.ngram import Form, NGram
from gtr_core.text.segmentation import segment

__all__ = ["compound"]

_MOST_JOINED = 3
_SHORTEST_PARTED = 6


def compound(ngram: NGram) -> Iterable[Form]:
    """Two or three words closed up (``e mail``: ``email``), one word parted (``lineitems``: ``line items``)."""
    form = ngram.form
    if len(form) == 1:
        word = form[0]
        parted = len(word) >= _SHORTEST_PARTED and word.isascii() and word.isalpha()
        return (segment(word),) if parted else ()
    if len(form) > _MOST_JOINED:
        return ()
    return ("".join(form),), ("".join(ngram.toggled),)
