"""What tells a join from a coincidence, as numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.candidates import Candidate, Named
from gtr_core.joins.inference.column_values import ColumnId
from gtr_core.joins.inference.naming import expanded, overlap

__all__ = ["DATA_FEATURES", "JOIN_FEATURES", "NAME_FEATURES", "join_features"]

NAME_FEATURES: Final = (
    "name_score", "same_name", "stem_in_table", "table_in_stem", "parent_stem_in_child", "child_key_word",
    "parent_key_word", "child_measure", "parent_measure", "tables_alike", "names_own_table", "stem_empty",
    "best_name_margin", "name_rank",
)  # fmt: skip
DATA_FEATURES: Final = (
    "contained", "covered", "child_distinct_log", "parent_distinct_log", "size_ratio_log", "is_text", "is_date",
    "parent_dense", "top_ratio", "child_unique", "child_is_key", "parent_is_key", "parent_key_score", "null_share",
    "rows_per_value_log", "length", "evenness", "child_position", "parent_position", "child_low_zero_one",
    "same_table", "parents_of_child_log", "children_of_parent_log", "reverse", "constant_child", "from_key_part",
    "parent_low_zero_one", "attributes_shared_log",
)  # fmt: skip
JOIN_FEATURES: Final = NAME_FEATURES + DATA_FEATURES


def join_features(
    candidates: Sequence[Candidate],
    key_scores: Mapping[ColumnId, float],
    primary: Collection[ColumnId],
    key_parts: Collection[ColumnId] = frozenset(),
) -> NDArray[np.float64]:
    """(candidates, 42) float64, in the order of ``JOIN_FEATURES``.

    Args:
        candidates: All candidates of one inference: some features compare a candidate with its rivals.
        key_scores: How likely each unique column is its table's primary key.
        primary: Columns that are the primary key of their table alone.
        key_parts: Columns of primary keys of several columns.
    """
    rivals: dict[ColumnId, list[float]] = defaultdict(list)
    for candidate in candidates:
        rivals[candidate.child.column.id].append(candidate.similarity)
    of_parent = Counter(candidate.parent.column.id for candidate in candidates)
    pairs = {(candidate.child.column.id, candidate.parent.column.id) for candidate in candidates}
    alike = Counter(
        (candidate.child.column.table, candidate.parent.column.table)
        for candidate in candidates
        if candidate.child.name.words == candidate.parent.name.words
    )
    rows = []
    for candidate in candidates:
        child, parent = candidate.child.column, candidate.parent.column
        others = rivals[child.id]
        better = sum(other > candidate.similarity + 1e-9 for other in others)
        best_other = _best_other(others, candidate.similarity)
        rows.append(
            [
                *_names(candidate.child, candidate.parent, candidate.similarity),
                candidate.similarity - best_other,
                min(better, 10),
                *_data(candidate),
                *[
                    child.id in primary, parent.id in primary, key_scores.get(parent.id, 0.0),
                    1 - child.filled / max(1, child.rows), np.log10(max(1.0, child.filled / max(1, child.distinct))),
                    min(child.length, 50.0), evenness(candidate), child.position / max(1, child.columns - 1),
                    parent.position / max(1, parent.columns - 1), child.ordered and child.low in (0, 1),
                    child.table == parent.table, np.log10(len(others)), np.log10(of_parent[parent.id]),
                    (parent.id, child.id) in pairs, child.distinct == 1, child.id in key_parts,
                    parent.ordered and parent.low in (0, 1), np.log10(1 + alike[child.table, parent.table]),
                ],
            ]
        )  # fmt: skip
    return np.array(rows, np.float64).reshape(len(candidates), len(JOIN_FEATURES))


def evenness(candidate: Candidate) -> float:
    """How far the child's values are from lying evenly over the parent's, 0 even to 1 at one end.

    The Kolmogorov-Smirnov distance between the ranks that the child's distinct values have among the parent's
    and an even spread. Foreign keys are drawn from all over their parent; small numbers that happen to occur
    in a long key all lie at its start (Zhang et al., 2010: On multi-column foreign key discovery, section 4).
    """
    child, parent = candidate.child.column, candidate.parent.column
    if parent.distinct < 2:
        return 0.0
    ranks = np.searchsorted(parent.values, child.values) / parent.distinct
    even = (np.arange(len(ranks)) + 0.5) / len(ranks)
    return float(np.abs(np.sort(ranks) - even).max())


def _names(child: Named, parent: Named, similarity: float) -> list[float]:
    told = expanded(child.name.stem or child.name.words, parent.table_words)
    return [
        similarity,
        child.name.joined == parent.name.joined,
        overlap(told, parent.table_words),
        overlap(parent.table_words, told),
        overlap(parent.name.stem, told),
        child.name.has_key_word,
        parent.name.has_key_word,
        child.name.is_measure,
        parent.name.is_measure,
        overlap(child.table_words, parent.table_words),
        overlap(child.name.stem, child.table_words),
        not child.name.stem,
    ]


def _data(candidate: Candidate) -> list[float]:
    child, parent = candidate.child.column, candidate.parent.column
    top = child.high / parent.high if parent.ordered and parent.high else 0.0
    return [
        1.0 if candidate.contained is None else candidate.contained,
        candidate.covered,
        np.log10(1 + child.distinct),
        np.log10(1 + parent.size),
        np.log10((1 + child.table_rows) / (1 + parent.table_rows)),
        child.kind == "text",
        child.kind in ("date", "time"),
        parent.dense,
        float(np.clip(top, 0, 2)),
        child.unique,
    ]


def _best_other(values: Sequence[float], one: float) -> float:
    """The largest of the values without one that equals ``one``; 0 where there is no other."""
    largest = max(values)
    if largest != one:
        return largest
    return one if values.count(one) > 1 else max((value for value in values if value != one), default=0.0)
