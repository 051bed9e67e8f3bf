"""Snowflake's errors in GTR's words."""

from __future__ import annotations

import re

from gtr_core.warehouse.exceptions import (
    ConnectionLostError,
    LogInError,
    QueryError,
    RelationMissingError,
    StatementTimeoutError,
    WarehouseError,
    WarehousePermissionError,
)

__all__ = ["login_error", "statement_error"]

_MISSING = frozenset({2003, 2043, 904})  # no such object (or not to be seen by this role), no such column
_PERMISSION = frozenset({3001, 3041, 90105})
_STOPPED = frozenset({604, 630})
_LOST = frozenset({390114, 390111, 250001, 250003, 250005})
_QUOTED_DATA = re.compile(r"'[^']*'")
_PREFIX = re.compile(r"^\d+ \(\w+\): (?:[0-9a-f-]+: )?")


def login_error(error: Exception, account: str) -> LogInError:
    """Why there is no session."""
    return LogInError("snowflake", account, _message(error))


def statement_error(error: Exception, timeout_s: float | None, *, lost: bool) -> WarehouseError:
    """Why a statement failed. Data that the engine quotes in its message is left out."""
    number = getattr(error, "errno", None)
    message = _message(error)
    if lost or number in _LOST:
        return ConnectionLostError(message)
    if number in _STOPPED and timeout_s is not None:
        return StatementTimeoutError(timeout_s)
    if number in _PERMISSION:
        return WarehousePermissionError("a relation", message)
    kind = type(error).__name__.removesuffix("Error").casefold()
    if number in _MISSING:
        return RelationMissingError(kind, message)
    return QueryError(kind, _QUOTED_DATA.sub("'…'", message))


def _message(error: Exception) -> str:
    text = getattr(error, "raw_msg", None) or getattr(error, "msg", None) or str(error)
    lines = [line.strip() for line in _PREFIX.sub("", str(text)).splitlines() if line.strip()]
    return " ".join(lines[:2]).rstrip(".")
