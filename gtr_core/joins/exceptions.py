"""What can go wrong with joins that people wrote down."""

from __future__ import annotations

from gtr_core.errors import ConfigurationError

__all__ = ["InvalidReviewError", "ReviewFileError"]


class ReviewFileError(ConfigurationError):
    """The file of reviewed joins cannot be read.

    Attributes:
        path: The file.
        cause: What is wrong with it.
    """

    def __init__(self, path: str, cause: str) -> None:
        self.path = path
        self.cause = cause
        super().__init__(f"{path} cannot be read: {cause}.", "Mend it, or move it away.")


class InvalidReviewError(ConfigurationError):
    """An entry of the file of reviewed joins says something that it cannot say.

    Attributes:
        path: The file.
        number: The entry, from 1.
        cause: What is wrong with it.
    """

    def __init__(self, path: str, number: int, cause: str) -> None:
        self.path = path
        self.number = number
        self.cause = cause
        super().__init__(
            f"Entry {number} of {path} cannot be used: {cause}.",
            "An entry has child, child_columns, parent, parent_columns, verdict (accept or reject), and may have role "
            "and cardinality.",
        )
