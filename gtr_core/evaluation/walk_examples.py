"""Questions with gold tables, as the training of the walk reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gtr_core.evaluation.question import Question
from gtr_core.retrieval.walk.join_graph import JoinGraph

__all__ = ["WalkExamples", "walk_examples"]


@dataclass(frozen=True, slots=True, eq=False)
class WalkExamples:
    """Questions as the training reads them.

    Attributes:
        vectors: ``(n, dimensions)`` float32: the questions.
        best: ``(n, n_tables)`` int32: row of each table's column that is most like the question.
        similarities: ``(n, n_tables)`` float32: s(t | q).
        gold: Positions of the gold tables of each question.
        own: Positions of the tables of each question's database.
    """

    vectors: NDArray[np.float32]
    best: NDArray[np.int32]
    similarities: NDArray[np.float32]
    gold: tuple[tuple[int, ...], ...]
    own: tuple[tuple[int, ...], ...]

    def take(self, rows: Sequence[int]) -> WalkExamples:
        """Only those questions."""
        index = np.array(rows, np.int64)
        return WalkExamples(
            self.vectors[index],
            self.best[index],
            self.similarities[index],
            tuple(self.gold[i] for i in rows),
            tuple(self.own[i] for i in rows),
        )


def walk_examples(
    graph: JoinGraph, positions: dict[str, int], questions: Sequence[Question], vectors: NDArray[np.float32]
) -> WalkExamples:
    """The questions, compared with all tables of a union of databases.

    Args:
        positions: Position in the graph of each table id.
        vectors: ``(n_questions, dimensions)`` of unit length.
    """
    cosines = vectors @ graph.nodes.vectors.T
    ends = [*graph.nodes.starts[1:], len(graph.nodes.vectors)]
    best = np.zeros((len(questions), graph.n_tables), np.int32)
    similarities = np.full((len(questions), graph.n_tables), -1.0, np.float32)
    for table, start, end in zip(graph.nodes.tables, graph.nodes.starts, ends, strict=True):
        part = cosines[:, start:end]
        best[:, table] = start + part.argmax(axis=1)
        similarities[:, table] = part.max(axis=1)
    own: dict[str, list[int]] = {}
    for table_id, position in positions.items():
        own.setdefault(table_id.partition(".")[0], []).append(position)
    gold = tuple(tuple(sorted(positions[table] for table in question.gold_tables or ())) for question in questions)
    return WalkExamples(vectors, best, similarities, gold, tuple(tuple(own[question.db]) for question in questions))
