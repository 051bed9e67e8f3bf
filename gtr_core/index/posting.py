"""Postings: what a normalised n-gram stands for in the warehouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["MatchKind", "MatchedBy", "Posting"]

MatchKind = Literal["table", "column", "alias", "description", "value", "metric", "semantic"]

MatchedBy = Literal["exact", "lemma", "stem"]


@dataclass(frozen=True, slots=True)
class Posting:
    """One thing that an n-gram may mean.

    Attributes:
        kind: How it matches.
        table: Table id (of a metric: its own table).
        column: Column name; None for tables and metrics.
        value: The stored spelling, for values; the metric's name, for metrics.
        coverage: Share of the entry's tokens that the n-gram covers, 1.0 for the whole entry. A part
            of a longer value (``urgent`` of ``1-URGENT``) or name has less.
        matched_by: The form of the entry that the n-gram equals: as written, its lemmas, or its stems.
    """

    kind: MatchKind
    table: str
    column: str | None = None
    value: str | None = None
    coverage: float = 1.0
    matched_by: MatchedBy = "exact"
