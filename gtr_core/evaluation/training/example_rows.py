"""The feature rows of one question's columns, tables and sets, and what is right of its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.evaluation.training.examples import Example
from gtr_core.retrieval.scoring.blending import Judged
from gtr_core.retrieval.scoring.candidate_sets import candidate_sets
from gtr_core.retrieval.scoring.column_features import column_features
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.scored_sets import hand_made_vector
from gtr_core.retrieval.scoring.set_features import set_features
from gtr_core.retrieval.scoring.table_features import table_features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]
    Labels = NDArray[np.bool_]

__all__ = ["column_rows", "likely_sets", "set_rows", "table_labels", "table_rows"]


def column_rows(example: Example) -> Rows:
    """``(n_columns, len(COLUMN_FEATURES))``."""
    return column_features(
        example.graph, schema_features(example.graph), example.candidates, example.texts, example.cue
    )


def table_rows(example: Example, columns: Rows) -> Rows:
    """``(n_tables, len(TABLE_FEATURES))``, by the scores of the columns."""
    vector = hand_made_vector(example.candidates.tables, example.hand_made)
    schema = schema_features(example.graph)
    return table_features(example.graph, schema, example.candidates, example.texts, example.cue, columns, vector)


def table_labels(example: Example) -> Labels:
    """``(n_tables,)``: which of the candidate tables are right."""
    return np.array([bool(example.gold >> position & 1) for position in example.candidates.tables])


def likely_sets(example: Example, tables: Rows) -> list[int]:
    """The candidate sets, as bit sets, by the scores of the tables."""
    scores = {position: round(float(tables[k]), 6) for k, position in enumerate(example.candidates.tables)}
    return candidate_sets(example.graph, schema_features(example.graph), scores, list(example.hand_made))


def set_rows(example: Example, found: Judged, sets: Sequence[int]) -> Rows:
    """``(n_sets, len(SET_FEATURES))``, by what is judged of columns and tables."""
    schema = schema_features(example.graph)
    return set_features(
        example.graph,
        schema,
        example.candidates,
        example.texts,
        example.cue,
        found,
        sets,
        example.hand_made,
        example.demands,
    )
