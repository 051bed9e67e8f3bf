"""Features of every (question, set of tables): how much of the question it covers, and what it holds beyond need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.scoring.candidate_sets import FLOOR, log_odds
from gtr_core.retrieval.scoring.column_features import CUES
from gtr_core.retrieval.scoring.demands import Demands, unmet
from gtr_core.retrieval.scoring.hits import Candidates, Hits, best_of_tables
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures

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
)


def set_features(
    graph: ContextGraph,
    schema: SchemaFeatures,
    candidates: Candidates,
    texts: Sequence[Hits],
    cue: NDArray[np.float32],
    column_scores: NDArray[np.float32],
    table_scores: NDArray[np.float32],
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
        column_scores: ``(n_columns,)``.
        table_scores: ``(n_tables,)``.
        sets: Bit sets of positions.
        hand_made: Set -> score of the best assignment that has just these tables, less that of the best of all.
        wanted: What the question's phrases demand.
    """
    members = _members(candidates, sets)
    shape = _Shape(graph, schema, candidates, column_scores, table_scores)
    rows = [shape.row(whole) for whole in sets]
    graph_block = np.array(rows, dtype=np.float32).reshape(len(sets), -1)
    total = graph_block[:, 0]
    known = np.array([whole in hand_made for whole in sets])
    score = np.array([hand_made.get(whole, -3.0) for whole in sets], dtype=np.float32)
    extra = np.stack(
        [
            total - total.max(initial=-99.0),
            (total[None, :] > total[:, None] + 1e-6).sum(axis=1),
            score,
            known,
            np.where(known, (score[None, :] > score[:, None] + 1e-6).sum(axis=1), 99),
        ],
        axis=1,
    ).astype(np.float32)
    names = ["log_odds_to_best", "rank", "hand_made", "hand_made_known", "hand_made_rank"]
    out = np.zeros((len(sets), len(_SCORE_FEATURES)), dtype=np.float32)
    out[:, _SCORE_FEATURES.index("values_unmet") : _SCORE_FEATURES.index("groups_unmet") + 1] = unmet(
        graph, wanted, sets
    )
    for k, name in enumerate(_Shape.NAMES):
        out[:, _SCORE_FEATURES.index(name)] = graph_block[:, k]
    for k, name in enumerate(names):
        out[:, _SCORE_FEATURES.index(name)] = extra[:, k]
    blocks = [out]
    near = shape.near(members)
    block = _cover(candidates, texts[0], members, near, column_scores)
    blocks += [block, block if texts[1] is texts[0] else _cover(candidates, texts[1], members, near, column_scores)]
    same = np.concatenate((cue, [texts[1] is not texts[0]])).astype(np.float32)
    blocks.append(np.broadcast_to(same, (len(sets), len(same))))
    return np.concatenate(blocks, axis=1)


def _members(candidates: Candidates, sets: Sequence[int]) -> NDArray[np.bool_]:
    """``(n_sets, n_tables)``: which candidate tables each set holds."""
    members = np.zeros((len(sets), len(candidates.tables)), dtype=bool)
    for k, whole in enumerate(sets):
        for position in bits(whole):
            row = candidates.place.get(position)
            if row is not None:
                members[k, row] = True
    return members


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
    inside = np.where(members[:, None, :], per_table[None], 0.0).max(axis=2)
    inside_weighed = np.where(members[:, None, :], per_table_weighed[None], 0.0)
    best_weighed = inside_weighed.max(axis=2)
    missing = np.maximum(worth[None] - best_weighed, 0.0)
    ordered = np.sort(inside_weighed, axis=2)
    second = ordered[:, :, -2] if n_tables > 1 else np.zeros_like(best_weighed)
    owns = inside_weighed >= best_weighed[:, :, None] - 1e-6
    owned = np.where(owns & (inside_weighed > 0), (best_weighed - second)[:, :, None], 0.0).sum(axis=1)
    fewest = np.where(members, owned, np.inf).min(axis=1)
    outside = np.where(near[:, None, :], per_table_weighed[None], 0.0)
    gains = np.maximum(outside - best_weighed[:, :, None], 0.0).sum(axis=1)
    names = hits.table.max(axis=1)
    names_inside = np.where(members[:, None, :], hits.table[None], 0.0).max(axis=2)
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


class _Shape:
    """What the graph and the scores say of a set."""

    NAMES = (
        "log_odds",
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
        "roots",
        "single_root",
        "leaves",
        "junctions",
        "bridges",
        "preferred_over",
        "sibling_joins",
        "roots_of_one_fact",
    )

    def __init__(
        self,
        graph: ContextGraph,
        schema: SchemaFeatures,
        candidates: Candidates,
        column_scores: NDArray[np.float32],
        table_scores: NDArray[np.float32],
    ) -> None:
        self.graph = graph
        self.schema = schema
        self.candidates = candidates
        self.scores = {position: float(table_scores[k]) for k, position in enumerate(candidates.tables)}
        self.best: dict[int, float] = {}
        self.own: dict[int, float] = {}
        self.copied: dict[int, float] = {}
        for k, position in enumerate(candidates.tables):
            start, end = candidates.starts[k], candidates.starts[k + 1]
            of_table = column_scores[start:end]
            what = schema.columns(graph, position)
            keys = (what[:, 0] > 0) | (what[:, 2] > 0)
            self.best[position] = float(of_table.max(initial=0.0))
            self.own[position] = float(of_table[~(keys | (what[:, 1] > 0))].max(initial=0.0))
            self.copied[position] = float(of_table[~keys].max(initial=0.0))
        self.outside = sorted(self.scores, key=lambda position: (-self.scores[position], position))

    def near(self, members: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """``(n_sets, n_tables)``: candidate tables outside of each set that an edge joins to it."""
        n = len(self.candidates.tables)
        adjacent = np.zeros((n, n), dtype=bool)
        for k, position in enumerate(self.candidates.tables):
            row = self.schema.neighbours(position)
            adjacent[k] = [bool(row >> other & 1) for other in self.candidates.tables]
        near: NDArray[np.bool_] = (members.astype(np.float32) @ adjacent.astype(np.float32)) > 0
        return near & ~members

    def row(self, whole: int) -> tuple[float, ...]:
        graph = self.graph
        tables = bits(whole)
        scores = [self.scores.get(position, FLOOR) for position in tables]
        odds = sum(log_odds(score) for score in scores)
        outside = [position for position in self.outside if not whole >> position & 1]
        outside_scores = [self.scores[position] for position in outside[:2]] + [0.0, 0.0]
        missed = [self.best[position] for position in outside[:8]]
        # A key that a table outside holds is no loss where a table inside refers to it.
        without_copies = [
            self.copied[position] if self.schema.neighbours(position) & whole else self.best[position]
            for position in outside[:8]
        ]
        edges = [(self.schema.neighbours(position) & whole).bit_count() for position in tables]
        linked = _connected(self.schema, tables, siblings=False)
        leaves = [position for position, degree in zip(tables, edges, strict=True) if degree <= 1]
        reached = [graph.reachability[position] & whole for position in tables]
        roots = [
            position
            for position in tables
            if not any(other != position and graph.reachability[other] >> position & 1 for other in tables)
        ]
        return (
            odds,
            len(tables),
            min(scores),
            min(self.scores.get(position, FLOOR) for position in (leaves or tables)),
            sum(scores) / len(scores),
            outside_scores[0],
            outside_scores[1],
            max(missed, default=0.0),
            sum(missed),
            max(without_copies, default=0.0),
            min(self.best.get(position, 0.0) for position in tables),
            min(self.own.get(position, 0.0) for position in tables),
            min(self.own.get(position, 0.0) for position in (leaves or tables)),
            linked,
            sum(edges) / 2,
            sum(edges) / 2 - len(tables) + 1,
            len(roots),
            any(row == whole for row in reached),
            len(leaves),
            sum(len(graph.successors[position]) >= 2 for position in tables),
            sum(self.best.get(position, 0.0) < 0.2 for position in tables),
            sum(graph.tables[position].preferred is not None for position in tables),
            not linked and _connected(self.schema, tables, siblings=True),
            len(roots) > 1 and self._one_fact(roots),
        )

    def _one_fact(self, roots: Sequence[int]) -> bool:
        """Whether some table reaches all roots of a set: a fact that relates what the set joins by a shared parent."""
        facts = ~0
        for position in roots:
            facts &= self.graph.reached_from[position]
        return facts != 0


def _connected(schema: SchemaFeatures, tables: Sequence[int], *, siblings: bool) -> bool:
    whole = sum(1 << position for position in tables)
    reached = queue = 1 << tables[0]
    while queue:
        position = queue.bit_length() - 1
        queue ^= 1 << position
        near = schema.neighbours(position) | (schema.siblings(position) if siblings else 0)
        queue |= near & whole & ~reached
        reached |= near & whole
    return reached == whole
