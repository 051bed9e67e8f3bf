"""How much a match says: by its kind, by how much of the entry it covers, and by how rare it is."""

from __future__ import annotations

import math
from collections.abc import Iterable

from gtr_core.index import Posting

__all__ = ["MATCHED_BY", "match_weight", "rarities", "rarity_group"]

_KIND = {
    "table": 1.0,
    "alias": 0.97,
    "metric": 1.0,
    "value": 1.0,
    "column": 0.95,
    "description": 0.22,
    "semantic": 0.5,
}

MATCHED_BY = {"exact": 1.0, "lemma": 0.98, "stem": 0.9}


def match_weight(posting: Posting, variant_weight: float, tokens: int) -> float:
    """Weight of one match, 0 to 1, before rarity.

    A whole entry counts in full. A part of a name counts by the square root of its share, halved, since one
    word of a long name says little; a part of a value a little more, since values are rarer than names. One
    token out of a long value (a word in a title) says next to nothing.
    """
    weight = _KIND[posting.kind] * MATCHED_BY[posting.matched_by] * variant_weight
    if posting.coverage >= 1.0:
        return weight
    if posting.kind == "value":
        return weight * (0.85 * math.sqrt(posting.coverage) if tokens > 1 or posting.coverage >= 0.5 else 0.2)
    return weight * 0.6 * math.sqrt(posting.coverage)


def rarity_group(posting: Posting) -> tuple[str, bool]:
    """Matches among which rarity is judged: the same sort of thing, whole or in part.

    A table's name is no less telling for the columns that bear it too.
    """
    sort = posting.kind
    if sort in ("alias", "column"):
        sort = "table" if posting.column is None else "column"
    return sort, posting.coverage >= 1.0


def rarities(postings: Iterable[Posting]) -> dict[tuple[str, bool], float]:
    """Share of its weight that a match keeps, by group, when the same form hits several tables.

    1 / (1 + log2(tables)).
    """
    tables: dict[tuple[str, bool], set[str]] = {}
    for posting in postings:
        tables.setdefault(rarity_group(posting), set()).add(posting.table)
    return {group: 1.0 / (1.0 + math.log2(len(of_group))) for group, of_group in tables.items()}
