"""GTR's errors as Dagster shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from gtr_core.errors import GtrError

__all__ = ["as_dagster_failures"]


@contextmanager
def as_dagster_failures() -> Iterator[None]:
    """Raise a ``GtrError`` as a ``dagster.Failure`` that says what to do; only what may pass can be retried."""
    try:
        yield
    except GtrError as error:
        metadata = {"error": type(error).__name__}
        if error.remedy is not None:
            metadata["what_to_do"] = error.remedy
        raise dg.Failure(str(error), metadata=metadata, allow_retries=error.transient) from error
