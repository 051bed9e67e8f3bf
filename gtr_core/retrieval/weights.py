"""How much a match says: by its kind, by how much of the entry it covers, and by how rare it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from gtr_core.index import MatchedBy, MatchKind, Posting

__all__ = ["MATCHED_BY", "match_weight", "weighed"]

_KIND = {
    "table": 1.0,
    "alias": 0.97,
    "metric": 1.0,
    "value": 1.0,
    "column": 0.95,
    "description": 0.22,
    "semantic": 0.5,
}

# Sorts of things among which rarity is judged.
_SORTS: dict[str, int] = {"column": 1, "alias": 1, "table": 0, "description": 2, "value": 3, "metric": 4, "semantic": 5}
_SORTS_WITHOUT_COLUMN = _SORTS | {"column": 0, "alias": 0}

MATCHED_BY = {"exact": 1.0, "lemma": 0.98, "stem": 0.9}


def match_weight(posting: Posting, variant_weight: float, tokens: int) -> float:
    """Weight of one match, 0 to 1, before rarity.

    A whole entry counts in full. A part of a name counts by the square root of its share, halved, since one
    word of a long name says little; a part of a value a little more, since values are rarer than names. One
    token out of a long value (a word in a title) says next to nothing.
    """
    return _weight(posting.kind, posting.coverage, posting.matched_by, tokens > 1) * variant_weight


@cache
def _weight(kind: MatchKind, coverage: float, matched_by: MatchedBy, several: bool) -> float:
    """The weight of a match as written; coverage has no more than 61 values."""
    weight = _KIND[kind] * MATCHED_BY[matched_by]
    if coverage >= 1.0:
        return weight
    if kind == "value":
        return weight * (0.85 * math.sqrt(coverage) if several or coverage >= 0.5 else 0.2)
    return weight * 0.6 * math.sqrt(coverage)


def weighed(postings: Sequence[Posting], several: bool) -> Iterator[tuple[Posting, float]]:
    """The postings of one form with the weights of what was written, by how rare their like is.

    Rarity is judged among matches of the same sort of thing, whole or in part, by the tables that they hit:
    1 / (1 + log2(tables)). A table's name is no less telling for the columns that bear it too.
    """
    tables: dict[int, set[str]] = {}
    groups = []
    for posting in postings:
        sort = _SORTS[posting.kind] if posting.column is not None else _SORTS_WITHOUT_COLUMN[posting.kind]
        group = sort if posting.coverage < 1.0 else ~sort
        groups.append(group)
        hit = tables.get(group)
        if hit is None:
            hit = tables[group] = set()
        hit.add(posting.table)
    rarity = {group: 1.0 / (1.0 + math.log2(len(hit))) for group, hit in tables.items()}
    for posting, group in zip(postings, groups, strict=True):
        yield posting, _weight(posting.kind, posting.coverage, posting.matched_by, several) * rarity[group]
