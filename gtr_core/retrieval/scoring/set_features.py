"""Features of every (question, set of tables): how much of the question it covers, and what it holds beyond need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.blending import NETWORK_FEATURES, Judged, network_features
from gtr_core.retrieval.scoring.candidate_tables import Candidates
from gtr_core.retrieval.scoring.column_features import CUES
from gtr_core.retrieval.scoring.demands import Demands, unmet
from gtr_core.retrieval.scoring.hits import Hits, best_of_tables
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from gtr_core.retrieval.scoring.set_scores import SCORED_FEATURES, set_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SET_FEATURES", "set_features"]

_COVER_FEATURES = (
    "covered",
    "covered_weighed",
    "missed",
    "missed_most",
    "fewest_exclusive",
    "exclusive_sum",
    "gain_of_best_neighbour",
    "idle_tables",
    "names_covered",
    "names_missed",
)
_SCORE_FEATURES = (
    "log_odds",
    "log_odds_to_best",
    "rank",
    "size",
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
    "joined",
    "edges",
    "edges_beyond_tree",
    "sibling_joins",
    "roots",
    "single_root",
    "leaves",
    "junctions",
    "bridges",
    "hand_made",
    "hand_made_known",
    "hand_made_rank",
    "values_unmet",
    "names_unmet",
    "rows_unmet",
    "groups_unmet",
    "roots_of_one_fact",
    "preferred_over",
)

SET_FEATURES = (
    *_SCORE_FEATURES,
    *(f"question_{name}" for name in _COVER_FEATURES),
    *(f"all_{name}" for name in _COVER_FEATURES),
    *(f"cue_{name}" for name in CUES),
    "has_notes",
    *NETWORK_FEATURES,
)


_PLACE = {name: place for place, name in enumerate(_SCORE_FEATURES)}
_SCORED = {name: place for place, name in enumerate(SCORED_FEATURES)}
_PLACE_OF_SCORED = [_PLACE[name] for name in SCORED_FEATURES]


def set_features(
    graph: ContextGraph,
    schema: SchemaFeatures,
    candidates: Candidates,
    texts: Sequence[Hits],
    cue: NDArray[np.float32],
    judged: Judged,
    sets: Sequence[int],
    hand_made: Mapping[int, float],
    wanted: Demands,
) -> NDArray[np.float32]:
    """``(n_sets, len(SET_FEATURES))``.

    Args:
        graph: The context graph.
        schema: Its schema features.
        candidates: The candidate tables.
        texts: Hits of the question, then of the question together with its notes.
        cue: Of the question.
        judged: What was found of its columns and tables.
        sets: Bit sets of positions.
        hand_made: Set -> score of the best assignment that has just these tables, less that of the best of all.
        wanted: What the question's phrases demand.
    """
    column_scores = judged.columns
    what = set_scores(schema, candidates, column_scores, judged.tables, sets)
    known = np.array([whole in hand_made for whole in sets])
    score = np.array([hand_made.get(whole, -3.0) for whole in sets], dtype=np.float32)
    total = what.features[:, _SCORED["log_odds"]].astype(np.float32)
    out = np.zeros((len(sets), len(_SCORE_FEATURES)), dtype=np.float32)
    out[:, _PLACE_OF_SCORED] = what.features
    out[:, _PLACE["log_odds_to_best"]] = total - total.max(initial=-99.0)
    out[:, _PLACE["rank"]] = (total[None, :] > total[:, None] + 1e-6).sum(axis=1)
    out[:, _PLACE["hand_made"]] = score
    out[:, _PLACE["hand_made_known"]] = known
    out[:, _PLACE["hand_made_rank"]] = np.where(known, (score[None, :] > score[:, None] + 1e-6).sum(axis=1), 99)
    out[:, _PLACE["values_unmet"] : _PLACE["groups_unmet"] + 1] = unmet(graph, wanted, sets)
    blocks = [out]
    block = _cover(candidates, texts[0], what.members, what.near, column_scores)
    if texts[1] is not texts[0]:
        blocks += [block, _cover(candidates, texts[1], what.members, what.near, column_scores)]
    else:
        blocks += [block, block]
    same = np.concatenate((cue, [texts[1] is not texts[0]])).astype(np.float32)
    blocks.append(np.broadcast_to(same, (len(sets), len(same))))
    blocks.append(network_features(judged, what.members))
    return np.concatenate(blocks, axis=1)


def _cover(
    candidates: Candidates,
    hits: Hits,
    members: NDArray[np.bool_],
    near: NDArray[np.bool_],
    column_scores: NDArray[np.float32],
) -> NDArray[np.float32]:
    """What of one text the sets' tables explain: O(sets · tables · tokens), as arrays."""
    n_tokens, n_tables = hits.table.shape
    block = np.zeros((len(members), len(_COVER_FEATURES)), dtype=np.float32)
    if not n_tokens or not n_tables:
        return block
    anything = np.maximum(np.maximum(hits.name, hits.value), 0.3 * hits.description)
    weighed = anything * (0.15 + 0.85 * column_scores[None, :])
    per_table = np.maximum(best_of_tables(anything, candidates), hits.table)
    per_table_weighed = np.maximum(best_of_tables(weighed, candidates), 0.8 * hits.table)
    worth = per_table_weighed.max(axis=1)
    # Most tokens speak of no table; along the last axis sums are to run over all of them, as their order tells.
    spoken = np.flatnonzero(per_table.any(axis=1)) if n_tables > 1 else np.arange(n_tokens)
    inside, best_weighed, names_inside = np.zeros((3, len(members), n_tokens), dtype=np.float32)
    inside_weighed = np.where(members[:, None, :], per_table_weighed[None, spoken], np.float32(0.0))
    best_spoken = inside_weighed.max(axis=2)
    best_weighed[:, spoken] = best_spoken
    inside[:, spoken] = np.where(members[:, None, :], per_table[None, spoken], np.float32(0.0)).max(axis=2)
    names_inside[:, spoken] = np.where(members[:, None, :], hits.table[None, spoken], np.float32(0.0)).max(axis=2)
    missing = np.maximum(worth[None] - best_weighed, 0.0)
    second = np.sort(inside_weighed, axis=2)[:, :, -2] if n_tables > 1 else np.zeros_like(best_spoken)
    owns = inside_weighed >= best_spoken[:, :, None] - 1e-6
    owned = np.where(owns & (inside_weighed > 0), (best_spoken - second)[:, :, None], 0.0).sum(axis=1)
    fewest = np.where(members, owned, np.inf).min(axis=1)
    outside = np.where(near[:, None, :], per_table_weighed[None, spoken], 0.0)
    gains = np.maximum(outside - best_spoken[:, :, None], 0.0).sum(axis=1)
    names = hits.table.max(axis=1)
    block[:, 0] = inside.sum(axis=1) / max(float(per_table.max(axis=1).sum()), 1e-6)
    block[:, 1] = best_weighed.sum(axis=1) / max(float(worth.sum()), 1e-6)
    block[:, 2] = missing.sum(axis=1)
    block[:, 3] = missing.max(axis=1)
    block[:, 4] = np.where(np.isfinite(fewest), fewest, 0.0)
    block[:, 5] = owned.sum(axis=1)
    block[:, 6] = gains.max(axis=1)
    block[:, 7] = (members & (owned < 0.05)).sum(axis=1)
    block[:, 8] = names_inside.sum(axis=1) / max(float(names.sum()), 1e-6)
    block[:, 9] = (names[None] - names_inside).max(axis=1)
    return block
