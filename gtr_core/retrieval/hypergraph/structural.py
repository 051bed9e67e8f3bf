"""Structural retrieval: the triplets "field is a column of table" that are most like the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtr_core.retrieval.column_vectors import ColumnVectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["owners", "similar_triplets"]


def similar_triplets(
    triplets: ColumnVectors, question: NDArray[np.float32], scope: NDArray[np.bool_], most: int
) -> list[int]:
    """Rows of the ``most`` triplets most like the question, best first, among those of tables in the scope.

    A triplet's vector is that of its column, whose text names the table and what the column holds.

    Source: CSR-RAG, section 2.2, gamma(q, G, l). O(columns · dimensions).
    """
    import numpy as np

    if not len(triplets.vectors):
        return []
    cosines = np.where(scope[owners(triplets)], np.round(triplets.vectors @ question, 6), -np.inf)
    order = np.argsort(-cosines, kind="stable")[:most]
    return [int(row) for row in order if np.isfinite(cosines[row])]


def owners(triplets: ColumnVectors) -> NDArray[np.int64]:
    """``(n_columns,)``: the position of each column's table."""
    import numpy as np

    sizes = np.diff(np.append(triplets.starts, len(triplets.vectors)))
    return np.repeat(triplets.tables, sizes)
