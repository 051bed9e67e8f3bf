"""Abbreviations, both ways."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gtr_core.text.data_files import json_data
from gtr_core.text.inflection import lemma
from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["abbreviation", "expansions"]

_MOST_PER_WORD = 5
_MOST = 16


def abbreviation(ngram: NGram) -> Iterable[Form]:
    """Words abbreviated or written out: ``account balance`` gives ``acct balance``, ``account bal``, ``acct bal``.

    At most five forms a word and sixteen in all, one word changed at a time and then all that can be.
    """
    form = ngram.form
    made: list[Form] = []
    if len(form) > 1:
        made.extend(_abbreviations().get(form, ()))
    first = [_others(word)[:1] for word in form]
    if sum(map(bool, first)) > 1:
        made.append(sum((others[0] if others else (word,) for word, others in zip(form, first, strict=True)), ()))
    for i, word in enumerate(form):
        made.extend((*form[:i], *other, *form[i + 1 :]) for other in _others(word))
    return made[:_MOST]


@cache
def expansions() -> dict[str, tuple[Form, ...]]:
    """What each abbreviation may stand for, the most usual first."""
    return {
        short: tuple(tuple(meaning.split()) for meaning in meanings)
        for short, meanings in json_data("abbreviations.json").items()
    }


def _others(word: str) -> tuple[Form, ...]:
    """The word's abbreviations and what it may abbreviate."""
    both = expansions().get(word, ()) + _abbreviations().get((word,), ())
    if not both:
        both = _abbreviations().get((lemma(word),), ())
    return both[:_MOST_PER_WORD]


@cache
def _abbreviations() -> dict[Form, tuple[Form, ...]]:
    """Abbreviations of each word or phrase; those of which it is the first meaning stand first."""
    ranked: dict[Form, list[tuple[int, int, str]]] = {}
    for short, meanings in expansions().items():
        for rank, meaning in enumerate(meanings):
            ranked.setdefault(meaning, []).append((rank, -len(short), short))
    return {meaning: tuple((short,) for _, _, short in sorted(shorts)) for meaning, shorts in ranked.items()}
