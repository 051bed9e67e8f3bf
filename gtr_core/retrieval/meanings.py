"""What n-grams may mean: their variants, looked up all at once and weighed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting, ValueIndex
from gtr_core.retrieval.candidate import Option
from gtr_core.retrieval.weights import MATCHED_BY, weighed
from gtr_core.text import Token, Variant, variants

__all__ = ["as_written", "meanings"]

VERB_FOR_VALUE = 0.4
OUTRANKED = 0.7
# Kinds of variant that count only where no other one names a whole entry.
_LAST_RESORT = frozenset({"derived", "spelling"})
_INFLECTED = frozenset({"lemma", "stem", "synonym", "derived"})
_SCHEMA = frozenset({"table", "alias", "column"})

_Key = tuple[str, str, str | None, str | None]


def as_written(tokens: Sequence[Token]) -> list[Variant]:
    """An n-gram as it stands, as its only variant."""
    return [Variant(tuple([token.norm for token in tokens]), "exact", 1.0)]


def meanings(
    ngrams: Sequence[Sequence[Token]],
    graph: ContextGraph,
    index: ValueIndex,
    of: Callable[[Sequence[Token]], list[Variant]] = variants,
) -> list[list[Option]]:
    """All meanings of each n-gram, best first; of several ways to one posting the best.

    Args:
        ngrams: The tokens of each.
        graph: What its tables do not hold is left out.
        index: Where the variants are looked up, in one search.
        of: Makes the variants of an n-gram.
    """
    read = [of(tokens) for tokens in ngrams]
    found = index.lookup_all([variant.form for made in read for variant in made])
    outranked: dict[str, bool] = {}
    return [
        _options(tokens, made, found, graph, outranked) if found else []
        for tokens, made in zip(ngrams, read, strict=True)
    ]


def _options(
    tokens: Sequence[Token],
    made: Sequence[Variant],
    found: dict[tuple[str, ...], list[Posting]],
    graph: ContextGraph,
    outranked: dict[str, bool],
) -> list[Option]:
    best: dict[_Key, Option] = {}
    whole = False
    several = len(tokens) > 1
    is_verb = tokens[-1].norm.endswith(("ing", "ed"))
    for variant in made:
        postings = found.get(variant.form)
        if postings is None or (whole and variant.kind in _LAST_RESORT):
            continue
        written = " ".join(variant.form)
        likeness = _likeness(variant.weight)
        for posting, base in weighed([p for p in postings if p.table in graph.positions], several):
            weight = base * variant.weight
            kind = posting.kind
            if is_verb and kind == "value" and _is_inflected(variant.kind, posting):
                weight *= VERB_FOR_VALUE
            if _is_outranked(posting.table, graph, outranked):
                weight *= OUTRANKED
            whole = whole or posting.coverage >= 1.0
            key = ("schema" if kind in _SCHEMA else kind, posting.table, posting.column, posting.value)
            known = best.get(key)
            if known is None or known.weight < weight:
                best[key] = Option(posting, written, variant.kind, round(weight, 6), likeness[posting.matched_by])
    return sorted(best.values(), key=_by_weight)


@cache
def _likeness(weight: float) -> dict[str, float]:
    """How near a variant of that weight is to what was written, by the form of the entry that it equals."""
    return {by: round(weight * share, 6) for by, share in MATCHED_BY.items()}


def _is_outranked(table_id: str, graph: ContextGraph, known: dict[str, bool]) -> bool:
    """Whether the project has a table to prefer over this one (a mart over its staging view) that may be read."""
    if table_id not in known:
        preferred = graph.table(table_id).preferred
        known[table_id] = preferred is not None and preferred in graph.positions and not graph.table(preferred).hidden
    return known[table_id]


def _is_inflected(variant_kind: str, posting: Posting) -> bool:
    """Whether a match was found only by taking a verb's ending off: "shipping" is hardly the value ``SHIP``."""
    return variant_kind in _INFLECTED or posting.matched_by != "exact"


def _by_weight(option: Option) -> tuple[float, str, str, str]:
    posting = option.posting
    return (-option.weight, posting.table, posting.column or "", posting.value or "")
