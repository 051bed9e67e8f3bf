"""Codes of countries and states."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text.passes.ngram import Form, NGram
from gtr_core.text.passes.places import places_by_name

__all__ = ["code"]


def code(ngram: NGram) -> Iterable[Form]:
    """Codes of the place named: ``Germany`` and ``German`` give ``deu`` and ``de``.

    They rank low: most codes of two letters are words or codes of other things too.
    """
    by_name = places_by_name()
    places = by_name.get(ngram.form) or by_name.get(ngram.toggled) or ()
    return [form for place in places for form in reversed(place.codes)]
