"""The hypergraph: tables as nodes, columns as hyperedges; a column that tables are joined on connects them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.column_vectors import ColumnVectors
from gtr_core.retrieval.hypergraph.structural import owners

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Hypergraph", "hypergraph"]


@dataclass(frozen=True, slots=True, eq=False)
class Hypergraph:
    """Nodes and hyperedges with their incidence: one row a pair of a table and a column that it has.

    Attributes:
        nodes: ``(n_columns,)`` position of the table of each pair.
        hyperedges: ``(n_columns,)`` number of the hyperedge of each pair: columns that joins equate share one.
        n_hyperedges: How many there are.
    """

    nodes: NDArray[np.int64]
    hyperedges: NDArray[np.int64]
    n_hyperedges: int


def hypergraph(graph: ContextGraph, columns: ColumnVectors) -> Hypergraph:
    """The hypergraph of a whole context; a question's is cut from it by its scope.

    Source: CSR-RAG, section 2.3. Columns are united by the enabled join edges: O(columns + edges).
    """
    import numpy as np

    rows = {column: row for row, column in enumerate(columns.columns)}
    above = list(range(len(rows)))
    for edge in graph.joins:
        for mine, theirs in edge.pairs:
            first, second = rows.get((edge.child, mine)), rows.get((edge.parent, theirs))
            if edge.enabled and first is not None and second is not None:
                _unite(above, first, second)
    tops = [_top(above, row) for row in range(len(above))]
    _, hyperedges = np.unique(np.array(tops, np.int64), return_inverse=True)
    return Hypergraph(owners(columns), hyperedges, int(hyperedges.max()) + 1 if len(hyperedges) else 0)


def _top(above: list[int], row: int) -> int:
    while above[row] != row:
        above[row] = above[above[row]]
        row = above[row]
    return row


def _unite(above: list[int], first: int, second: int) -> None:
    low, high = sorted((_top(above, first), _top(above, second)))
    above[high] = low
