"""Trying again what may pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gtr_core.errors import GtrError

__all__ = ["with_retries"]

Result = TypeVar("Result")


def with_retries(call: Callable[[], Result], attempts: int = 3, wait_s: float = 0.5) -> Result:
    """Call, and call again with growing pauses while the error says that it is transient.

    Args:
        attempts: Calls at most.
        wait_s: Seconds before the second call; doubled before each further one, up to 10.

    Raises:
        GtrError: The last error, or the first that is not transient.
    """
    from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_exponential

    retrying = Retrying(
        retry=retry_if_exception(lambda error: isinstance(error, GtrError) and error.transient),
        stop=stop_after_attempt(attempts),
        wait=wait_exponential(multiplier=wait_s, max=10),
        reraise=True,
    )
    return retrying(call)
