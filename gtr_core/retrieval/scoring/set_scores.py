"""What the scores of tables and columns say of sets of tables, and how the sets hang together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.retrieval.scoring.candidate_sets import FLOOR, log_odds
from gtr_core.retrieval.scoring.candidate_tables import Candidates
from gtr_core.retrieval.scoring.hits import best_of_tables
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SCORED_FEATURES", "SetScores", "set_scores"]

# Tables outside of a set that are looked at, the likeliest ones.
OUTSIDE = 8

SCORED_FEATURES = (
    # As ``SetShape`` has them.
    "size",
    "joined",
    "edges",
    "edges_beyond_tree",
    "roots",
    "single_root",
    "leaves",
    "junctions",
    "preferred_over",
    "sibling_joins",
    "roots_of_one_fact",
    # From the scores.
    "log_odds",
    "least",
    "least_leaf",
    "mean",
    "most_outside",
    "second_outside",
    "best_columns_missed",
    "columns_missed_sum",
    "columns_missed_without_copies",
    "best_column_least",
    "own_column_least",
    "leaf_own_column_least",
    "bridges",
)


@dataclass(frozen=True, slots=True)
class SetScores:
    """The sets of one question as arrays.

    Attributes:
        features: ``(n_sets, len(SCORED_FEATURES))`` float64.
        members: ``(n_sets, n_tables)``: which candidate tables each set holds.
        near: ``(n_sets, n_tables)``: candidate tables outside of each set that an edge joins to one inside.
    """

    features: NDArray[np.float64]
    members: NDArray[np.bool_]
    near: NDArray[np.bool_]


def set_scores(
    schema: SchemaFeatures,
    candidates: Candidates,
    column_scores: NDArray[np.float32],
    table_scores: NDArray[np.float32],
    sets: Sequence[int],
) -> SetScores:
    """Score the shapes of sets by the scores of their tables and columns. O(n_sets · tables), as arrays.

    Args:
        schema: The schema features of the graph.
        candidates: The candidate tables.
        column_scores: ``(n_columns,)``.
        table_scores: ``(n_tables,)``.
        sets: Bit sets of positions; a table that is no candidate counts as unlikely, without columns.
    """
    shapes = [schema.shape(whole) for whole in sets]
    beyond = {position for shape in shapes for position in shape.tables} - candidates.place.keys()
    tables = (*candidates.tables, *sorted(beyond))
    place = candidates.place | {position: k for k, position in enumerate(tables) if position in beyond}
    inside = _marks([shape.tables for shape in shapes], place)
    ends = _marks([shape.ends for shape in shapes], place)
    n = len(candidates.tables)
    members = inside[:, :n]
    adjacent = schema.adjacency(tables).astype(np.float32)
    near_members: NDArray[np.bool_] = (members.astype(np.float32) @ adjacent[:n, :n]) > 0
    near_all = (inside.astype(np.float32) @ adjacent[:, :n]) > 0 if beyond else near_members

    scores = np.full(len(tables), FLOOR)
    scores[:n] = table_scores
    best, own, copied = _best_columns(schema, candidates, column_scores, len(tables))
    # Sums run over a set's tables in their order, so as not to hang on which other tables there are.
    ascending = np.argsort(tables, kind="stable")
    odds = np.array([log_odds(score) for score in scores.tolist()])
    sums = np.cumsum(np.where(inside[:, ascending], np.stack((odds, scores))[:, None, ascending], 0.0), axis=2)[
        :, :, -1
    ]

    likeliest = np.lexsort((np.array(candidates.tables), -scores[:n]))
    out = ~members[:, likeliest]
    rank = np.cumsum(out, axis=1)
    looked_at = out & (rank <= OUTSIDE)
    missed = np.where(looked_at, best[likeliest], 0.0)
    without_copies = np.where(looked_at, np.where(near_all, copied[:n], best[:n])[:, likeliest], 0.0)
    features = np.empty((len(sets), len(SCORED_FEATURES)))
    shape_features = len(shapes[0].features)
    features[:, :shape_features] = [shape.features for shape in shapes]
    columns = (
        sums[0],
        np.where(inside, scores, np.inf).min(axis=1),
        np.where(ends, scores, np.inf).min(axis=1),
        sums[1] / features[:, 0],
        np.where(out & (rank == 1), scores[likeliest], 0.0).max(axis=1, initial=0.0),
        np.where(out & (rank == 2), scores[likeliest], 0.0).max(axis=1, initial=0.0),
        missed.max(axis=1, initial=0.0),
        np.cumsum(missed, axis=1)[:, -1],
        # A key that a table outside holds is no loss where a table inside refers to it.
        without_copies.max(axis=1, initial=0.0),
        np.where(inside, best, np.inf).min(axis=1),
        np.where(inside, own, np.inf).min(axis=1),
        np.where(ends, own, np.inf).min(axis=1),
        (inside & (best < 0.2)).sum(axis=1),
    )
    for k, column in enumerate(columns, start=shape_features):
        features[:, k] = column
    return SetScores(features, members, near_members & ~members)


def _marks(listed: Sequence[Sequence[int]], place: dict[int, int]) -> NDArray[np.bool_]:
    """``(n_sets, n_tables)``: which tables are listed."""
    marks = np.zeros((len(listed), len(place)), dtype=np.bool_)
    rows = np.repeat(np.arange(len(listed)), [len(of_set) for of_set in listed])
    marks[rows, [place[position] for of_set in listed for position in of_set]] = True
    return marks


def _best_columns(
    schema: SchemaFeatures, candidates: Candidates, column_scores: NDArray[np.float32], n_tables: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """``(n_tables,)`` each: the best score of a column, of one that is no key of any kind, of one nothing refers to."""
    what = schema.rows(candidates.tables)
    keys = (what[:, 0] > 0) | (what[:, 2] > 0)
    kinds = np.stack((np.ones_like(keys), ~(keys | (what[:, 1] > 0)), ~keys))
    best = np.zeros((3, n_tables))
    best[:, : len(candidates.tables)] = best_of_tables(np.where(kinds, column_scores, np.float32(0.0)), candidates)
    return best[0], best[1], best[2]
