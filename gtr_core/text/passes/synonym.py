"""Synonyms from a list of business words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gtr_core.text.data_files import json_data
from gtr_core.text.inflection import lemma
from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["synonym"]


def synonym(ngram: NGram) -> Iterable[Form]:
    """Words and phrases that mean about the same: ``clients`` gives ``customer``, ``buyer``, ...

    A list for every project cannot know what a word means in one; so these rank low, and the project's own
    synonyms are indexed as names.
    """
    known = _synonyms()
    return known.get(ngram.form) or known.get(ngram.toggled) or known.get(tuple(map(lemma, ngram.form))) or ()


@cache
def _synonyms() -> dict[Form, tuple[Form, ...]]:
    found: dict[Form, dict[Form, None]] = {}
    for group in json_data("synonyms.json"):
        forms = [tuple(member.split()) for member in group]
        for form in forms:
            found.setdefault(form, {}).update(dict.fromkeys(other for other in forms if other != form))
    return {form: tuple(others) for form, others in found.items()}
