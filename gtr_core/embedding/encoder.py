"""The interface of all encoders, and how one is found by its name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from gtr_core.embedding.exceptions import ForeignVectorsError, UnknownEncoderError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DEFAULT_ENCODER", "Encoder", "check_vectors", "default_encoder", "encoder"]

DEFAULT_ENCODER = "all-MiniLM-L6-v2-onnx-int8"
_SENTENCE_TRANSFORMERS = "sentence-transformers:"


class Encoder(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """What names the model in settings and in snapshots."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of its vectors."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text: ``(len(texts), dimensions)`` float32, rows of unit length."""
        ...


def encoder(name: str | None = None) -> Encoder:
    """The encoder of that name, loaded once a process; None is the default one.

    Raises:
        UnknownEncoderError: No encoder has that name.
        EmbeddingUnavailableError: Its packages or its weights are not there.
    """
    if name is None or name == DEFAULT_ENCODER:
        return default_encoder()
    if name.startswith(_SENTENCE_TRANSFORMERS):
        return _sentence_transformer(name)
    raise UnknownEncoderError(name, repr(DEFAULT_ENCODER))


@lru_cache(maxsize=1)
def default_encoder() -> Encoder:
    """all-MiniLM-L6-v2 with int8 weights, on the CPU.

    Raises:
        EmbeddingUnavailableError: Its packages or its weights are not there.
    """
    from gtr_core.embedding.onnx_encoder import OnnxEncoder

    return OnnxEncoder(DEFAULT_ENCODER)


@lru_cache(maxsize=4)
def _sentence_transformer(name: str) -> Encoder:
    from gtr_core.embedding.sentence_transformer_encoder import SentenceTransformerEncoder

    return SentenceTransformerEncoder(name, name.removeprefix(_SENTENCE_TRANSFORMERS))


def check_vectors(vectors: NDArray[np.float32], model: Encoder, made_by: str | None = None) -> None:
    """Refuse stored vectors that another model made: they cannot be compared with this one's.

    Args:
        vectors: ``(n, dimensions)`` float32.
        model: The encoder that is to be compared with them.
        made_by: Name of the encoder that made them, where it is known: two models may agree in dimensions.

    Raises:
        ForeignVectorsError: The dimensions or the names differ.
    """
    if vectors.shape[1] != model.dimensions or made_by not in (None, model.name):
        raise ForeignVectorsError(vectors.shape[1], made_by, model.name, model.dimensions)
