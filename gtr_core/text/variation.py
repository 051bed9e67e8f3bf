"""All variants of an n-gram, by passes in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gtr_core.text import passes
from gtr_core.text.function_words import FUNCTION_WORDS
from gtr_core.text.passes.ngram import Form, Pass, ngram
from gtr_core.text.token import Token
from gtr_core.text.variant import WEIGHTS, Variant, VariantKind

__all__ = ["PASSES", "form_variants", "variants"]

# In order of weight: a form that two passes make bears the name of the first.
PASSES: tuple[tuple[VariantKind, Pass], ...] = (
    ("exact", passes.exact),
    ("lemma", passes.lemma),
    ("plural", passes.plural),
    ("compound", passes.compound),
    ("regional", passes.regional),
    ("number_word", passes.number_word),
    ("calendar", passes.calendar),
    ("calendar", passes.written_date),
    ("demonym", passes.demonym),
    ("abbreviation", passes.abbreviation),
    ("stem", passes.stem),
    ("code", passes.code),
    ("synonym", passes.synonym),
    ("derived", passes.derived),
)


# What is tried for an n-gram that begins or ends with a function word, which only a whole entry can equal.
_CAREFUL_PASSES = tuple(made for made in PASSES if made[0] in ("exact", "plural", "number_word", "demonym"))


def variants(tokens: Sequence[Token]) -> list[Variant]:
    """Forms under which an n-gram may be indexed, what was written first, each form once.

    >>> from gtr_core.text.tokenization import tokenize
    >>> [(" ".join(v.form), v.kind) for v in variants(tokenize("Indian"))][:3]
    [('indian', 'exact'), ('indians', 'plural'), ('india', 'demonym')]
    """
    if not tokens:
        return []
    return list(form_variants(tuple([token.norm for token in tokens]), all([token.text.isupper() for token in tokens])))


@lru_cache(maxsize=8192)
def form_variants(form: Form, upper: bool) -> tuple[Variant, ...]:
    """``variants`` of normalised tokens, at least one, and of whether all of them were written in capitals."""
    read = ngram(form, upper)
    careful = len(form) > 1 and (form[0] in FUNCTION_WORDS or form[-1] in FUNCTION_WORDS)
    found: dict[Form, Variant] = {}
    for kind, make in _CAREFUL_PASSES if careful else PASSES:
        for other in make(read):
            if other not in found:
                found[other] = Variant(other, kind, WEIGHTS[kind])
    return tuple(found.values())
