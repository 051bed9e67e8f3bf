"""Relational retrieval: pairs of table and column ranked over the hypergraph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.retrieval.hypergraph.hypergraph import Hypergraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OPERATORS", "Operator", "Pairs", "concatenated", "joined", "rank_pairs"]

JOINED_SHARE = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """What operators score: the pairs of available tables and their columns.

    Attributes:
        graph: The hypergraph.
        rows: ``(n,)`` rows of the hypergraph that are in scope.
        cosines: ``(n,)`` cosine of the question with the text of table and column.
    """

    graph: Hypergraph
    rows: NDArray[np.int64]
    cosines: NDArray[np.float64]


Operator = Callable[[Pairs], "NDArray[np.float64]"]


def concatenated(pairs: Pairs) -> NDArray[np.float64]:
    """Table and column as one text, compared with the question.

    Source: CSR-RAG, section 2.3, the cosine of v⊗e and q.
    """
    return pairs.cosines


def joined(pairs: Pairs) -> NDArray[np.float64]:
    """As ``concatenated``, a column that joins tables being worth in part what the tables beyond it are worth.

    A pair on a hyperedge with other nodes gets ``JOINED_SHARE`` of the mean over these of each one's best
    pair; so a table that only lies between others is found by the columns that it shares with them.
    """
    import numpy as np

    nodes, hyperedges = pairs.graph.nodes[pairs.rows], pairs.graph.hyperedges[pairs.rows]
    best = np.full(int(nodes.max()) + 1 if len(nodes) else 0, -1.0)
    np.maximum.at(best, nodes, pairs.cosines)
    sums = np.bincount(hyperedges, best[nodes], minlength=pairs.graph.n_hyperedges)
    counts = np.bincount(hyperedges, minlength=pairs.graph.n_hyperedges)
    others = counts[hyperedges] - 1
    beyond = (sums[hyperedges] - best[nodes]) / np.maximum(others, 1)
    mixed = (1 - JOINED_SHARE) * pairs.cosines + JOINED_SHARE * beyond
    return np.where(others > 0, np.maximum(pairs.cosines, mixed), pairs.cosines)


OPERATORS: dict[str, Operator] = {"concatenated": concatenated, "joined": joined}


def rank_pairs(
    graph: Hypergraph,
    cosines: NDArray[np.float32],
    available: NDArray[np.bool_],
    weights: NDArray[np.float64],
    operator: Operator,
    most: int,
) -> list[tuple[int, float]]:
    """The best pairs: rows of the hypergraph with their scores, best first.

    Pairs of tables that are not available are passed over. A pair's score is what the operator makes of it,
    divided by the weight of its table; 0 where that weight is not above 0.

    Args:
        cosines: ``(n_columns,)`` of the question with table and column.
        available: ``(n_tables,)``.
        weights: ``(n_tables,)`` w of each table: what lies above 1 puts it back, what lies below brings it forward.
        operator: ⊗.
        most: h, the number of pairs to select.

    Source: CSR-RAG, algorithm 1. O(pairs · log pairs).
    """
    import numpy as np

    rows = np.flatnonzero(available[graph.nodes])
    if not len(rows):
        return []
    scores = operator(Pairs(graph, rows, cosines[rows].astype(np.float64)))
    weight = weights[graph.nodes[rows]]
    scores = np.where(weight > 0, scores / np.where(weight > 0, weight, 1.0), 0.0)
    order = np.argsort(-np.round(scores, 9), kind="stable")[:most]
    return [(int(rows[i]), float(scores[i])) for i in order]
