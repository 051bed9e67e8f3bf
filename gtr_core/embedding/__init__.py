"""Encoders of texts: one interface, the default model, and any sentence-transformers model."""

from gtr_core.embedding.encoder import DEFAULT_ENCODER, Encoder, check_vectors, default_encoder, encoder
from gtr_core.embedding.exceptions import EmbeddingUnavailableError, ForeignVectorsError, UnknownEncoderError

__all__ = [
    "DEFAULT_ENCODER",
    "EmbeddingUnavailableError",
    "Encoder",
    "ForeignVectorsError",
    "UnknownEncoderError",
    "check_vectors",
    "default_encoder",
    "encoder",
]
