"""All variants of an n-gram, by passes in order."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.text import passes
from gtr_core.text.passes.ngram import Pass, ngram
from gtr_core.text.token import Token
from gtr_core.text.variant import WEIGHTS, Variant, VariantKind

__all__ = ["PASSES", "variants"]

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
)


def variants(tokens: Sequence[Token]) -> list[Variant]:
    """Forms under which an n-gram may be indexed, what was written first, each form once.

    >>> from gtr_core.text.tokenization import tokenize
    >>> [(" ".join(v.form), v.kind) for v in variants(tokenize("Indian"))][:3]
    [('indian', 'exact'), ('indians', 'plural'), ('india', 'demonym')]
    """
    if not tokens:
        return []
    read = ngram(tokens)
    found: dict[tuple[str, ...], Variant] = {}
    for kind, make in PASSES:
        for form in make(read):
            if form not in found:
                found[form] = Variant(form, kind, WEIGHTS[kind])
    return list(found.values())
