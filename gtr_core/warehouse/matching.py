"""Finding the stored relation that a spelling means."""

from __future__ import annotations

from collections.abc import Iterable

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import ListedRelation

__all__ = ["best_match"]


def best_match(relation: Relation, listed: Iterable[ListedRelation]) -> ListedRelation | None:
    """The relation of that name: as stored, else the only one that differs in case alone.

    Parts that ``relation`` does not name are free; None where nothing or more than one thing is meant.
    """
    candidates = [one for one in listed if _agrees(relation, one.relation)]
    for part in ("identifier", "schema", "database"):
        exact = [one for one in candidates if getattr(one.relation, part) == getattr(relation, part)]
        candidates = exact or candidates
    return candidates[0] if len(candidates) == 1 else None


def _agrees(wanted: Relation, stored: Relation) -> bool:
    return all(not mine or mine == theirs for mine, theirs in zip(wanted.folded(), stored.folded(), strict=True))
