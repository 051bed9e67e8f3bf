"""Any other warehouse, through the adapter with which dbt itself reaches it.

dbt-core is not needed, only the adapter's package. What an adapter does not offer in one way for all is left
aside, and said to be: time limits on statements, sizes of tables, declared keys. Statements pass the same guard.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from gtr_core.warehouse.dbapi import DbApiWarehouse
from gtr_core.warehouse.exceptions import (
    AdapterNotSupportedError,
    LogInError,
    QueryError,
    RelationMissingError,
    WarehouseError,
    WarehousePermissionError,
    WarehouseSettingError,
)
from gtr_core.warehouse.information_schema import relation_from_row, relations_statement
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.listing_rows import group_columns
from gtr_core.warehouse.warehouse import Schema

if TYPE_CHECKING:
    from gtr_core.dbt import ConnectionProfile

__all__ = ["DbtAdapterWarehouse", "open_with_dbt"]

_DIALECTS = {"sqlserver": "tsql", "fabric": "fabric", "synapse": "tsql", "glue": "spark", "spark": "spark"}
_NOT_CREDENTIALS = frozenset({"type", "threads"})
_MISSING = ("does not exist", "not found", "unknown table", "invalid object name", "doesn't exist")
_DENIED = ("permission denied", "access denied", "not authorized", "insufficient privilege")


def open_with_dbt(profile: ConnectionProfile, known: tuple[str, ...]) -> DbtAdapterWarehouse:
    """Connect through the dbt adapter of the profile's type.

    Args:
        profile: As dbt would use it.
        known: Adapters that GTR speaks to by itself, for the error.

    Raises:
        AdapterNotSupportedError: The adapter's package is not installed, or sqlglot lacks its dialect.
        WarehouseSettingError: The adapter does not take the profile's settings.
        LogInError: The warehouse is not reached or refuses.
    """
    dialect = _dialect(profile.adapter, known)
    try:
        factory = import_module("dbt.adapters.factory").FACTORY
        errors = import_module("dbt_common.exceptions").DbtBaseException
    except ImportError as error:
        raise AdapterNotSupportedError(profile.adapter, known) from error
    try:
        credentials_class = factory.load_plugin(profile.adapter)
    except errors as error:
        raise AdapterNotSupportedError(profile.adapter, known) from error
    credentials = _credentials(credentials_class, profile)
    adapter_class = factory.get_adapter_class_by_name(profile.adapter)

    def connect() -> _Connection:
        adapter = adapter_class(_config(credentials, profile), import_module("multiprocessing").get_context("spawn"))
        connection = _Connection(adapter)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except errors as error:
            raise LogInError(profile.adapter, profile.target, _message(error)) from error
        return connection

    warning = (
        f"{profile.adapter} is reached through dbt's adapter: statements have no time limit, and the sizes and keys "
        "of its tables are not known."
    )
    return DbtAdapterWarehouse(connect, profile.database or "", dialect, errors, (warning,))


class DbtAdapterWarehouse(DbApiWarehouse):
    """A warehouse behind dbt's adapter. Made by ``open_with_dbt``."""

    def __init__(
        self,
        open_connection: Callable[[], _Connection],
        database: str,
        dialect: str,
        errors: type[Exception],
        warnings: tuple[str, ...],
    ) -> None:
        self.dialect = dialect
        self._errors = errors
        super().__init__(open_connection, database, warnings)

    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """As the protocol says: none, since adapters do not tell them."""
        return ()

    def _list(self, schemas: Collection[Schema] | None, identifier: str | None = None) -> tuple[ListedRelation, ...]:
        """One statement per database, or per dataset of BigQuery."""
        places: dict[str, set[str] | None] = {}
        for name, schema in schemas or ():
            named = places.setdefault(name or self.database, set())
            if named is not None:
                named.add(schema)
        if schemas is None:
            places[self.database] = None
        listed: list[ListedRelation] = []
        for database, named in sorted(places.items()):
            for statement in relations_statement(self.dialect, database, named, identifier):
                listed.extend(group_columns(relation_from_row(row) for row in self._rows(statement.sql(self.dialect))))
        return tuple(listed)

    def _execute(self, cursor: Any, sql: str, timeout_s: float | None) -> None:  # noqa: ANN401
        cursor.execute(sql)

    def _types(self, cursor: Any) -> tuple[str, ...]:  # noqa: ANN401
        return tuple(str(column[1]) for column in cursor.description)

    def _is_lost(self) -> bool:
        return False  # adapters open a lost connection again by themselves

    def _driver_errors(self) -> type[Exception]:
        return self._errors

    def _error(self, error: Exception, timeout_s: float | None) -> WarehouseError:
        message = _message(error)
        folded = message.casefold()
        if any(words in folded for words in _DENIED):
            return WarehousePermissionError("a relation", message)
        kind = type(error).__name__.removesuffix("Error").casefold()
        return (RelationMissingError if any(words in folded for words in _MISSING) else QueryError)(kind, message)


class _Connection:
    """An adapter, in the form of a DB-API connection."""

    def __init__(self, adapter: Any) -> None:  # noqa: ANN401
        self._adapter = adapter

    @contextmanager
    def cursor(self) -> Iterator[_Cursor]:
        with self._adapter.connection_named("gtr"):
            yield _Cursor(self._adapter)

    def close(self) -> None:
        self._adapter.cleanup_connections()


class _Cursor:
    """One statement of an adapter: the driver's own rows where it has a cursor, else those of dbt's table."""

    def __init__(self, adapter: Any) -> None:  # noqa: ANN401
        self._adapter = adapter
        self._rows: Any = None
        self.description: list[tuple[str, object]] = []

    def execute(self, sql: str) -> None:
        connections = self._adapter.connections
        if hasattr(connections, "add_query"):
            _, cursor = connections.add_query(sql, auto_begin=False)
            self.description = [(str(column[0]), column[1]) for column in cursor.description or ()]
            self._rows = iter(cursor.fetchone, None)
            return
        _, table = self._adapter.execute(sql, fetch=True)
        self.description = list(
            zip(table.column_names, (type(one).__name__ for one in table.column_types), strict=True)
        )
        self._rows = iter(table.rows)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self._rows]

    def fetchmany(self, size: int) -> list[tuple[Any, ...]]:
        return [tuple(row) for row, _ in zip(self._rows, range(size), strict=False)]


def _dialect(adapter: str, known: tuple[str, ...]) -> str:
    from sqlglot.dialects.dialect import Dialect

    dialect = _DIALECTS.get(adapter, adapter)
    if Dialect.get(dialect) is None:
        raise AdapterNotSupportedError(adapter, known)
    return dialect


def _credentials(credentials_class: Any, profile: ConnectionProfile) -> Any:  # noqa: ANN401
    """The adapter's credentials; a setting that stands under two of its names is given once."""
    aliases: Mapping[str, str] = getattr(credentials_class, "_ALIASES", {})
    given = {key: value for key, value in profile.settings.items() if key not in _NOT_CREDENTIALS}
    given = {key: value for key, value in given.items() if not (key in aliases and aliases[key] in given)}
    names = {one for one in getattr(credentials_class, "__dataclass_fields__", ())} | set(aliases)
    given = {key: value for key, value in given.items() if not names or key in names}
    try:
        return credentials_class.from_dict(credentials_class.translate_aliases(given))
    except (TypeError, ValueError, LookupError) as error:
        raise WarehouseSettingError(
            profile.adapter,
            f"The dbt adapter {profile.adapter} does not take the profile's settings.",
            "Run `dbt debug` with the same profile.",
        ) from error


def _config(credentials: object, profile: ConnectionProfile) -> SimpleNamespace:
    """What an adapter asks of dbt's configuration."""
    return SimpleNamespace(
        credentials=credentials,
        profile_name=profile.name,
        target_name=profile.target,
        threads=1,
        project_name="gtr",
        query_comment=SimpleNamespace(comment="", append=False, job_label=False),
        cli_vars={},
        target_path="target",
        log_cache_events=False,
    )


def _message(error: Exception) -> str:
    """The engine's own words: dbt puts a heading before them."""
    lines = [line.strip() for line in str(getattr(error, "msg", error)).splitlines() if line.strip()]
    return " ".join(lines[:2]).rstrip(".")
