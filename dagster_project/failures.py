"""GTR's errors as Dagster shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from gtr_core.errors import GtrError

__all__ = ["as_dagster_failures"]

_LONGEST_WAIT_S = 600.0


@contextmanager
def as_dagster_failures(retry_number: int = 0, retries: int = 0, wait_s: float = 30.0) -> Iterator[None]:
    """Raise a ``GtrError`` as a ``dagster.Failure`` that says what to do, or ask for the step to be begun anew.

    Only what may pass is tried again; a wrong password or a missing file is not.

    Args:
        retry_number: Times that this step has been begun anew already.
        retries: How often it may be.
        wait_s: Seconds before the first time, doubled before each further one, up to ten minutes.
    """
    try:
        yield
    except GtrError as error:
        if error.transient and retry_number < retries:
            wait = min(wait_s * 2**retry_number, _LONGEST_WAIT_S)
            raise dg.RetryRequested(max_retries=retries, seconds_to_wait=wait) from error
        metadata = {"error": type(error).__name__}
        if error.remedy is not None:
            metadata["what_to_do"] = error.remedy
        raise dg.Failure(str(error), metadata=metadata, allow_retries=False) from error
