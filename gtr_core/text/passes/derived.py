"""Words of one family: what is done, who does it, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gtr_core.text.data_files import json_data
from gtr_core.text.inflection import lemma
from gtr_core.text.passes.ngram import Form, NGram

__all__ = ["derived"]


def derived(ngram: NGram) -> Iterable[Form]:
    """Nouns of a verb or an adjective, and back: ``directed`` gives ``director``, ``owner`` gives ``own``.

    They rank lowest: who teaches is a teacher, but not all that is taught is one.
    """
    if len(ngram.form) > 1:
        return ()
    family = _families()
    return family.get(ngram.form[0]) or family.get(lemma(ngram.form[0])) or ()


@cache
def _families() -> dict[str, tuple[Form, ...]]:
    found: dict[str, dict[Form, None]] = {}
    for word, nouns in json_data("derived.json").items():
        for noun in nouns:
            found.setdefault(word, {})[(noun,)] = None
            found.setdefault(noun, {})[(word,)] = None
    return {word: tuple(forms) for word, forms in found.items()}
