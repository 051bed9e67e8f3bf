"""What can go wrong when weights are fitted."""

from __future__ import annotations

from gtr_core.errors import GtrError

__all__ = ["TrainingUnavailableError"]


class TrainingUnavailableError(GtrError):
    """A package that fits weights is not installed; answering needs none of them."""

    def __init__(self, package: str) -> None:
        self.package = package
        super().__init__(
            f"Fitting weights needs {package}, which is not installed.",
            remedy="Install it with: pip install 'guided-table-retrieval[training]'",
        )
