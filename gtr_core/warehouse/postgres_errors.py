"""PostgreSQL's errors in GTR's words."""

from __future__ import annotations

import re

from gtr_core.warehouse.exceptions import (
    ConnectionLostError,
    LogInError,
    QueryError,
    RelationMissingError,
    WarehouseError,
    WarehousePermissionError,
)

__all__ = ["login_error", "statement_error"]

_MISSING = frozenset({"42P01", "42703", "3F000", "3D000"})
_PERMISSION = frozenset({"42501"})
_DATA = "22"
_QUOTED_DATA = re.compile(r"\"[^\"]*\"|'[^']*'")


def login_error(error: Exception, where: str) -> LogInError:
    """Why there is no connection, without what the driver repeats of the connection's settings."""
    line = str(error).strip().partition("\n")[0]
    message = line.rpartition("FATAL: ")[2] if "FATAL: " in line else line.rpartition("failed: ")[2]
    return LogInError("postgres", where, message.strip().rstrip("."))


def statement_error(error: Exception, *, lost: bool) -> WarehouseError:
    """Why a statement failed. Data that the engine quotes in its message is left out."""
    state = getattr(error, "sqlstate", None) or ""
    diagnosis = getattr(error, "diag", None)
    message = (getattr(diagnosis, "message_primary", None) or str(error).partition("\n")[0]).rstrip(".")
    if lost:
        return ConnectionLostError(message)
    if state in _PERMISSION:
        return WarehousePermissionError("a relation", message)
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(error).__name__).casefold()
    if state in _MISSING:
        return RelationMissingError(kind, message)
    if state.startswith(_DATA):
        message = _QUOTED_DATA.sub("'…'", message)
    return QueryError(kind, message)
