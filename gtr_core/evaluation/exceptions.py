"""Errors of evaluation."""

from __future__ import annotations

from gtr_core.errors import ConfigurationError

__all__ = ["BenchmarkFolderError", "ReportFormatError"]


class BenchmarkFolderError(ConfigurationError):
    """A folder cannot be read as a benchmark.

    Attributes:
        path: The folder or the file in it.
        cause: What is wrong with it.
    """

    def __init__(self, path: str, cause: str) -> None:
        self.path = path
        self.cause = cause
        super().__init__(
            f"{path} cannot be read as a benchmark: {cause}.",
            "Give a folder that holds schema.json and questions.jsonl (or questions.jsonl.gz).",
        )


class ReportFormatError(ConfigurationError):
    """A report's file has a name that does not say its format.

    Attributes:
        path: The file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path} does not say which format the report is to have.", "End its name in .md or .html.")
