"""CSR-RAG as a method of retrieval: contextual and structural retrieval in rounds, then hypergraph ranking."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.embedding import Encoder
from gtr_core.retrieval.column_vectors import ColumnVectors, column_vectors
from gtr_core.retrieval.hypergraph.contextual import Chunks, chunks, similar_chunks
from gtr_core.retrieval.hypergraph.hypergraph import Hypergraph, hypergraph
from gtr_core.retrieval.hypergraph.query_history import QueryHistory
from gtr_core.retrieval.hypergraph.relational import OPERATORS, rank_pairs
from gtr_core.retrieval.hypergraph.structural import similar_triplets
from gtr_core.retrieval.ranking_method import RankingMethod
from gtr_core.retrieval.selection import Ranking, SelectionRule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CsrRag", "CsrRagSettings"]


@dataclass(frozen=True, slots=True)
class CsrRagSettings:
    """The parameters of CSR-RAG.

    Attributes:
        chunks: k of each round, falling: past questions that are retrieved.
        triplets: l of each round, falling: columns that are retrieved. As many rounds as ``chunks``.
        pairs: h, pairs of table and column that the relational part selects.
        operator: Name of ⊗ (``gtr_core.retrieval.hypergraph.relational.OPERATORS``).
        trust: How far a table is brought forward by the past questions: its weight is 1 over 1 plus this times
            the share of the last round's chunks that use it.
        leave_out_same: A past question of the very words that are asked is not used.
    """

    chunks: tuple[int, ...] = (24, 12, 6)
    triplets: tuple[int, ...] = (200, 120, 60)
    pairs: int = 60
    operator: str = "joined"
    trust: float = 2.0
    leave_out_same: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What is made of a context once."""

    columns: ColumnVectors
    graph: Hypergraph
    chunks: Chunks


class CsrRag(RankingMethod[Prepared]):
    """Ranks tables by hypergraph ranking over what contextual and structural retrieval leave in scope.

    In each round the past questions and the columns most like the question are retrieved from what the round
    before left, fewer in each; the tables of both together are the next scope. Without a history the structural
    part works alone. Tables that fall out of scope stand behind all others, by the cosine of their best column.

    Args:
        history: Past questions; None for none.
        settings: The parameters.

    Source: CSR-RAG (An Efficient Retrieval System for Text-to-SQL on the Enterprise Scale), sections 2 and 3.
    """

    def __init__(
        self,
        model: Encoder | None = None,
        rule: SelectionRule | None = None,
        *,
        history: QueryHistory | None = None,
        settings: CsrRagSettings | None = None,
    ) -> None:
        self._history = history or QueryHistory()
        # Past questions spread the scores, so that another rule selects with them than without.
        super().__init__("csr-rag", model, rule, rule_name="csr-rag-history" if self._history.queries else "csr-rag")
        self._settings = settings or CsrRagSettings()

    def prepare(self, graph: ContextGraph, model: Encoder) -> Prepared:
        """Triplets, hypergraph and chunks."""
        columns = column_vectors(graph, model)
        return Prepared(columns, hypergraph(graph, columns), chunks(self._history, graph, model))

    def rank(self, question: str, vector: NDArray[np.float32], snapshot: Snapshot) -> tuple[Ranking, dict[str, object]]:
        """Tables in scope by their best pair, then the others."""
        import numpy as np

        prepared, settings = self.prepared(snapshot), self._settings
        n_tables = len(snapshot.graph.tables)
        left_out = question.casefold().strip() if settings.leave_out_same else None
        cosines = prepared.columns.vectors @ vector
        found, scope = self._scope(prepared, vector, cosines, n_tables, left_out)
        weights = np.ones(n_tables)
        for table, uses in Counter(table for chunk in found for table in prepared.chunks.tables[chunk]).items():
            weights[table] = 1.0 / (1.0 + settings.trust * uses / len(found))
        operator = OPERATORS[settings.operator]
        pairs = rank_pairs(prepared.graph, cosines, scope, weights, operator, settings.pairs)
        scores = np.zeros(n_tables)
        for row, score in reversed(pairs):
            scores[prepared.graph.nodes[row]] = score
        tables = prepared.columns.tables
        similarities = np.maximum.reduceat(cosines, prepared.columns.starts) if len(tables) else cosines
        order = np.lexsort((tables, -np.round(similarities, 6), -np.round(scores[tables], 9)))
        ranking = Ranking(
            tuple(int(table) for table in tables[order]),
            tuple(max(float(score), 0.0) for score in scores[tables][order]),
            float(similarities.max()) if len(tables) else 0.0,
            {},
        )
        return ranking, {
            "scope": [snapshot.graph.tables[table].id for table in np.flatnonzero(scope)],
            "past_questions": [prepared.chunks.ids[chunk] for chunk in found],
            "pairs": [[*prepared.columns.columns[row], round(score, 6)] for row, score in pairs],
        }

    def _scope(
        self,
        prepared: Prepared,
        vector: NDArray[np.float32],
        cosines: NDArray[np.float32],
        n_tables: int,
        left_out: str | None,
    ) -> tuple[list[int], NDArray[np.bool_]]:
        """The chunks of the last round, and the tables that all rounds leave.

        Source: CSR-RAG, section 3: rounds with falling k and l.
        """
        import numpy as np

        scope = np.zeros(n_tables, np.bool_)
        scope[prepared.columns.tables] = True
        found: list[int] = []
        for most_chunks, most_triplets in zip(self._settings.chunks, self._settings.triplets, strict=True):
            found = similar_chunks(prepared.chunks, vector, scope, most_chunks, left_out)
            triplets = similar_triplets(prepared.graph.nodes, cosines, scope, most_triplets)
            scope = np.zeros(n_tables, np.bool_)
            scope[[table for chunk in found for table in prepared.chunks.tables[chunk]]] = True
            scope[prepared.graph.nodes[triplets]] = True
        return found, scope
