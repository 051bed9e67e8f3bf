"""Dense retrieval: tables by the column that is most like the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.embedding import Encoder
from gtr_core.retrieval.column_vectors import ColumnVectors, column_vectors
from gtr_core.retrieval.ranking_method import RankingMethod
from gtr_core.retrieval.selection import Ranking, SelectionRule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Dense"]


class Dense(RankingMethod[ColumnVectors]):
    """The baseline: a table's score is the highest cosine of its columns with the question.

    Source: JoinGR, section 4 (vanilla retriever).
    """

    def __init__(self, model: Encoder | None = None, rule: SelectionRule | None = None) -> None:
        super().__init__("dense", model, rule)

    def prepare(self, graph: ContextGraph, model: Encoder) -> ColumnVectors:
        """The columns' vectors."""
        return column_vectors(graph, model)

    def rank(self, question: str, vector: NDArray[np.float32], snapshot: Snapshot) -> tuple[Ranking, dict[str, object]]:
        """All visible tables by the cosine of their best column."""
        import numpy as np

        columns = self.prepared(snapshot)
        scores = columns.table_scores(vector)
        order = np.lexsort((columns.tables, -np.round(scores, 6)))
        best = float(scores[order[0]]) if len(order) else 0.0
        tables = tuple(int(table) for table in columns.tables[order])
        return Ranking(tables, tuple(max(float(score), 0.0) for score in scores[order]), best, {}), {}
