"""Contextual retrieval: the tables of the past questions that are most like this one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.catalog import Column, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.hypergraph.query_history import PastQuery, QueryHistory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gtr_core.embedding import Encoder

__all__ = ["Chunks", "chunk_text", "chunks", "similar_chunks"]

_MOST_COLUMNS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Chunks:
    """Past questions, each with what its SQL reads, as vectors.

    Attributes:
        vectors: ``(n_chunks, dimensions)`` float32, rows of unit length.
        tables: Positions of the tables of each, the chunk's relevant set.
        ids: Ids of the past questions.
        questions: The past questions, case folded.
    """

    vectors: NDArray[np.float32]
    tables: tuple[tuple[int, ...], ...]
    ids: tuple[str, ...]
    questions: tuple[str, ...]


def chunks(history: QueryHistory, graph: ContextGraph, encoder: Encoder) -> Chunks:
    """The past queries whose tables the context holds, encoded with a description of what they read.

    Source: CSR-RAG, section 2.1, chunks C and the contextualisation phi.
    """
    import numpy as np

    found = list(history.resolved(graph))
    texts = [chunk_text(query, [graph.tables[table] for table in tables]) for query, tables in found]
    vectors = encoder.encode(texts) if texts else np.zeros((0, encoder.dimensions), np.float32)
    return Chunks(
        vectors,
        tuple(tables for _, tables in found),
        tuple(query.id for query, _ in found),
        tuple(query.question.casefold().strip() for query, _ in found),
    )


def chunk_text(query: PastQuery, tables: list[Table]) -> str:
    """The question, then the tables of its SQL with the columns that it uses, in readable words.

    >>> from gtr_core.catalog import Relation
    >>> loan = Table("loan", Relation(None, None, "loan"), "loan", columns=(Column("amt", label="amount"),))
    >>> chunk_text(PastQuery("1", "How much was lent?", columns=("AMT",)), [loan])
    'How much was lent? loan: amount'
    """
    used = {column.casefold() for column in query.columns}
    parts = []
    for table in tables:
        columns = [
            _readable(column) for column in table.columns if not column.hidden and column.name.casefold() in used
        ]
        parts.append(": ".join(part for part in (_readable(table), ", ".join(columns[:_MOST_COLUMNS])) if part))
    return f"{query.question} {'; '.join(parts)}"


def similar_chunks(
    chunks: Chunks,
    question: NDArray[np.float32],
    scope: NDArray[np.bool_],
    most: int,
    left_out: str | None = None,
) -> list[int]:
    """The ``most`` chunks most like the question, best first, among those whose tables all lie in the scope.

    Args:
        left_out: A past question, case folded, whose chunks are passed over.

    Source: CSR-RAG, section 2.1, R(q'), with cosine as Sim. O(chunks · dimensions).
    """
    import numpy as np

    if not len(chunks.vectors) or most < 1:
        return []
    cosines = np.round(chunks.vectors @ question, 6)
    found: list[int] = []
    for chunk in np.argsort(-cosines, kind="stable"):
        if chunks.questions[chunk] != left_out and all(scope[table] for table in chunks.tables[chunk]):
            found.append(int(chunk))
            if len(found) == most:
                break
    return found


def _readable(thing: Table | Column) -> str:
    return " ".join((thing.label or thing.alias or thing.name.replace("_", " ")).split())
