"""The step that embeds what each table could answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.build.former import Former
from gtr_core.build.progress import Progress
from gtr_core.context.graph import ContextGraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NO_ENCODER", "Embedded", "embed_tables"]

NO_ENCODER = "none"


@dataclass(frozen=True, slots=True)
class Embedded:
    """Table embeddings.

    Attributes:
        vectors: ``(n_tables, dimensions)`` float32, rows of unit length in the order of the graph's tables,
            zeros for hidden ones; None where there is no encoder.
        encoder_name: The encoder; None where there is none.
    """

    vectors: NDArray[np.float32] | None = None
    encoder_name: str | None = None


def embed_tables(
    graph: ContextGraph, encoder_name: str | None, progress: Progress, *, former: Former | None = None
) -> Embedded:
    """Encode the query context of each visible table; without an encoder say so once and go on without.

    Args:
        encoder_name: None for the default encoder; ``none`` for no embeddings.
        former: What former builds know: a context that the same encoder has embedded before is not embedded again.
    """
    if encoder_name == NO_ENCODER:
        return Embedded()
    import numpy as np

    from gtr_core.embedding import EmbeddingUnavailableError, encoder
    from gtr_core.semantics import query_context

    try:
        found = encoder(encoder_name)
    except EmbeddingUnavailableError as error:
        progress.note(f"Without table embeddings: {error}")
        return Embedded()
    visible = [i for i, table in enumerate(graph.tables) if not table.hidden]
    contexts = {i: query_context(graph.tables[i], graph) for i in visible}
    known = {} if former is None else former.embedded(found.name, query_context)
    vectors = np.zeros((len(graph.tables), found.dimensions), dtype=np.float32)
    for i, context in contexts.items():
        if context in known:
            vectors[i] = known[context]
    new = [i for i, context in contexts.items() if context not in known]
    progress.step("embedding tables", len(new))
    if new:
        vectors[new] = found.encode([contexts[i] for i in new])
    return Embedded(vectors, found.name)
