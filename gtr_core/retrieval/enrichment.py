"""Step 3, semantic enrichment: tables whose query context is near to the question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gtr_core.context.graph import ContextGraph
from gtr_core.embedding import EmbeddingUnavailableError, check_vectors, encoder
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Grounding, Option, Phrase
from gtr_core.retrieval.weights import match_weight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Enrichment", "enrich", "needs_enrichment"]

FEWEST_TARGETS = 3
NEIGHBOURS = 3
NEAR = 0.35


@dataclass(frozen=True, slots=True)
class Enrichment:
    """The grounding with what the embeddings add, and what is to be said about it."""

    grounding: Grounding
    note: str | None = None


def needs_enrichment(grounding: Grounding) -> bool:
    """Whether fewer than k = 3 targets are grounded while words that carry meaning stay unexplained."""
    targets = {phrase.options[0].posting.table for phrase in grounding.phrases}
    unexplained = any(token.role == "unexplained" for token in grounding.tokens)
    return unexplained and len(targets) < FEWEST_TARGETS


def enrich(
    question: str,
    grounding: Grounding,
    graph: ContextGraph,
    embeddings: NDArray[np.float32] | None,
    encoder_name: str | None,
) -> Enrichment:
    """Add the nearest tables by cosine as one more phrase over the unexplained words.

    Args:
        question: As asked.
        grounding: What the index explained.
        graph: Its tables are in the order of the embeddings' rows.
        embeddings: ``(n_tables, dimensions)`` float32, rows of unit length.
        encoder_name: The encoder that made them; the question is encoded by the same.

    Raises:
        ForeignVectorsError: The embeddings were made by another model.

    Source: Guided Table Retrieval, section 3.1 (semantic enrichment), k = 3. One matrix product,
    O(n_tables · dimensions).
    """
    if embeddings is None or not needs_enrichment(grounding):
        return Enrichment(grounding)
    try:
        model = encoder(encoder_name)
    except EmbeddingUnavailableError as error:
        return Enrichment(grounding, f"Table embeddings were not used: {error}")
    check_vectors(embeddings, model)
    vector = model.encode([question])[0]
    cosines = embeddings @ vector
    options = _neighbours(graph, cosines)
    unexplained = [i for i, token in enumerate(grounding.tokens) if token.role == "unexplained"]
    if not options or not unexplained:
        return Enrichment(grounding)
    phrase = Phrase(unexplained[0], unexplained[0] + 1, options)
    return Enrichment(replace(grounding, phrases=(*grounding.phrases, phrase)))


def _neighbours(graph: ContextGraph, cosines: NDArray[np.float32]) -> tuple[Option, ...]:
    order = sorted(range(len(graph.tables)), key=lambda i: (-round(float(cosines[i]), 6), i))
    options: list[Option] = []
    for position in order:
        table = graph.tables[position]
        cosine = float(cosines[position])
        if table.hidden:
            continue
        if cosine < NEAR or len(options) == NEIGHBOURS:
            break
        posting = Posting("semantic", table.id)
        options.append(Option(posting, table.name, "semantic", round(match_weight(posting, cosine, 1), 6)))
    return tuple(options)
