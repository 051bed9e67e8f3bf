"""Codes of countries and states, and of what is often stored as a letter."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.text.data_files import json_data
from gtr_core.text.inflection import lemma
from gtr_core.text.passes.ngram import Form, NGram
from gtr_core.text.passes.places import places_by_name

__all__ = ["code"]


def code(ngram: NGram) -> Iterable[Form]:
    """Codes of what is named: ``Germany`` and ``German`` give ``deu`` and ``de``, ``women`` gives ``f``.

    They rank low: most codes of one or two letters are words or codes of other things too.
    """
    form = ngram.form
    by_name = places_by_name()
    places = by_name.get(form) or by_name.get(ngram.toggled) or ()
    if places:
        return [code for place in places for code in reversed(place.codes)]
    if len(form) > 1:
        return ()
    return [(code,) for code in json_data("codes.json").get(lemma(form[0]), ())]
