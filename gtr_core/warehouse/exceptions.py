"""What can go wrong with a warehouse."""

from __future__ import annotations

from typing import ClassVar

from gtr_core.errors import GtrError

__all__ = [
    "AdapterNotSupportedError",
    "ConnectionLostError",
    "DriverMissingError",
    "LogInError",
    "QueryError",
    "RelationMissingError",
    "StatementRefusedError",
    "StatementTimeoutError",
    "WarehouseError",
    "WarehouseFileInvalidError",
    "WarehouseFileMissingError",
    "WarehouseLockedError",
    "WarehousePermissionError",
    "WarehouseSettingError",
]


class WarehouseError(GtrError):
    """Anything that a warehouse refuses or fails at."""


class AdapterNotSupportedError(WarehouseError):
    """The dbt profile names an adapter that no module here speaks to, and whose own package is not installed."""

    exit_code: ClassVar[int] = 2

    def __init__(self, adapter: str, known: tuple[str, ...]) -> None:
        self.adapter = adapter
        self.known = known
        super().__init__(
            f"The adapter {adapter!r} of the dbt profile is not supported.",
            f"Supported are {', '.join(known)}, and any adapter whose dbt package (dbt-{adapter}) is installed here.",
        )


class DriverMissingError(WarehouseError):
    """The Python package that speaks to the warehouse is not installed."""

    exit_code: ClassVar[int] = 2

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(
            f"The package {package} is not installed.",
            f"Install it with `pip install 'guided-table-retrieval[{extra}]'`.",
        )


class WarehouseSettingError(WarehouseError):
    """A setting of the dbt profile is missing or cannot be used."""

    exit_code: ClassVar[int] = 2

    def __init__(self, setting: str, problem: str, remedy: str | None = None) -> None:
        self.setting = setting
        super().__init__(problem, remedy)


class WarehouseFileMissingError(WarehouseError):
    """The database file is not there."""

    exit_code: ClassVar[int] = 2

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(
            f"There is no database file {path}.",
            "Run `dbt build` first, or correct `path` in profiles.yml.",
        )


class WarehouseFileInvalidError(WarehouseError):
    """The file is there and is no database that this engine can read."""

    exit_code: ClassVar[int] = 2

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(
            f"The file {path} cannot be read as a DuckDB database: {reason}.",
            "Correct `path` in profiles.yml, or build the database anew.",
        )


class WarehouseLockedError(WarehouseError):
    """Another program holds the database file for writing."""

    transient: ClassVar[bool] = True

    def __init__(self, path: str, holder: str) -> None:
        self.path = path
        self.holder = holder
        super().__init__(
            f"The database file {path} is held by {holder}.",
            "Wait until it has finished, or close it, and try again.",
        )


class WarehousePermissionError(WarehouseError):
    """The warehouse or the file system does not let this user read something."""

    def __init__(self, what: str, message: str, remedy: str | None = None) -> None:
        self.what = what
        self.message = message
        super().__init__(f"No permission to read {what}: {message}.", remedy or "Grant read access and try again.")


class LogInError(WarehouseError):
    """The warehouse could not be reached or refused the log-in."""

    def __init__(self, adapter: str, host: str, message: str) -> None:
        self.adapter = adapter
        self.host = host
        self.message = message
        super().__init__(
            f"Cannot log in to {adapter} at {host}: {message}.",
            "Check the connection's settings in profiles.yml; `dbt debug` tests the same ones.",
        )


class StatementRefusedError(WarehouseError):
    """A statement is anything but one SELECT over tables, so it was not sent."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"The statement was not sent: {reason}.", "Only a single SELECT over tables is run.")


class QueryError(WarehouseError):
    """The engine could not run a statement.

    Attributes:
        kind: The engine's class of the error (binder, conversion, ...).
        message: The engine's own words, with quoted data left out.
    """

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        self.message = message
        super().__init__(f"The warehouse could not run a statement ({kind}): {message}.")


class RelationMissingError(QueryError):
    """A table, view, schema or column that a statement names does not exist (any more)."""


class StatementTimeoutError(WarehouseError):
    """A statement ran longer than it may. Trying again would most likely take as long."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(
            f"A statement was stopped after {seconds:g} seconds.",
            "Raise the limit on seconds per statement, or lower the number of sampled rows.",
        )


class ConnectionLostError(WarehouseError):
    """The connection to the warehouse broke or was closed."""

    transient: ClassVar[bool] = True

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(f"The connection to the warehouse is gone: {message}.", "Connect again.")
