"""Opening a DuckDB database file so that nothing but its own rows can be read."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sqlglot import exp

from gtr_core.warehouse.duckdb import DuckDBWarehouse
from gtr_core.warehouse.duckdb_errors import opening_error
from gtr_core.warehouse.exceptions import (
    WarehouseFileInvalidError,
    WarehouseFileMissingError,
    WarehousePermissionError,
    WarehouseSettingError,
)

if TYPE_CHECKING:
    import duckdb

__all__ = ["open_duckdb"]


def open_duckdb(settings: Mapping[str, object], base_dir: Path | None = None) -> DuckDBWarehouse:
    """Open the file that a dbt-duckdb profile names, and the files that it attaches, read-only.

    After that no file but these can be read, save what lies under the profile's ``external_root``
    (views of external models read from there), and no setting of the connection can be changed.

    Args:
        settings: The profile's keys: ``path``, ``attach``, ``external_root``.
        base_dir: Where a relative path starts, the current folder by default.

    Raises:
        WarehouseSettingError: The profile names no file (in memory, MotherDuck).
        WarehouseFileMissingError, WarehouseFileInvalidError: The file is not there, or no database.
        WarehouseLockedError: Another program writes to it.
        WarehousePermissionError: The file system denies it.
    """
    import duckdb

    path = _database_path(settings.get("path"), base_dir)
    _check_file(path)
    try:
        connection = duckdb.connect(str(path), read_only=True)
    except duckdb.Error as error:
        raise opening_error(error, path) from error
    try:
        warnings = _confine(connection, settings, base_dir)
    except BaseException:
        connection.close()
        raise
    attached, _ = _attachments(settings.get("attach"), base_dir)
    files = (path, *(file for file, _ in attached))
    warnings += _unused(settings)
    return DuckDBWarehouse(connection, database=_main_database(connection), warnings=warnings, files=files)


def _unused(settings: Mapping[str, object]) -> tuple[str, ...]:
    """A sentence for each setting of the profile that a read-only connection leaves aside."""
    sentences = {
        "extensions": "extensions are not loaded, so views that need one fail",
        "settings": "settings are not applied, so views that need one may read otherwise",
        "secrets": "secrets are not used: files outside the database are not read",
        "filesystems": "file systems are not registered: files outside the database are not read",
    }
    return tuple(
        f"`{name}` of the dbt profile is left aside: {text}." for name, text in sentences.items() if settings.get(name)
    )


def _database_path(path: object, base_dir: Path | None) -> Path:
    if not isinstance(path, str) or not path or path.startswith(":memory:"):
        raise WarehouseSettingError(
            "path",
            "The dbt profile names no database file (DuckDB in memory).",
            "Set `path` in profiles.yml to a file that `dbt build` fills.",
        )
    if path.startswith(("md:", "motherduck:")) or "://" in path:
        raise WarehouseSettingError(
            "path",
            "The dbt profile names a remote DuckDB database, which cannot be opened here.",
            "Set `path` in profiles.yml to a local file.",
        )
    return (base_dir or Path()) / Path(path).expanduser()


def _check_file(path: Path) -> None:
    try:
        exists = path.exists()
    except OSError as error:
        raise WarehousePermissionError(str(path), error.strerror or "the file system denies it") from error
    if not exists:
        raise WarehouseFileMissingError(str(path))
    if not path.is_file():
        raise WarehouseFileInvalidError(str(path), "it is a folder")
    if not os.access(path, os.R_OK):
        raise WarehousePermissionError(str(path), "the file system denies it")


def _confine(
    connection: duckdb.DuckDBPyConnection, settings: Mapping[str, object], base_dir: Path | None
) -> tuple[str, ...]:
    """Attach what the profile attaches, then switch off files and settings for good."""
    locked = connection.execute("SELECT current_setting('lock_configuration')").fetchone()
    if locked is not None and locked[0]:
        return ()  # this process has confined the same database before; its connections share the settings
    attached, warnings = _attachments(settings.get("attach"), base_dir)
    for path, alias in attached:
        _attach(connection, path, alias)
    root = settings.get("external_root")
    if isinstance(root, str) and root and "://" not in root:
        folder = str(((base_dir or Path()) / root).resolve())
        _set(connection, "allowed_directories", exp.Array(expressions=[exp.Literal.string(folder)]))
    # Python variables of the caller must not stand in for tables.
    _set(connection, "python_enable_replacements", exp.false())
    _set(connection, "enable_external_access", exp.false())
    _set(connection, "lock_configuration", exp.true())
    return warnings


def _attachments(attach: object, base_dir: Path | None) -> tuple[list[tuple[Path, str | None]], tuple[str, ...]]:
    """Files to attach with their aliases, and a sentence for each entry that cannot be attached."""
    found: list[tuple[Path, str | None]] = []
    warnings: list[str] = []
    for entry in attach if isinstance(attach, Sequence) and not isinstance(attach, str) else ():
        path = entry.get("path") if isinstance(entry, Mapping) else None
        kind = str(entry.get("type") or "duckdb") if isinstance(entry, Mapping) else ""
        if not isinstance(path, str) or kind != "duckdb" or ":" in path:
            warnings.append("An entry under `attach` in profiles.yml is no local DuckDB file and was not attached.")
            continue
        alias = entry.get("alias")
        found.append(((base_dir or Path()) / Path(path).expanduser(), alias if isinstance(alias, str) else None))
    return found, tuple(warnings)


def _attach(connection: duckdb.DuckDBPyConnection, path: Path, alias: str | None) -> None:
    import duckdb

    _check_file(path)
    target: exp.Expr = exp.Literal.string(str(path))
    target = exp.alias_(target, alias or path.stem, quoted=True)
    statement = exp.Attach(this=target, expressions=[exp.AttachOption(this=exp.var("READ_ONLY"))])
    try:
        connection.execute(statement.sql(dialect="duckdb"))
    except duckdb.Error as error:
        raise opening_error(error, path) from error


def _set(connection: duckdb.DuckDBPyConnection, name: str, value: exp.Expr) -> None:
    item = exp.SetItem(this=exp.EQ(this=exp.column(name), expression=value))
    connection.execute(exp.Set(expressions=[item]).sql(dialect="duckdb"))


def _main_database(connection: duckdb.DuckDBPyConnection) -> str:
    row = connection.execute("SELECT current_database()").fetchone()
    return str(row[0]) if row is not None else ""
