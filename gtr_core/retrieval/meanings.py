"""What n-grams may mean: their variants, looked up all at once and weighed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting, ValueIndex
from gtr_core.retrieval.candidate import Option
from gtr_core.retrieval.kept_meanings import kept_meanings
from gtr_core.retrieval.weights import MATCHED_BY, weighed
from gtr_core.text import Token, Variant, form_variants

__all__ = ["as_written", "meanings"]

VERB_FOR_VALUE = 0.4
OUTRANKED = 0.7
# Kinds of variant that count only where no other one names a whole entry.
_LAST_RESORT = frozenset({"derived", "spelling"})
_INFLECTED = frozenset({"lemma", "stem", "synonym", "derived"})
_SCHEMA = frozenset({"table", "alias", "column"})

_Key = tuple[str, str, str | None, str | None]


def as_written(form: tuple[str, ...], _: bool) -> tuple[Variant, ...]:
    """An n-gram as it stands, as its only variant."""
    return (Variant(form, "exact", 1.0),)


def meanings(
    ngrams: Sequence[Sequence[Token]],
    graph: ContextGraph,
    index: ValueIndex,
    of: Callable[[tuple[str, ...], bool], Sequence[Variant]] = form_variants,
) -> list[tuple[Option, ...]]:
    """All meanings of each n-gram, best first; of several ways to one posting the best.

    Args:
        ngrams: The tokens of each.
        graph: What its tables do not hold is left out.
        index: Where the variants are looked up, in one search.
        of: Makes the variants of an n-gram, from its words and from whether they all are in capitals.
    """
    kept = kept_meanings(graph, index)
    by = of.__name__
    keys = [
        (by, tuple([token.norm for token in tokens]), all([token.text.isupper() for token in tokens]))
        for tokens in ngrams
    ]
    made: dict[tuple[str, tuple[str, ...], bool], Sequence[Variant]] = {}
    options: dict[tuple[str, tuple[str, ...], bool], tuple[Option, ...]] = {}
    for key in keys:
        known = kept.get(key)
        if known is None:
            made[key] = of(key[1], key[2])
        else:
            options[key] = known
    if made:
        found = index.lookup_all([variant.form for variants in made.values() for variant in variants])
        for key, variants in made.items():
            options[key] = looked_up = _options(key[1], variants, found, graph) if found else ()
            kept.keep(key, looked_up)
    return [options[key] for key in keys]


def _options(
    form: tuple[str, ...],
    made: Sequence[Variant],
    found: dict[tuple[str, ...], list[Posting]],
    graph: ContextGraph,
) -> tuple[Option, ...]:
    hits = [(variant, postings) for variant in made if (postings := found.get(variant.form)) is not None]
    if not hits:
        return ()
    best: dict[_Key, Option] = {}
    whole = False
    outranked = graph.outranked
    positions = graph.positions
    several = len(form) > 1
    is_verb = form[-1].endswith(("ing", "ed"))
    for variant, postings in hits:
        if whole and variant.kind in _LAST_RESORT:
            continue
        written = " ".join(variant.form)
        likeness = _likeness(variant.weight)
        for posting, base in weighed([p for p in postings if p.table in positions], several):
            weight = base * variant.weight
            kind = posting.kind
            if is_verb and kind == "value" and _is_inflected(variant.kind, posting):
                weight *= VERB_FOR_VALUE
            if posting.table in outranked:
                weight *= OUTRANKED
            whole = whole or posting.coverage >= 1.0
            key = ("schema" if kind in _SCHEMA else kind, posting.table, posting.column, posting.value)
            known = best.get(key)
            if known is None or known.weight < weight:
                best[key] = Option(posting, written, variant.kind, round(weight, 6), likeness[posting.matched_by])
    return tuple(sorted(best.values(), key=_by_weight))


@cache
def _likeness(weight: float) -> dict[str, float]:
    """How near a variant of that weight is to what was written, by the form of the entry that it equals."""
    return {by: round(weight * share, 6) for by, share in MATCHED_BY.items()}


def _is_inflected(variant_kind: str, posting: Posting) -> bool:
    """Whether a match was found only by taking a verb's ending off: "shipping" is hardly the value ``SHIP``."""
    return variant_kind in _INFLECTED or posting.matched_by != "exact"


def _by_weight(option: Option) -> tuple[float, str, str, str]:
    posting = option.posting
    return (-option.weight, posting.table, posting.column or "", posting.value or "")
