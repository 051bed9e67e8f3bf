"""The outcome of a question in one line, and its exit code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gtr_core.retrieval.result import Retrieval

__all__ = ["EXIT_CODES", "status_line"]

EXIT_CODES: Final[Mapping[str, int]] = {"resolved": 0, "ambiguous": 3, "unresolved": 4}


def status_line(retrieval: Retrieval) -> str:
    """Status and confidence, and the reason where there is one."""
    line = f"{retrieval.status} (confidence {retrieval.confidence:.2f})"
    return line if retrieval.reason is None else f"{line}: {retrieval.reason}"
