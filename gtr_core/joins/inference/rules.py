"""Rules that overrule the score: what small training databases cannot teach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.candidates import Candidate
from gtr_core.joins.inference.column_values import ColumnId
from gtr_core.joins.inference.naming import overlap

__all__ = ["RULES", "KeyFacts", "is_hierarchy", "ruled"]

_CAP: Final = 0.1
"""Confidence that is left to a candidate that a rule speaks against: below every threshold, above nothing."""

_HIERARCHY: Final = 0.8
_TIE: Final = 0.02
_TIED: Final = 0.3
"""Confidence that is left to two parents of other tables that are as likely as each other: one of them is wrong."""

_BEFORE: Final = frozenset(
    {"parent", "predecessor", "previous", "successor", "ancestor", "original", "superior", "referrer", "reply"}
)
_ABOVE: Final = frozenset(
    {"manager", "mgr", "supervisor", "report", "boss", "sponsor", "mentor", "lead", "leader", "chief"}
)
_PERSONS: Final = frozenset(
    {"employee", "emp", "staff", "person", "people", "user", "member", "agent", "worker", "player", "physician",
     "doctor", "nurse", "teacher", "officer", "contact", "associate", "personnel"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What rules know of keys.

    Attributes:
        primary: Columns that alone are the primary key of their table.
        scores: How likely each unique column is that.
    """

    primary: Collection[ColumnId]
    scores: Mapping[ColumnId, float]


def ruled(candidates: Sequence[Candidate], confidences: NDArray[np.float64], facts: KeyFacts) -> NDArray[np.float64]:
    """(candidates,) float64: the confidences, capped where a rule speaks against, raised for hierarchies.

    Two tables to which a column could refer as likely have less than half a chance each, whatever the score says of
    either: neither is an edge, unless a language model or a person decides.
    """
    against = np.array([any(rule(candidate, facts) for rule in RULES) for candidate in candidates], bool)
    hierarchy = np.array([is_hierarchy(candidate, facts) for candidate in candidates], bool)
    raised = np.where(hierarchy, np.maximum(confidences, _HIERARCHY), confidences)
    capped = np.where(against & ~hierarchy, np.minimum(raised, _CAP), raised)
    return np.where(_tied(candidates, capped), np.minimum(capped, _TIED), capped)


def _tied(candidates: Sequence[Candidate], confidences: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether a candidate is one of a column's two best, which are of different tables and equally likely."""
    by_column: dict[ColumnId, list[int]] = defaultdict(list)
    for place, candidate in enumerate(candidates):
        by_column[candidate.child.column.id].append(place)
    tied = np.zeros(len(candidates), bool)
    for places in by_column.values():
        first, *rest = sorted(places, key=lambda place: -confidences[place])
        if not rest or confidences[first] - confidences[rest[0]] >= _TIE:
            continue
        if candidates[first].parent.column.table != candidates[rest[0]].parent.column.table:
            tied[[first, rest[0]]] = True
    return tied


def is_hierarchy(candidate: Candidate, facts: KeyFacts) -> bool:
    """A column that is named for the one above or before (manager, parent) holds keys of its own table."""
    child, parent = candidate.child, candidate.parent
    return (
        child.column.table == parent.column.table
        and parent.column.id in facts.primary
        and not child.column.unique
        and (candidate.contained or 0.0) >= 0.9
        and (bool(_BEFORE & set(child.name.stem)) or _is_superior(candidate))
    )


def _is_superior(candidate: Candidate) -> bool:
    """A person above another, in a table of persons."""
    return bool(_ABOVE & set(candidate.child.name.stem)) and bool(_PERSONS & set(candidate.child.table_words))


def _is_copy_of_own_key(candidate: Candidate, facts: KeyFacts) -> bool:
    """A column that is unique itself is no reference within its own table."""
    return candidate.child.column.table == candidate.parent.column.table and candidate.child.column.unique


def _is_shared_attribute(candidate: Candidate, facts: KeyFacts) -> bool:
    """Two tables describe things by the same attribute (city, hours), which is unique in the shorter one by chance."""
    parent = candidate.parent
    return (
        parent.column.id not in facts.primary
        and facts.scores.get(parent.column.id, 0.0) < 0.5
        and not parent.name.has_key_word
        and overlap(parent.name.stem, parent.table_words) == 0
    )


def _is_number_within_counter(candidate: Candidate, facts: KeyFacts) -> bool:
    """A number that nothing in its name makes a key lies within a key that counts from one, as most numbers do."""
    child, parent = candidate.child, candidate.parent
    return (
        parent.column.kind == "int"
        and parent.column.low in (0, 1)
        and candidate.similarity < 0.2
        and not child.name.has_key_word
        and (child.name.is_measure or candidate.covered < 0.2)
    )


def _is_own_key(candidate: Candidate, facts: KeyFacts) -> bool:
    """A key that is named for its own table is no reference to another's that is filled by the same counter.

    Where both keys bear the same name, whole, it tells of one thing, and nothing speaks against the score.
    """
    child, parent = candidate.child, candidate.parent
    if child.name.stem and child.column.name.casefold() == parent.column.name.casefold():
        return False
    counted = parent.column.kind == "text" or (parent.column.ordered and parent.column.low in (0, 1))
    return (
        (child.column.unique or (child.column.kind == "text" and candidate.similarity < 0.3))
        and counted
        and child.column.table != parent.column.table
        and overlap(child.name.stem, child.table_words) >= 0.6
        and (overlap(parent.table_words, child.name.stem) < 1.0 or candidate.similarity < 0.95)
        and overlap(parent.name.stem, parent.table_words) >= 0.6
    )


RULES: Final[tuple[Callable[[Candidate, KeyFacts], bool], ...]] = (
    _is_shared_attribute,
    _is_number_within_counter,
    _is_own_key,
    _is_copy_of_own_key,
)
