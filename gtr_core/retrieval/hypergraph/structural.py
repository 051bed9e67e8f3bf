"""Structural retrieval: the triplets "field is a column of table" that are most like the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtr_core.retrieval.column_vectors import ColumnVectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["owners", "similar_triplets"]


def similar_triplets(
    tables: NDArray[np.int64], cosines: NDArray[np.float32], scope: NDArray[np.bool_], most: int
) -> list[int]:
    """Rows of the ``most`` triplets most like the question, best first, among those of tables in the scope.

    A triplet's vector is that of its column, whose text names the table and what the column holds.

    Args:
        tables: ``(n_columns,)`` position of each column's table (``owners``).
        cosines: ``(n_columns,)`` of the question with each column.

    Source: CSR-RAG, section 2.2, gamma(q, G, l). O(columns + most · log most).
    """
    import numpy as np

    rows = np.flatnonzero(scope[tables])
    if len(rows) > most > 0:
        # All that may be among the first, those that tie with the last included.
        least = -np.partition(-cosines[rows], most - 1)[most - 1]
        rows = rows[cosines[rows] >= least - 1e-6]
    order = np.lexsort((rows, -np.round(cosines[rows], 6)))[: max(most, 0)]
    return [int(row) for row in rows[order]]


def owners(triplets: ColumnVectors) -> NDArray[np.int64]:
    """``(n_columns,)``: the position of each column's table."""
    import numpy as np

    sizes = np.diff(np.append(triplets.starts, len(triplets.vectors)))
    return np.repeat(triplets.tables, sizes)
