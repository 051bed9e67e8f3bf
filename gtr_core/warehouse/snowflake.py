"""Snowflake, through its connector; statements are tagged, and stopped by the server when they take too long."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from gtr_core.warehouse.dbapi import DbApiWarehouse
from gtr_core.warehouse.exceptions import (
    DriverMissingError,
    QueryError,
    WarehouseError,
    WarehousePermissionError,
    WarehouseSettingError,
)
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.listing_rows import group_columns
from gtr_core.warehouse.snowflake_catalog import keys_from_rows, relation_from_row, relations_statement, show_keys
from gtr_core.warehouse.snowflake_errors import login_error, statement_error
from gtr_core.warehouse.snowflake_tags import TagsByColumn, tags_from_rows, tags_statement, with_tags
from gtr_core.warehouse.warehouse import Schema

__all__ = ["SnowflakeWarehouse", "open_snowflake"]

_LOGIN_SECONDS = 30
_GRACE_SECONDS = 5
_MOST_SHOWN = 10_000
"""Rows that a SHOW returns at most."""

_PASSED_ON = (
    "account", "user", "password", "authenticator", "token", "passcode", "private_key_passphrase", "role", "warehouse",
    "database", "schema", "host", "port", "protocol", "client_store_temporary_credential", "oauth_client_id",
    "oauth_client_secret",
)  # fmt: skip


def open_snowflake(settings: Mapping[str, object]) -> SnowflakeWarehouse:
    """Connect with the keys of a dbt-snowflake profile. Snowflake has no read-only session: give it a reading role.

    Raises:
        DriverMissingError: snowflake-connector-python is not installed.
        WarehouseSettingError: The profile names no account or database, or an unusable key.
        LogInError: Snowflake is not reached or refuses.
    """
    try:
        import snowflake.connector
    except ImportError as error:
        raise DriverMissingError("snowflake-connector-python", "snowflake") from error

    for name in ("account", "database"):
        if not settings.get(name):
            raise WarehouseSettingError(name, f"The dbt profile names no {name}.", f"Set `{name}` in profiles.yml.")
    keywords: dict[str, Any] = {name: settings[name] for name in _PASSED_ON if settings.get(name) is not None}
    if settings.get("private_key_path"):
        keywords["private_key_file"] = str(Path(str(settings["private_key_path"])).expanduser())
        keywords["private_key_file_pwd"] = keywords.pop("private_key_passphrase", None)
    parameters = {"QUERY_TAG": str(settings.get("query_tag") or "gtr"), "ABORT_DETACHED_QUERY": True}

    def connect() -> Any:  # noqa: ANN401 (the driver's)
        try:
            return snowflake.connector.connect(
                **keywords, session_parameters=parameters, login_timeout=_LOGIN_SECONDS, application="gtr"
            )
        except snowflake.connector.Error as error:
            raise login_error(error, str(settings["account"])) from error

    return SnowflakeWarehouse(connect, str(settings["database"]))


class SnowflakeWarehouse(DbApiWarehouse):
    """A Snowflake account, as one role sees it. Made by ``open_snowflake``."""

    dialect = "snowflake"

    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """As the protocol says: three SHOW statements per schema, which keeps each below the rows that one returns."""
        wanted = schemas if schemas is not None else self._schemas()
        keys: list[DeclaredKey] = []
        for database, schema in sorted({(name or self.database, schema) for name, schema in wanted}):
            for kind in ("primary", "unique", "foreign"):
                names, rows = self._shown(show_keys(kind, database, schema))
                if len(rows) >= _MOST_SHOWN:
                    self.warnings += (
                        f"{database}.{schema} declares more {kind} keys than Snowflake shows: some lack.",
                    )
                keys.extend(keys_from_rows(kind, names, rows))
        return tuple(keys)

    def _cost(self, sql: str) -> str | None:
        total = json.loads(self._rows(f"EXPLAIN USING JSON {sql}")[0][0]).get("GlobalStats", {})
        if "bytesAssigned" not in total:
            return None
        return f"{total['bytesAssigned']:,} bytes, {total.get('partitionsAssigned', 0):,} partitions"

    def _schemas(self) -> set[Schema]:
        return {(one.relation.database, one.relation.schema) for one in self.list_relations() if one.relation.schema}

    def _shown(self, sql: str) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        with self._cursor(None) as cursor:
            cursor.execute(sql)
            names = tuple(column[0] for column in cursor.description)
            return names, [tuple(row) for row in cursor.fetchall()]

    def _list(self, schemas: Collection[Schema] | None, identifier: str | None = None) -> tuple[ListedRelation, ...]:
        """One statement per database."""
        by_database: dict[str, set[str] | None] = {}
        if schemas is None:
            by_database[self.database] = None
        for name, schema in schemas or ():
            names = by_database.setdefault(name or self.database, set())
            if names is not None:
                names.add(schema)
        listed: list[ListedRelation] = []
        for database, wanted in sorted(by_database.items()):
            statement = relations_statement(database, wanted, identifier)
            listed.extend(group_columns(relation_from_row(row) for row in self._rows(statement.sql(self.dialect))))
        if not listed or identifier is not None:
            return tuple(listed)
        return with_tags(listed, self._tags({one.relation.database or "" for one in listed}))

    def _tags(self, databases: Collection[str]) -> TagsByColumn:
        """Governed tags; a role that may not read them, or an edition without, is told of once."""
        try:
            return tags_from_rows(self._rows(tags_statement(databases).sql(self.dialect)))
        except (QueryError, WarehousePermissionError) as error:
            warning = f"Snowflake's governed tags could not be read, so they mark nothing as personal: {error.message}."
            if warning not in self.warnings:
                self.warnings += (warning,)
            return {}

    def _execute(self, cursor: Any, sql: str, timeout_s: float | None) -> None:  # noqa: ANN401
        if timeout_s is None:
            cursor.execute(sql)
            return
        seconds = max(1, math.ceil(timeout_s))
        # The server stops this statement; the driver's own timer is for a network that is stuck.
        cursor.execute(
            sql, timeout=seconds + _GRACE_SECONDS, _statement_params={"STATEMENT_TIMEOUT_IN_SECONDS": str(seconds)}
        )

    def _types(self, cursor: Any) -> tuple[str, ...]:  # noqa: ANN401
        from snowflake.connector.constants import FIELD_ID_TO_NAME

        return tuple(str(FIELD_ID_TO_NAME.get(column[1], column[1])) for column in cursor.description)

    def _is_lost(self) -> bool:
        return bool(self._connection.is_closed())

    def _driver_errors(self) -> type[Exception]:
        import snowflake.connector

        return snowflake.connector.Error

    def _error(self, error: Exception, timeout_s: float | None) -> WarehouseError:
        return statement_error(error, timeout_s, lost=self._is_lost())
