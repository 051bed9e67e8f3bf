"""DuckDB's errors in GTR's words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.warehouse.exceptions import (
    ConnectionLostError,
    QueryError,
    RelationMissingError,
    WarehouseError,
    WarehouseFileInvalidError,
    WarehouseFileMissingError,
    WarehouseLockedError,
    WarehousePermissionError,
)

if TYPE_CHECKING:
    import duckdb

__all__ = ["opening_error", "statement_error"]

_HOLDER = re.compile(r"held in (?P<program>.+?) \(PID (?P<pid>\d+)\)")
_QUOTED_DATA = re.compile(r"'[^']*'")
_OPEN_ELSEWHERE = "different configuration"
_EXTERNAL_FILES = "the view's files outside the database"


def opening_error(error: duckdb.Error, path: Path) -> WarehouseError:
    """Why a database file could not be opened."""
    message = _first_line(error)
    holder = _HOLDER.search(str(error))
    if holder is not None:
        return WarehouseLockedError(str(path), f"{Path(holder['program']).name} (process {holder['pid']})")
    if "lock" in message.casefold():
        return WarehouseLockedError(str(path), "another process")
    if _OPEN_ELSEWHERE in message:
        return WarehouseLockedError(str(path), "this process, which has it open with other settings")
    if "does not exist" in message:
        return WarehouseFileMissingError(str(path))
    if "ermission denied" in message:
        return WarehousePermissionError(str(path), "the file system denies it")
    return WarehouseFileInvalidError(str(path), message)


def statement_error(error: duckdb.Error) -> WarehouseError:
    """Why a statement failed. Data that the engine quotes in its message is left out."""
    import duckdb

    message = _first_line(error)
    kind = type(error).__name__.removesuffix("Exception").removesuffix("Error").casefold() or "engine"
    if isinstance(error, duckdb.ConnectionException):
        return ConnectionLostError(message)
    if isinstance(error, duckdb.PermissionException):
        return WarehousePermissionError(
            _EXTERNAL_FILES, "access to files is switched off", "Name their folder as `external_root` in profiles.yml."
        )
    if isinstance(error, duckdb.CatalogException) or _names_missing_column(error, message):
        return RelationMissingError(kind, message)
    if isinstance(error, duckdb.ConversionException | duckdb.OutOfRangeException | duckdb.InvalidInputException):
        message = _QUOTED_DATA.sub("'…'", message)
    return QueryError(kind, message)


def _names_missing_column(error: duckdb.Error, message: str) -> bool:
    import duckdb

    return isinstance(error, duckdb.BinderException) and "not found in FROM clause" in message


def _first_line(error: duckdb.Error) -> str:
    """The sentence without the engine's prefix, its suggestions and its echo of the statement."""
    line = str(error).strip().partition("\n")[0]
    return re.sub(r"^[A-Za-z ]+ Error: ", "", line).rstrip(".!")
