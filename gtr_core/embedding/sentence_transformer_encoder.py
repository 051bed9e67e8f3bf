"""Any model of sentence-transformers, by name or by path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gtr_core.embedding.exceptions import EmbeddingUnavailableError, missing_package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SentenceTransformerEncoder"]


class SentenceTransformerEncoder:
    """A sentence-transformers model on the CPU or whatever device that library picks.

    Args:
        name: The name under which it is known, prefix included.
        model: The model's name in the hub or a folder that holds it.

    Raises:
        EmbeddingUnavailableError: The library is missing, or the model cannot be loaded.
    """

    def __init__(self, name: str, model: str) -> None:
        self.name = name
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise EmbeddingUnavailableError(
                name, missing_package(error), "Install `guided-table-retrieval[embeddings]`."
            ) from error
        try:
            self._model = SentenceTransformer(model)
        except (OSError, ValueError) as error:
            raise EmbeddingUnavailableError(
                name, f"the model {model!r} cannot be loaded ({error})", "Give the folder of a model that is there."
            ) from error
        dimensions = self._model.get_embedding_dimension()
        if dimensions is None:
            raise EmbeddingUnavailableError(name, "the model does not say how long its vectors are", "Use another one.")
        self.dimensions = int(dimensions)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """``(len(texts), dimensions)`` float32, rows of unit length."""
        import numpy as np

        vectors = self._model.encode(
            list(texts), convert_to_numpy=True, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), self.dimensions)
