"""Everything about the columns of some tables that a score needs, in one pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.candidates import Candidate, Named, find_candidates, named_columns
from gtr_core.joins.inference.column_values import ColumnId, TableValues
from gtr_core.joins.inference.composite import CompositeCandidate, composite_candidates
from gtr_core.joins.inference.features import join_features
from gtr_core.joins.inference.keys import KeyCandidate, key_candidates
from gtr_core.joins.inference.logistic import Logistic
from gtr_core.joins.inference.rules import KeyFacts

__all__ = ["Prepared", "prepare"]

_LONGEST_KEY = 64


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Candidates with their features.

    Attributes:
        keys: Keys by table id, the primary one first.
        features: (candidates, features) float64.
    """

    columns: Mapping[ColumnId, Named]
    keys: Mapping[str, tuple[KeyCandidate, ...]]
    candidates: tuple[Candidate, ...]
    features: NDArray[np.float64]
    facts: KeyFacts
    parents: tuple[ColumnId, ...]
    composites: tuple[CompositeCandidate, ...]


def prepare(
    tables: Sequence[TableValues],
    key_model: Logistic,
    keys: Mapping[str, tuple[KeyCandidate, ...]] | None = None,
    verify: Callable[[Sequence[Candidate]], Sequence[Candidate]] = tuple,
) -> Prepared:
    """Keys, candidates and features of these tables.

    Args:
        tables: With their values.
        key_model: Scores keys of one column.
        keys: Keys that are known already; those of other tables are found in their rows.
        verify: Settles the candidates whose containment only the warehouse can tell.
    """
    columns = named_columns(tables)
    found = {table.table: key_candidates(table, key_model) for table in tables} | dict(keys or {})
    scores: dict[ColumnId, float] = {}
    primary: set[ColumnId] = set()
    parts: set[ColumnId] = set()
    for several in found.values():
        for key in several:
            if len(key.columns) == 1:
                scores[key.table, key.columns[0]] = key.confidence
            if key.primary:
                (primary if len(key.columns) == 1 else parts).update((key.table, column) for column in key.columns)
    parents = [
        column_id for column_id, named in columns.items() if named.column.unique and named.column.length <= _LONGEST_KEY
    ]
    candidates = verify(find_candidates(columns, parents))
    return Prepared(
        columns=columns,
        keys=found,
        candidates=tuple(candidates),
        features=join_features(candidates, scores, primary, parts),
        facts=KeyFacts(primary, scores),
        parents=tuple(parents),
        composites=tuple(composite_candidates(tables, columns, found)),
    )
