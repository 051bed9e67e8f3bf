"""What warehouses behind a DB-API driver have in common: one connection, taken in turns, opened again when lost."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.exceptions import RelationMissingError, WarehouseError
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.matching import best_match
from gtr_core.warehouse.read_only import render_read_only
from gtr_core.warehouse.result_set import ResultSet
from gtr_core.warehouse.sampling import Sample, engine_sample
from gtr_core.warehouse.warehouse import Schema

__all__ = ["DbApiWarehouse"]


class DbApiWarehouse(ABC):
    """A warehouse with one connection for all threads, which wait for each other.

    Args:
        open_connection: Opens the driver's connection; called again when the former one is lost.
        database: The database that the connection starts in.

    Attributes:
        warnings: Sentences for the user about what of the dbt profile was not used.
    """

    dialect: str
    plans: bool = True

    def __init__(self, open_connection: Callable[[], Any], database: str, warnings: tuple[str, ...] = ()) -> None:
        self._open = open_connection
        self._connection = open_connection()
        self._closed = False
        self._lock = threading.RLock()
        self._listed: dict[Relation, ListedRelation] = {}
        self.database = database
        self.warnings = warnings

    def list_relations(self, schemas: Collection[Schema] | None = None) -> tuple[ListedRelation, ...]:
        """As the protocol says."""
        listed = self._list(schemas)
        self._listed.update((one.relation, one) for one in listed)
        return listed

    def describe(self, relation: Relation) -> ListedRelation:
        """As the protocol says."""
        if relation in self._listed:
            return self._listed[relation]
        schemas = None if relation.schema is None else [(relation.database, relation.schema)]
        found = best_match(relation, self._list(schemas, relation.identifier))
        if found is None:
            raise RelationMissingError("catalog", f"there is no table or view {relation}")
        self._listed[found.relation] = found
        return found

    @abstractmethod
    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """As the protocol says."""

    def state(self) -> str | None:
        """As the protocol says: a server tells none."""
        return None

    def altered_marks(self, listed: Sequence[ListedRelation]) -> Mapping[Relation, str]:
        """As the protocol says: they came with the list."""
        return {one.relation: f"{one.altered}:{one.row_count}" for one in listed if one.altered and one.kind == "table"}

    def cost(self, select: exp.Query) -> str | None:
        """As the protocol says."""
        return self._cost(render_read_only(select, self.dialect))

    def query(self, select: exp.Query, *, max_rows: int | None = None, timeout_s: float | None = None) -> ResultSet:
        """As the protocol says."""
        sql = render_read_only(select, self.dialect)
        with self._cursor(timeout_s) as cursor:
            self._execute(cursor, sql, timeout_s)
            rows = cursor.fetchall() if max_rows is None else cursor.fetchmany(max_rows + 1)
            columns = tuple(column[0] for column in cursor.description)
            types = self._types(cursor)
        truncated = max_rows is not None and len(rows) > max_rows
        kept = rows[:max_rows] if truncated else rows
        return ResultSet(columns, types, [tuple(row) for row in kept], truncated)

    def sample(self, listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
        """As the protocol says."""
        return engine_sample(listed, columns, rows, seed)

    def close(self) -> None:
        """As the protocol says."""
        self._closed = True
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of a statement over the engine's catalog, which is ours and not the caller's."""
        with self._cursor(None) as cursor:
            self._execute(cursor, sql, None)
            return [tuple(row) for row in cursor.fetchall()]

    @contextmanager
    def _cursor(self, timeout_s: float | None) -> Iterator[Any]:
        with self._lock:
            if self._is_lost() and not self._closed:
                self._connection = self._open()
            try:
                with self._connection.cursor() as cursor:
                    yield cursor
            except self._driver_errors() as error:
                raise self._error(error, timeout_s) from error

    def _cost(self, sql: str) -> str | None:
        """The engine's estimate for a statement that has passed the guard."""
        return None

    @abstractmethod
    def _list(self, schemas: Collection[Schema] | None, identifier: str | None = None) -> tuple[ListedRelation, ...]:
        """Relations of those schemas, those of one name alone where it is given, in whatever case."""

    @abstractmethod
    def _execute(self, cursor: Any, sql: str, timeout_s: float | None) -> None:  # noqa: ANN401 (the driver's)
        """Send one statement, to be stopped by the engine after so many seconds."""

    @abstractmethod
    def _types(self, cursor: Any) -> tuple[str, ...]:  # noqa: ANN401 (the driver's)
        """The engine's names of the result's types."""

    @abstractmethod
    def _is_lost(self) -> bool:
        """Whether the connection is known to be gone."""

    @abstractmethod
    def _driver_errors(self) -> type[Exception]:
        """The base of the driver's errors."""

    @abstractmethod
    def _error(self, error: Exception, timeout_s: float | None) -> WarehouseError:
        """A driver's error in GTR's words."""
