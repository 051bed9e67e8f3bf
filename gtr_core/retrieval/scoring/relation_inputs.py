"""What the relation-aware network reads: words, columns and tables of one question, and how they are related."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.retrieval.scoring.candidate_tables import Candidates
from gtr_core.retrieval.scoring.hits import Hits
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MAX_COLUMNS", "MAX_WORDS", "RelationInputs", "relation_inputs"]

MAX_WORDS = 128
MAX_COLUMNS = 128
_SURE = 0.999


@dataclass(frozen=True, slots=True)
class RelationInputs:
    """One question's words (W), columns (C) and candidate tables (T).

    Attributes:
        words: Of the question, then of its notes; at most ``MAX_WORDS``.
        notes: ``(W,)``: 1 for a word of the notes.
        tables: Positions of the T tables in the graph.
        columns: ``(C,)`` places among the candidates' columns: the likeliest ``MAX_COLUMNS``, ascending.
        table_of: ``(C,)`` row of each column's table.
        column_in_table: ``(C,)`` place of each column among the visible columns of its table.
        column_features: ``(C, n)``: see ``column_features``, then the forest's log-odds of the column and its
            table's probability.
        table_features: ``(T, n)``: see ``table_features``, then the forest's log-odds.
        word_column: ``(W, C, 4)``: hits by name, by the very name, by a value, by the description.
        word_table: ``(W, T, 3)``: hits by name and by description, and how near the table is named.
        adjacent: ``(T, T)`` 1 where an edge joins two tables.
    """

    words: tuple[str, ...]
    notes: NDArray[np.float32]
    tables: tuple[int, ...]
    columns: NDArray[np.intp]
    table_of: NDArray[np.intp]
    column_in_table: NDArray[np.intp]
    column_features: NDArray[np.float32]
    table_features: NDArray[np.float32]
    word_column: NDArray[np.float32]
    word_table: NDArray[np.float32]
    adjacent: NDArray[np.float32]


def relation_inputs(
    schema: SchemaFeatures,
    candidates: Candidates,
    hits: Hits,
    words: Sequence[str],
    n_question: int,
    columns: tuple[NDArray[np.float32], NDArray[np.float32]],
    tables: tuple[NDArray[np.float32], NDArray[np.float32]],
) -> RelationInputs:
    """The inputs of one question.

    Args:
        schema: Who is joined to whom.
        candidates: The tables.
        hits: Of the question together with its notes.
        words: The tokens of both, as written.
        n_question: How many of them are the question's.
        columns: Features of the columns, and the forest's probabilities.
        tables: Features of the tables, and the forest's probabilities.
    """
    scores, of_tables = columns[1], tables[1]
    kept = np.sort(np.lexsort((np.arange(len(scores)), -np.round(scores, 6)))[:MAX_COLUMNS])
    table_of = np.repeat(np.arange(len(candidates.tables)), np.diff(candidates.starts))[kept]
    n = min(len(words), MAX_WORDS)
    on_columns = (hits.name, hits.exact, hits.value, hits.description)
    on_tables = (hits.table, hits.table_description, hits.near)
    return RelationInputs(
        words=tuple(words[:n]),
        notes=(np.arange(n) >= n_question).astype(np.float32),
        tables=candidates.tables,
        columns=kept,
        table_of=table_of,
        column_in_table=kept - candidates.starts[table_of],
        column_features=np.concatenate(
            [columns[0][kept], np.stack([_log_odds(scores[kept]), of_tables[table_of]], axis=1)], axis=1
        ).astype(np.float32),
        table_features=np.concatenate([tables[0], _log_odds(of_tables)[:, None]], axis=1).astype(np.float32),
        word_column=np.stack([matrix[:n][:, kept] for matrix in on_columns], axis=-1),
        word_table=np.stack([matrix[:n] for matrix in on_tables], axis=-1),
        adjacent=schema.adjacency(candidates.tables).astype(np.float32),
    )


def _log_odds(probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    kept = np.clip(probabilities, 1.0 - _SURE, _SURE)
    return np.asarray(np.log(kept / (1.0 - kept)), dtype=np.float32)
