"""PostgreSQL, through psycopg, in a session whose transactions are read-only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from gtr_core.warehouse.dbapi import DbApiWarehouse
from gtr_core.warehouse.exceptions import (
    DriverMissingError,
    StatementTimeoutError,
    WarehouseError,
    WarehouseSettingError,
)
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.listing_rows import group_columns
from gtr_core.warehouse.postgres_catalog import key_from_row, keys_statement, relation_from_row, relations_statement
from gtr_core.warehouse.postgres_errors import login_error, statement_error
from gtr_core.warehouse.warehouse import Schema

__all__ = ["PostgresWarehouse", "open_postgres"]

_LOGIN_SECONDS = 10
_PASSED_ON = ("sslmode", "sslcert", "sslkey", "sslrootcert", "keepalives_idle")


def open_postgres(settings: Mapping[str, object]) -> PostgresWarehouse:
    """Connect with the keys of a dbt-postgres profile.

    Raises:
        DriverMissingError: psycopg is not installed.
        WarehouseSettingError: The profile names no host or database.
        LogInError: The server is not there or refuses.
    """
    try:
        import psycopg
    except ImportError as error:
        raise DriverMissingError("psycopg", "postgres") from error

    host = _text(settings, "host")
    database = _text(settings, "dbname", "database")
    for name, value in (("host", host), ("dbname", database)):
        if value is None:
            raise WarehouseSettingError(name, f"The dbt profile names no {name}.", f"Set `{name}` in profiles.yml.")
    keywords: dict[str, Any] = {
        "host": host,
        "port": settings.get("port") or 5432,
        "user": _text(settings, "user"),
        "password": _text(settings, "password", "pass"),
        "dbname": database,
        "connect_timeout": settings.get("connect_timeout") or _LOGIN_SECONDS,
        "application_name": "gtr",
        # Every transaction of the session is read-only, and dates come in ISO form.
        "options": "-c default_transaction_read_only=on -c datestyle=ISO -c intervalstyle=iso_8601",
        "autocommit": True,
        **{name: settings[name] for name in _PASSED_ON if settings.get(name) is not None},
    }
    role = _text(settings, "role")

    def connect() -> Any:  # noqa: ANN401 (the driver's)
        try:
            connection = psycopg.connect(**keywords)
            if role is not None:
                connection.execute("SELECT set_config('role', %s, false)", (role,))
        except psycopg.Error as error:
            raise login_error(error, f"{host}:{keywords['port']}/{database}") from error
        return connection

    return PostgresWarehouse(connect, str(database))


class PostgresWarehouse(DbApiWarehouse):
    """A PostgreSQL database. Made by ``open_postgres``."""

    dialect = "postgres"

    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """As the protocol says: one statement."""
        return tuple(key_from_row(row) for row in self._rows(keys_statement(schemas, self.database).sql(self.dialect)))

    def _cost(self, sql: str) -> str | None:
        plan = self._rows(f"EXPLAIN (FORMAT JSON) {sql}")[0][0][0]["Plan"]
        return f"cost {plan['Total Cost']:.0f}, {plan['Plan Rows']} rows"

    def _list(self, schemas: Collection[Schema] | None, identifier: str | None = None) -> tuple[ListedRelation, ...]:
        statement = relations_statement(schemas, self.database, identifier)
        return group_columns(relation_from_row(row) for row in self._rows(statement.sql(self.dialect)))

    def _execute(self, cursor: Any, sql: str, timeout_s: float | None) -> None:  # noqa: ANN401
        milliseconds = 0 if timeout_s is None else max(1, round(timeout_s * 1000))
        cursor.execute("SELECT set_config('statement_timeout', %s, false)", (str(milliseconds),))
        cursor.execute(sql)

    def _types(self, cursor: Any) -> tuple[str, ...]:  # noqa: ANN401
        return tuple(column.type_display for column in cursor.description)

    def _is_lost(self) -> bool:
        return bool(self._connection.closed)

    def _driver_errors(self) -> type[Exception]:
        import psycopg

        return psycopg.Error

    def _error(self, error: Exception, timeout_s: float | None) -> WarehouseError:
        import psycopg

        if isinstance(error, psycopg.errors.QueryCanceled) and timeout_s is not None:
            return StatementTimeoutError(timeout_s)
        return statement_error(error, lost=self._is_lost())


def _text(settings: Mapping[str, object], *names: str) -> str | None:
    return next((str(settings[name]) for name in names if settings.get(name) not in (None, "")), None)
