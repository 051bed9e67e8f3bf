"""Places and the words for what comes from them."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text.passes.ngram import Form, NGram
from gtr_core.text.passes.places import places_by_code, places_by_name

__all__ = ["demonym"]

_PRONOUN = ("us",)


def demonym(ngram: NGram) -> Iterable[Form]:
    """Names and demonyms of the place: ``Indian`` gives ``india``, ``UK`` gives ``united kingdom`` and ``british``.

    The plural is read as the singular (``Germans``). A code, and ``US``, counts in capitals only.
    """
    by_name = places_by_name()
    places = by_name.get(ngram.form) or by_name.get(ngram.toggled)
    if places is None and ngram.upper:
        places = places_by_code().get(ngram.form)
    if places is None or (ngram.form == _PRONOUN and not ngram.upper):
        return ()
    return [form for place in places for form in (*place.names, *place.demonyms)]
