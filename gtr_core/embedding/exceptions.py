"""Errors of embedding."""

from __future__ import annotations

from gtr_core.errors import ConfigurationError, GtrError

__all__ = ["EmbeddingUnavailableError", "ForeignVectorsError", "UnknownEncoderError"]


class EmbeddingUnavailableError(GtrError):
    """An encoder cannot be used here; everything that needs none goes on.

    Attributes:
        encoder: The encoder's name.
        reason: Why.
    """

    def __init__(self, encoder: str, reason: str, remedy: str) -> None:
        self.encoder = encoder
        self.reason = reason
        super().__init__(f"The encoder {encoder!r} is not available: {reason}.", remedy)


class UnknownEncoderError(ConfigurationError):
    """A setting names an encoder that does not exist."""

    def __init__(self, name: str, known: str) -> None:
        self.name = name
        super().__init__(
            f"There is no encoder {name!r}.", f"Known are {known} and 'sentence-transformers:<name or path>'."
        )


class ForeignVectorsError(GtrError):
    """Stored vectors were made by another model than the one that is to read them."""

    def __init__(self, stored: int, model: str, dimensions: int) -> None:
        self.stored = stored
        self.dimensions = dimensions
        super().__init__(
            f"The snapshot's table embeddings have {stored} dimensions, the encoder {model!r} gives {dimensions}.",
            "Rebuild with `gtr build --full-refresh`.",
        )
