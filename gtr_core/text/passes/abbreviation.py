"""Abbreviations, both ways."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import islice, product

from gtr_core.text.data_files import json_data
from gtr_core.text.inflection import lemma
from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["abbreviation", "expansions"]

_LONG = 4
_USUAL = 2
_MOST_TOGETHER = 4
_MOST_PER_WORD = 5
_MOST = 18


def abbreviation(ngram: NGram) -> Iterable[Form]:
    """Words abbreviated or written out: ``account balance`` gives ``acct bal``, ``account bal``, ``acct balance``.

    Words change all together, by their two most usual forms, or one at a time, by up to five: at most eighteen
    forms. Of four words and more, which are seldom more than a value or a sentence, only all together by the most
    usual forms.
    """
    form = ngram.form
    others = [_others(word) for word in form]
    if not any(others):
        return _abbreviations().get(form, ())
    made: list[Form] = list(_abbreviations().get(form, ())) if len(form) > 1 else []
    usual = [of_word[:_USUAL] or ((word,),) for word, of_word in zip(form, others, strict=True)]
    if len(form) >= _LONG:
        return [*made, sum((of_word[0] for of_word in usual), ())]
    if sum(map(bool, others)) > 1:
        made.extend(sum(changed, ()) for changed in islice(product(*usual), _MOST_TOGETHER))
    for i, of_word in enumerate(others):
        made.extend((*form[:i], *other, *form[i + 1 :]) for other in of_word)
    return made[:_MOST]


@cache
def expansions() -> dict[str, tuple[Form, ...]]:
    """What each abbreviation may stand for, the most usual first."""
    return {
        short: tuple(tuple(meaning.split()) for meaning in meanings)
        for short, meanings in json_data("abbreviations.json").items()
    }


@lru_cache(maxsize=65536)
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
