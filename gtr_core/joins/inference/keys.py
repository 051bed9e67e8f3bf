"""Keys that the rows show: columns, or few columns together, whose values tell the rows of a table apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gtr_core.joins.inference.column_values import ColumnValues, TableValues
from gtr_core.joins.inference.logistic import Logistic
from gtr_core.joins.inference.naming import ColumnName, column_names, overlap, table_words

__all__ = ["KEY_FEATURES", "KeyCandidate", "key_candidates", "key_features"]

KEY_FEATURES: Final = (
    "first", "position", "key_word_last", "is_named_id", "names_own_table", "stem_beyond_table", "is_whole_number",
    "is_text", "is_date", "length", "dense", "starts_at_one", "rows_log", "is_measure", "only_unique", "sorted_like",
    "named_name",
)  # fmt: skip
_LONGEST = 64
_WIDEST = 4
_MOST_PARTS = 12
_MOST_COMBINATIONS = 500
_NAME_WORDS = frozenset({"name", "title", "description", "address", "phone", "email", "url", "comment"})


@dataclass(frozen=True, slots=True)
class KeyCandidate:
    """Columns that are unique and never null among the rows that were looked at.

    Attributes:
        confidence: Probability that a person would declare it the primary key.
        primary: Whether it is the best of its table.
        size: Keys of the whole table, where these were counted.
    """

    table: str
    columns: tuple[str, ...]
    confidence: float
    primary: bool = False
    size: int | None = None


def key_candidates(table: TableValues, model: Logistic) -> tuple[KeyCandidate, ...]:
    """Keys of a table, the primary one first, then alternates by confidence.

    Single columns are scored by name, place, type and density. Where none is likely to be the primary key,
    the smallest sets of columns that are named like keys, or stand first, are tried as keys of several
    columns. Cost: one sort of the rows per set.
    """
    singles = _single(table, model)
    composite = _composite(table, singles[0].confidence if singles else 0.0)
    every = sorted((*singles, *composite), key=lambda key: (-key.confidence, len(key.columns)))
    return tuple(
        KeyCandidate(key.table, key.columns, round(key.confidence, 4), primary=place == 0)
        for place, key in enumerate(every)
    )


def key_features(table: TableValues) -> list[tuple[ColumnValues, NDArray[np.float64]]]:
    """The columns that could be a key alone, each with a (17,) vector in the order of ``KEY_FEATURES``."""
    names = column_names([column.name for column in table.columns])
    fit = [
        (column, name)
        for column, name in zip(table.columns, names, strict=True)
        if column.unique and column.filled == column.rows and column.length <= _LONGEST
    ]
    own = table_words(table.name)
    return [(column, _features(column, name, own, alone=len(fit) == 1)) for column, name in fit]


def _single(table: TableValues, model: Logistic) -> list[KeyCandidate]:
    found = key_features(table)
    if not found:
        return []
    scores = _by_name(model.probabilities(np.stack([features for _, features in found])), found)
    candidates = [
        KeyCandidate(table.table, (column.name,), float(score))
        for (column, _), score in zip(found, scores, strict=True)
    ]
    return sorted(candidates, key=lambda key: -key.confidence)


def _by_name(
    scores: NDArray[np.float64], found: Sequence[tuple[ColumnValues, NDArray[np.float64]]]
) -> NDArray[np.float64]:
    """The scores, more for a key named for its table, less for a name or an address, wherever they stand.

    In the training databases keys stand first almost without exception, so that place outweighs all else there.
    """
    places = {name: place for place, name in enumerate(KEY_FEATURES)}
    vectors = np.stack([features for _, features in found])
    own = (vectors[:, places["names_own_table"]] >= 0.9) & (vectors[:, places["key_word_last"]] > 0)
    odds = np.log(scores / (1 - scores)) + 3.0 * own - 3.0 * vectors[:, places["named_name"]]
    return np.asarray(1 / (1 + np.exp(-odds)), np.float64)


def _features(column: ColumnValues, name: ColumnName, own: Sequence[str], *, alone: bool) -> NDArray[np.float64]:
    named_id = not name.stem and name.has_key_word
    return np.array(
        [
            column.position == 0,
            column.position / max(1, column.columns - 1),
            name.has_key_word,
            named_id,
            1.0 if named_id else overlap(name.stem, own),
            max(0, len(name.stem) - len(own)),
            column.kind == "int",
            column.kind == "text",
            column.kind == "date",
            min(column.length, _LONGEST) / 10,
            column.dense,
            column.kind == "int" and column.distinct > 0 and column.low in (0, 1),
            np.log10(1 + column.rows),
            name.is_measure,
            alone,
            column.as_text and column.length <= 10,
            bool(set(name.words) & _NAME_WORDS),
        ],
        dtype=np.float64,
    )


def _composite(table: TableValues, best_single: float) -> list[KeyCandidate]:
    """The smallest keys of several columns, where no single column is likely to be one."""
    if best_single >= 0.5 or table.codes.shape[1] < 2:
        return []
    names = column_names([column.name for column in table.columns])
    unique = {place for place, column in enumerate(table.columns) if column.unique and column.filled == column.rows}
    parts = [
        place
        for place, column in enumerate(table.columns)
        if place not in unique and column.kind in ("int", "text", "date") and column.length <= _LONGEST
        and column.filled == column.rows and column.distinct > 1
    ][:_MOST_PARTS]  # fmt: skip
    tried = 0
    for width in range(2, min(_WIDEST, len(parts)) + 1):
        keys: list[KeyCandidate] = []
        for chosen in combinations(parts, width):
            tried += 1
            if tried > _MOST_COMBINATIONS:
                return keys
            if _tells_apart(table.codes[list(chosen)]):
                score = _composite_score(chosen, [names[place] for place in chosen], table_words(table.name))
                columns = tuple(table.columns[place].name for place in chosen)
                keys.append(KeyCandidate(table.table, columns, score))
        if keys:
            return keys
    return []


def _composite_score(places: Sequence[int], names: Sequence[ColumnName], own: Sequence[str]) -> float:
    """More where the columns stand first, are named like keys or for the table; measures are no parts of keys."""
    keyed = sum(name.has_key_word and not name.is_measure for name in names) / len(names)
    first = 1.0 if tuple(places) == tuple(range(len(places))) else 0.8 if places[0] == 0 else 0.0
    measures = sum(name.is_measure for name in names) / len(names)
    named = max(overlap(name.stem, own) for name in names)
    times = sum(bool({"date", "time"} & set(name.words)) for name in names) / len(names)
    return max(0.02, 0.2 + 0.35 * keyed + 0.25 * first + 0.15 * named - 0.35 * measures - 0.3 * times)


def _tells_apart(codes: NDArray[np.int32]) -> bool:
    """Whether no two rows agree in all these columns."""
    combined = np.zeros(codes.shape[1], np.int64)
    for one in codes:
        combined = combined * (int(one.max()) + 1) + one
        combined = np.unique(combined, return_inverse=True)[1].astype(np.int64)
    return bool(len(np.unique(combined)) == codes.shape[1])
