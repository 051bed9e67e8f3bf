"""What can go wrong when weights are fitted."""

from __future__ import annotations

from gtr_core.errors import GtrError

__all__ = ["FewDatabasesError", "TrainingUnavailableError"]


class TrainingUnavailableError(GtrError):
    """A package that fits weights is not installed; answering needs none of them."""

    def __init__(self, package: str) -> None:
        self.package = package
        super().__init__(
            f"Fitting weights needs {package}, which is not installed.",
            remedy="Install it with: pip install 'guided-table-retrieval[training]'",
        )


class FewDatabasesError(GtrError):
    """All questions are of databases of one fold, so that nothing can be judged on databases that were not seen."""

    def __init__(self, databases: int) -> None:
        self.databases = databases
        super().__init__(
            f"The questions are of {databases} databases that all fall into one fold; each stage is judged on others.",
            remedy="Give folders with more databases, or let made-up warehouses be learnt from as well.",
        )
