"""Features of every (question, table), from the scores of its columns and what the words say of its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.candidate_tables import Candidates
from gtr_core.retrieval.scoring.column_features import CUES, shares
from gtr_core.retrieval.scoring.hits import Hits, best_of_tables
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from gtr_core.retrieval.scoring.schema_rows import SCHEMA_TABLE_FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TABLE_FEATURES", "table_features"]

_TEXT_FEATURES = (
    "whole_name",
    "name_words",
    "name_share",
    "name_best",
    "metric",
    "description",
    "columns_share",
    "exclusive",
    "near_name",
)
_COLUMN_FEATURES = (
    "best_column",
    "second_column",
    "third_column",
    "columns_sum",
    "best_own_column",
    "best_key",
    "best_foreign_key",
    "best_value_column",
    "best_rank",
    "margin_to_best",
    "near_best_column",
    "near_best_own",
    "own_only_here",
    "best_hand_made",
)

TABLE_FEATURES = (
    *_COLUMN_FEATURES,
    *(f"question_{name}" for name in _TEXT_FEATURES),
    *(f"all_{name}" for name in _TEXT_FEATURES),
    *SCHEMA_TABLE_FEATURES,
    *(f"cue_{name}" for name in CUES),
    "has_notes",
)


def table_features(
    graph: ContextGraph,
    schema: SchemaFeatures,
    candidates: Candidates,
    texts: Sequence[Hits],
    cue: NDArray[np.float32],
    column_scores: NDArray[np.float32],
    hand_made: NDArray[np.float32],
) -> NDArray[np.float32]:
    """``(n_tables, len(TABLE_FEATURES))``.

    Args:
        graph: The context graph.
        schema: Its schema features.
        candidates: The tables.
        texts: Hits of the question, then of the question together with its notes.
        cue: Of the question.
        column_scores: ``(n_columns,)``: probability that the query uses each column.
        hand_made: ``(n_tables,)``: score of the best assignment that uses the table, less that of the best of all.
    """
    near = schema.adjacency(candidates.tables)
    blocks = [_column_block(schema, candidates, texts[1], column_scores, hand_made, near)]
    block = _text_block(candidates, texts[0], near)
    blocks += [block, block if texts[1] is texts[0] else _text_block(candidates, texts[1], near)]
    blocks.append(np.stack([schema.table(graph, position) for position in candidates.tables]))
    same = np.concatenate((cue, [texts[1] is not texts[0]])).astype(np.float32)
    blocks.append(np.broadcast_to(same, (len(candidates.tables), len(same))))
    return np.concatenate(blocks, axis=1)


def _column_block(
    schema: SchemaFeatures,
    candidates: Candidates,
    words: Hits,
    scores: NDArray[np.float32],
    hand_made: NDArray[np.float32],
    near: NDArray[np.bool_],
) -> NDArray[np.float32]:
    n = len(candidates.tables)
    rows = np.zeros((n, len(_COLUMN_FEATURES)), dtype=np.float32)
    value = words.value.max(axis=0) if len(words.value) else np.zeros_like(scores)
    starts = candidates.starts.tolist()
    for k in range(n):
        of_table = scores[starts[k] : starts[k + 1]]
        top = np.sort(of_table)[::-1][:3]
        rows[k, : len(top)] = top
        rows[k, 3] = of_table.sum()
    what = schema.rows(candidates.tables)[:, :3].T > 0
    kinds = np.stack((~what.any(axis=0), what[0], what[1]))
    rows[:, 4:7] = best_of_tables(np.where(kinds, scores, np.float32(0.0)), candidates).T
    rows[:, 7] = best_of_tables((scores * value)[None, :], candidates)[0]
    best = rows[:, 0]
    rows[:, 8] = (best[None, :] > best[:, None] + 1e-6).sum(axis=1)
    rows[:, 9] = best - best.max(initial=0.0)
    rows[:, 10] = np.where(near, best[None, :], 0.0).max(axis=1, initial=0.0)
    rows[:, 11] = np.where(near, rows[None, :, 4], 0.0).max(axis=1, initial=0.0)
    rows[:, 12] = rows[:, 4] - rows[:, 11]
    rows[:, 13] = hand_made
    return rows


def _text_block(candidates: Candidates, hits: Hits, near: NDArray[np.bool_]) -> NDArray[np.float32]:
    n = len(candidates.tables)
    block = np.zeros((n, len(_TEXT_FEATURES)), dtype=np.float32)
    if hits.table.shape[0] == 0 or n == 0:
        return block
    names = np.minimum(hits.table.sum(axis=0), 1.0)
    anything = np.maximum(np.maximum(hits.name, hits.value), 0.3 * hits.description)
    per_table = best_of_tables(anything, candidates)
    per_table = np.maximum(per_table, hits.table)
    best = hits.table.max(axis=1, keepdims=True)
    second = np.sort(per_table, axis=1)[:, -2:-1] if n > 1 else np.zeros((len(per_table), 1), dtype=np.float32)
    top = per_table.max(axis=1, keepdims=True)
    block[:, 0] = hits.table_whole
    block[:, 1] = names
    block[:, 2] = shares(hits.table).sum(axis=0)
    block[:, 3] = ((hits.table > 0) & (hits.table >= best - 1e-6)).sum(axis=0)
    block[:, 4] = hits.metric
    block[:, 5] = (hits.table_description > 0).sum(axis=0)
    block[:, 6] = shares(per_table).sum(axis=0)
    block[:, 7] = np.where(per_table >= top - 1e-6, per_table - second, 0.0).sum(axis=0)
    block[:, 8] = np.where(near, names[None, :], 0.0).max(axis=1, initial=0.0)
    return block
