"""From a grounded question to the sets of tables that may answer it, each with its probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.scoring.blending import judged, network_scores
from gtr_core.retrieval.scoring.candidate_sets import candidate_sets
from gtr_core.retrieval.scoring.candidate_tables import candidate_tables
from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES, column_features, cues
from gtr_core.retrieval.scoring.demands import adjustments, demands
from gtr_core.retrieval.scoring.expected_overlap import DOUBTFUL, most_overlap
from gtr_core.retrieval.scoring.forest import Forest
from gtr_core.retrieval.scoring.hits import gather, together
from gtr_core.retrieval.scoring.model import ScoringModel, calibration_row
from gtr_core.retrieval.scoring.relation_inputs import relation_inputs
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.set_features import set_features
from gtr_core.retrieval.scoring.table_features import table_features

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ScoredSets", "active_columns", "column_scores", "hand_made_vector", "score_sets", "unexplained_share"]

UNKNOWN = -3.0
# Log-odds beyond which nothing is told apart; a long question's demands can take more.
MOST_ODDS = 30.0
IDLE = 0.01


@dataclass(frozen=True, slots=True)
class ScoredSets:
    """The scorer's view of one question.

    Attributes:
        sets: Bit sets of positions, the likeliest first; before it, where none is likely, the one that is expected to
            overlap most with the right one.
        probabilities: Of each, that it is exactly right; they need not add up to 1.
        confidence: Calibrated probability that the first is exactly right.
        tables: Position -> probability that the query uses the table, for the candidate tables.
    """

    sets: tuple[int, ...]
    probabilities: tuple[float, ...]
    confidence: float
    tables: Mapping[int, float]


def score_sets(
    graph: ContextGraph,
    model: ScoringModel,
    question: Grounding,
    notes: Grounding | None,
    hand_made: Mapping[int, float],
) -> ScoredSets:
    """Score the candidate sets of a question.

    Columns are scored first, then tables from their columns; a network reads words, columns and tables together
    and is averaged with both; then connected sets of the likeliest tables are scored, so that what is chosen
    covers the question as a whole. Nothing here grows with the number of tables but the choice of the candidates.

    Args:
        graph: The context graph.
        model: The forests and networks.
        question: The question, grounded.
        notes: What explains its words, grounded; None without.
        hand_made: Set -> score of the best assignment on just these tables, less that of the best of all.
    """
    schema = schema_features(graph)
    extra = 0
    for whole in hand_made:
        extra |= whole
    candidates = candidate_tables(graph, [question] if notes is None else [question, notes], extra)
    if not candidates.n_columns:
        return ScoredSets((), (), 0.0, {})
    own = gather(graph, candidates, question)
    texts = [own, own if notes is None else together(own, gather(graph, candidates, notes))]
    cue = cues(question)
    column_rows = column_features(graph, schema, candidates, texts, cue)
    columns = column_scores(model.columns, column_rows)
    vector = hand_made_vector(candidates.tables, hand_made)
    table_rows = table_features(graph, schema, candidates, texts, cue, columns, vector)
    tables = model.tables.probabilities(table_rows)
    words = [token.text for token in (*question.tokens, *(notes.tokens if notes else ()))]
    inputs = relation_inputs(
        schema, candidates, texts[1], words, len(question.tokens), (column_rows, columns), (table_rows, tables)
    )
    found = judged(columns, tables, inputs, network_scores(graph, schema, model.network, model.words, inputs))
    by_table = {position: round(float(found.tables[k]), 6) for k, position in enumerate(candidates.tables)}
    sets = candidate_sets(graph, schema, by_table, list(hand_made))
    wanted = demands(graph, question)
    rows = set_features(graph, schema, candidates, texts, cue, found, sets, hand_made, wanted)
    unexplained = unexplained_share(question)
    scores = model.set_scores(rows) + adjustments(graph, wanted, sets, hand_made, unexplained)
    probabilities = np.round(1.0 / (1.0 + np.exp(-np.clip(scores, -MOST_ODDS, MOST_ODDS))), 6)
    order = sorted(range(len(sets)), key=lambda k: (-float(probabilities[k]), sets[k].bit_count(), sets[k]))
    row = calibration_row(probabilities, unexplained, has_notes=notes is not None)
    ranked = {sets[k]: float(probabilities[k]) for k in order}
    best = sets[order[0]]
    if ranked[best] < DOUBTFUL:
        chosen = most_overlap(schema, sets, best, by_table)
        ranked = {chosen: ranked[best], **{whole: p for whole, p in ranked.items() if whole != chosen}}
    return ScoredSets(tuple(ranked), tuple(ranked.values()), round(model.confidence(row), 4), by_table)


_SIGNS = [
    COLUMN_FEATURES.index(name)
    for name in ("question_any_share", "all_any_share", "primary_key", "foreign_key", "referenced", "names_rows")
]


def active_columns(rows: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(n_columns,)``: those of which a word speaks, and keys and names, which are used without being spoken of."""
    return np.asarray((rows[:, _SIGNS] > 0).any(axis=1))


def column_scores(forest: Forest, rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(n_columns,)``: the forest's probability for active columns, ``IDLE`` for the others."""
    active = active_columns(rows)
    scores = np.full(len(rows), IDLE, dtype=np.float32)
    scores[active] = forest.probabilities(rows[active])
    return scores


def hand_made_vector(tables: tuple[int, ...], hand_made: Mapping[int, float]) -> NDArray[np.float32]:
    """``(n_tables,)``: of each table the best score of a set that holds it, ``UNKNOWN`` where none does."""
    best = {position: UNKNOWN for position in tables}
    for whole, score in hand_made.items():
        for position in tables:
            if whole >> position & 1 and score > best[position]:
                best[position] = score
    return np.array([best[position] for position in tables], dtype=np.float32)


def unexplained_share(question: Grounding) -> float:
    """Share of the words that carry meaning which nothing in the context explains."""
    unexplained = sum(token.role == "unexplained" for token in question.tokens)
    grounded = sum(token.role == "grounded" for token in question.tokens)
    return unexplained / max(unexplained + grounded, 1)
