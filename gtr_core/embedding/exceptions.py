"""Errors of embedding."""

from __future__ import annotations

from gtr_core.errors import ConfigurationError, GtrError

__all__ = ["EmbeddingUnavailableError", "ForeignVectorsError", "UnknownEncoderError", "missing_package"]


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
    """Stored vectors were made by another model than the one that is to read them.

    Attributes:
        stored: Dimensions of the stored vectors.
        made_by: The model that made them; None where that is not known.
        model: The model that is to read them.
        dimensions: Dimensions of its vectors.
    """

    def __init__(self, stored: int, made_by: str | None, model: str, dimensions: int) -> None:
        self.stored = stored
        self.made_by = made_by
        self.model = model
        self.dimensions = dimensions
        source = f" by {made_by!r}" if made_by else ""
        super().__init__(
            f"The snapshot's table embeddings{source} have {stored} dimensions,"
            f" the encoder {model!r} gives {dimensions}.",
            "Rebuild with `gtr build --full-refresh`.",
        )


def missing_package(error: ImportError) -> str:
    """Why an import failed: the package that is missing, or what is wrong with one that is there."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"the package {error.name!r} is missing"
    return f"a package cannot be imported ({error})"
