"""Any other warehouse, through the adapter with which dbt itself reaches it.

dbt-core is not needed, only the adapter's package. Statements pass the same guard, and are stopped in the way in which
dbt stops them. Sizes of tables, declared keys and sampling are had as far as the engine's dialect is known to offer
them; what is not is said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from gtr_core.warehouse.catalog_sizes import Size, sizes_from_rows, sizes_statements
from gtr_core.warehouse.dbapi import DbApiWarehouse
from gtr_core.warehouse.dbt_connection import DbtConnection
from gtr_core.warehouse.dialect_sampling import dialect_sample
from gtr_core.warehouse.exceptions import (
    AdapterNotSupportedError,
    LogInError,
    QueryError,
    RelationMissingError,
    StatementTimeoutError,
    WarehouseError,
    WarehousePermissionError,
    WarehouseSettingError,
)
from gtr_core.warehouse.information_schema import relation_from_row, relations_statement
from gtr_core.warehouse.information_schema_keys import keys_from_rows, keys_statement
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.listing_rows import group_columns
from gtr_core.warehouse.sampling import Sample
from gtr_core.warehouse.warehouse import Schema

if TYPE_CHECKING:
    from gtr_core.dbt import ConnectionProfile

__all__ = ["DbtAdapterWarehouse", "open_with_dbt"]

_DIALECTS = {"sqlserver": "tsql", "fabric": "fabric", "synapse": "tsql", "glue": "spark", "spark": "spark"}
_EXPLAINING = frozenset({"redshift", "trino", "mysql"})
"""Dialects in which EXPLAIN before a SELECT plans it, and fails where it cannot be run."""

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

    def connect() -> DbtConnection:
        adapter = adapter_class(_config(credentials, profile), import_module("multiprocessing").get_context("spawn"))
        connection = DbtConnection(adapter, errors)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except errors as error:
            raise LogInError(profile.adapter, profile.target, _message(error)) from error
        return connection

    unknown = _unknown(dialect)
    warning = f"{profile.adapter} is reached through dbt's adapter: of its tables, {unknown} not known."
    return DbtAdapterWarehouse(connect, profile.database or "", dialect, errors, (warning,) if unknown else ())


class DbtAdapterWarehouse(DbApiWarehouse):
    """A warehouse behind dbt's adapter. Made by ``open_with_dbt``."""

    def __init__(
        self,
        open_connection: Callable[[], DbtConnection],
        database: str,
        dialect: str,
        errors: type[Exception],
        warnings: tuple[str, ...],
    ) -> None:
        self.dialect = dialect
        self.plans = dialect in _EXPLAINING
        self._errors = errors
        super().__init__(open_connection, database, warnings)

    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """As the protocol says: those of the dialects that keep constraints in INFORMATION_SCHEMA."""
        named = None if schemas is None else {schema for _, schema in schemas}
        statement = keys_statement(self.dialect, named)
        if statement is None:
            return ()
        try:
            return tuple(keys_from_rows(self._rows(statement.sql(self.dialect))))
        except (QueryError, WarehousePermissionError) as error:
            self._warn(f"Declared keys could not be read: {error.message}.")
            return ()

    def _cost(self, sql: str) -> str | None:
        """None, but the engines that plan a statement behind EXPLAIN refuse here what they cannot run."""
        if self.plans:
            self._rows(f"EXPLAIN {sql}")
        return None

    def sample(self, listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
        """As the protocol says, in the form that the dialect has."""
        return dialect_sample(self.dialect, listed, columns, rows, seed)

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
            listed = self._with_sizes(listed, database, named)
        return tuple(listed)

    def _with_sizes(
        self, listed: Sequence[ListedRelation], database: str, schemas: Collection[str] | None
    ) -> list[ListedRelation]:
        """Tables with the rows and bytes that the engine says that they have; a role that may not see them is told."""
        sizes: dict[tuple[str, str], Size] = {}
        for statement in sizes_statements(self.dialect, database, schemas):
            try:
                sizes |= sizes_from_rows(self._rows(statement.sql(self.dialect)))
            except (QueryError, WarehousePermissionError) as error:
                self._warn(f"Sizes of tables could not be read, so samples are their first rows: {error.message}.")
        return [self._sized(one, sizes) for one in listed]

    @staticmethod
    def _sized(one: ListedRelation, sizes: Mapping[tuple[str, str], Size]) -> ListedRelation:
        size = sizes.get(((one.relation.schema or "").lower(), one.relation.identifier.lower()))
        if size is None or one.kind != "table":
            return one
        return replace(one, row_count=size.rows, bytes=size.bytes, altered=size.altered)

    def _warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings += (sentence,)

    def _execute(self, cursor: Any, sql: str, timeout_s: float | None) -> None:  # noqa: ANN401
        try:
            cursor.execute(sql, timeout_s)
        except self._errors as error:
            if cursor.stopped and timeout_s is not None:
                raise StatementTimeoutError(timeout_s) from error
            raise

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


def _unknown(dialect: str) -> str:
    """What of a dialect's tables cannot be had, with its verb; empty where all can."""
    lacks = []
    if not any(True for _ in sizes_statements(dialect, "", ["x"])):
        lacks.append("sizes")
    if keys_statement(dialect, None) is None:
        lacks.append("declared keys")
    return " and ".join(lacks) + " are" if lacks else ""


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
