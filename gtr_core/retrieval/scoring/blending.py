"""What the forests and the relation-aware network say of columns, tables and sets, put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.relation_aware import NetworkScores, RelationAware, TextVectors
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from gtr_core.retrieval.scoring.word_vectors import WordVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NETWORK_FEATURES", "Judged", "judged", "network_features", "network_scores"]

NETWORK_FEATURES = (
    "network_below_best",
    "network_share",
    "network_margin",
    "network_least_inside",
    "network_most_outside",
    "forest_least_inside",
    "forest_most_outside",
    "network_sum",
    "forest_sum",
)

_SURE = 0.999
_NOTHING = -9.0
_NO_OTHER = 5.0


def network_scores(
    graph: ContextGraph, schema: SchemaFeatures, network: RelationAware, words: WordVectors, inputs: RelationInputs
) -> NetworkScores:
    """The network's answer to one question, its texts looked up."""
    of_tables = [schema.texts(graph, position) for position in inputs.tables]
    at = list(zip(inputs.table_of.tolist(), inputs.column_in_table.tolist(), strict=True))
    vectors = TextVectors(
        words.of(inputs.words),
        words.of([of_tables[row].names[place] for row, place in at]),
        words.of([of_tables[row].descriptions[place] for row, place in at]),
        words.of([of_tables[row].values[place] for row, place in at]),
        words.of([table.name for table in of_tables]),
    )
    return network.score(inputs, vectors)


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found of the columns and tables of one question.

    Attributes:
        columns: ``(n_columns,)``: probability that the query uses each, of forest and network together.
        tables: ``(n_tables,)``: likewise.
        forest: ``(n_tables,)``: by the forest alone.
        network: What the network says.
    """

    columns: NDArray[np.float32]
    tables: NDArray[np.float32]
    forest: NDArray[np.float32]
    network: NetworkScores


def judged(
    columns: NDArray[np.float32], tables: NDArray[np.float32], inputs: RelationInputs, scores: NetworkScores
) -> Judged:
    """Forest and network by the mean of both log-odds; a column that the network did not see stays.

    Args:
        columns: ``(n_columns,)``: the forest's probabilities.
        tables: ``(n_tables,)``: likewise.
        inputs: What the network saw.
        scores: What it says.
    """
    of_columns = columns.copy()
    of_columns[inputs.columns] = _probability((_log_odds(columns[inputs.columns]) + scores.columns) / 2.0)
    return Judged(of_columns, _probability((_log_odds(tables) + scores.tables) / 2.0), tables, scores)


def network_features(found: Judged, members: NDArray[np.bool_]) -> NDArray[np.float32]:
    """``(n_sets, len(NETWORK_FEATURES))``.

    Args:
        found: Of the question's columns and tables.
        members: ``(n_sets, n_tables)``: which tables each set holds.
    """
    scores = found.network
    of_sets = scores.sets(members)
    best = float(of_sets.max())
    below = of_sets - best
    second = float(np.partition(of_sets, -2)[-2]) if len(of_sets) > 1 else best - _NO_OTHER
    odds = _log_odds(found.forest)
    return np.stack(
        [
            below,
            below - np.log(np.exp(below).sum()),
            np.where(of_sets == best, best - second, below),
            _least(scores.tables, members),
            np.where(members, _NOTHING, scores.tables).max(axis=1),
            _least(odds, members),
            np.where(members, _NOTHING, odds).max(axis=1),
            members @ scores.tables,
            members @ odds,
        ],
        axis=1,
    ).astype(np.float32)


def _least(odds: NDArray[np.float32], members: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Of each set's tables; a set may hold none of the candidates, of which nothing is known then."""
    least = np.where(members, odds, np.inf).min(axis=1)
    return np.asarray(np.where(np.isinf(least), _NOTHING, least), dtype=np.float32)


def _log_odds(probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    kept = np.clip(probabilities, 1.0 - _SURE, _SURE)
    return np.asarray(np.log(kept / (1.0 - kept)), dtype=np.float32)


def _probability(odds: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(1.0 / (1.0 + np.exp(-odds)), dtype=np.float32)
