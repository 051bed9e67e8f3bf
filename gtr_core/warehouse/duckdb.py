"""DuckDB: a database file, opened read-only, with its access to other files switched off."""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.duckdb_catalog import (
    keys_from_rows,
    keys_statement,
    relations_from_rows,
    relations_statement,
)
from gtr_core.warehouse.duckdb_errors import statement_error
from gtr_core.warehouse.duckdb_marks import file_state, marks_statements
from gtr_core.warehouse.duckdb_sampling import block_sample, has_row_ids, row_id_bounds_statement
from gtr_core.warehouse.exceptions import RelationMissingError, StatementRefusedError, StatementTimeoutError
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.matching import best_match
from gtr_core.warehouse.read_only import render_read_only
from gtr_core.warehouse.result_set import ResultSet
from gtr_core.warehouse.sampling import Sample, limit_sample, whole_sample
from gtr_core.warehouse.warehouse import Schema

if TYPE_CHECKING:
    import duckdb

__all__ = ["DuckDBWarehouse"]


class DuckDBWarehouse:
    """A DuckDB database file. Each statement has a cursor of its own, so threads may share it.

    Made by ``gtr_core.warehouse.duckdb_opening.open_duckdb``.

    Attributes:
        database: Name of the main database, by which relations are found that name none.
        warnings: Sentences for the user about what of the dbt profile was not used.
    """

    dialect = "duckdb"
    plans = True

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        *,
        database: str,
        warnings: tuple[str, ...] = (),
        files: tuple[Path, ...] = (),
    ) -> None:
        self._connection = connection
        self._files = files
        self.database = database
        self.warnings = warnings
        self._listed: dict[Relation, ListedRelation] = {}
        self._bounds: dict[Relation, tuple[int, int]] = {}

    def list_relations(self, schemas: Collection[Schema] | None = None) -> tuple[ListedRelation, ...]:
        """As the protocol says: one statement for all databases and schemas."""
        listed = relations_from_rows(self._rows(relations_statement(schemas, self.database)))
        self._listed.update((one.relation, one) for one in listed)
        return listed

    def describe(self, relation: Relation) -> ListedRelation:
        """As the protocol says."""
        if relation in self._listed:
            return self._listed[relation]
        schemas = None if relation.schema is None else [(relation.database, relation.schema)]
        statement = relations_statement(schemas, self.database, names=[relation.identifier])
        found = best_match(relation, relations_from_rows(self._rows(statement)))
        if found is None:
            raise RelationMissingError("catalog", f"there is no table or view {relation}")
        return found

    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """As the protocol says: one statement."""
        return keys_from_rows(self._rows(keys_statement(schemas, self.database)))

    def state(self) -> str | None:
        """As the protocol says: of the database's files."""
        return file_state(self._files)

    def altered_marks(self, listed: Sequence[ListedRelation]) -> Mapping[Relation, str]:
        """As the protocol says: a statement for each hundred tables, over how they are stored."""
        marks: dict[Relation, str] = {}
        for statement in marks_statements(listed):
            for position, mark in self._rows(statement):
                known = listed[int(position)]
                marks[known.relation] = f"{mark}:{known.row_count}"
        return marks

    def cost(self, select: exp.Query) -> str | None:
        """As the protocol says: the rows that it expects."""
        sql = render_read_only(select, self.dialect)
        with self._cursor(None) as cursor:
            self._check_statement(cursor, sql)
            plan = json.loads(cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}").fetchall()[0][1])
        rows = plan[0].get("extra_info", {}).get("Estimated Cardinality") if plan else None
        return None if rows is None else f"{rows} rows"

    def query(self, select: exp.Query, *, max_rows: int | None = None, timeout_s: float | None = None) -> ResultSet:
        """As the protocol says; the engine's own parser must also see one SELECT."""
        sql = render_read_only(select, self.dialect)
        with self._cursor(timeout_s) as cursor:
            self._check_statement(cursor, sql)
            cursor.execute(sql)
            rows = cursor.fetchall() if max_rows is None else cursor.fetchmany(max_rows + 1)
            description = cursor.description or []
        truncated = max_rows is not None and len(rows) > max_rows
        return ResultSet(
            tuple(column[0] for column in description),
            tuple(str(column[1]) for column in description),
            rows[:max_rows] if truncated else rows,
            truncated,
        )

    def sample(self, listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
        """As the protocol says; one further statement per large table, for the bounds of its row ids."""
        size = listed.row_count if listed.kind == "table" else None
        if rows is None or (size is not None and size <= rows):
            return whole_sample(listed, columns)
        if size is None or not has_row_ids(listed):
            return limit_sample(listed, columns, rows)
        return block_sample(listed, columns, rows, seed, self._row_id_bounds(listed.relation))

    def close(self) -> None:
        """As the protocol says."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _row_id_bounds(self, relation: Relation) -> tuple[int, int]:
        if relation not in self._bounds:
            low, high = self._rows(row_id_bounds_statement(relation))[0]
            self._bounds[relation] = (low or 0, high or 0)
        return self._bounds[relation]

    def _rows(self, statement: exp.Query) -> list[tuple[Any, ...]]:
        """Rows of a statement over the engine's catalog or row ids, which is ours and not the caller's."""
        with self._cursor(None) as cursor:
            return cursor.execute(statement.sql(dialect=self.dialect)).fetchall()

    @contextmanager
    def _cursor(self, timeout_s: float | None) -> Iterator[duckdb.DuckDBPyConnection]:
        import duckdb

        try:
            cursor = self._connection.cursor()
        except duckdb.Error as error:
            raise statement_error(error) from error
        deadline = _Deadline(cursor, timeout_s)
        try:
            with deadline:
                yield cursor
        except duckdb.InterruptException as error:
            if deadline.passed and timeout_s is not None:
                raise StatementTimeoutError(timeout_s) from error
            raise statement_error(error) from error
        except duckdb.Error as error:
            raise statement_error(error) from error
        finally:
            cursor.close()

    @staticmethod
    def _check_statement(cursor: duckdb.DuckDBPyConnection, sql: str) -> None:
        import duckdb

        statements = cursor.extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise StatementRefusedError("the engine reads it as something else than one SELECT")


class _Deadline:
    """Interrupts a cursor's statement once its time is over."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection, seconds: float | None) -> None:
        self._cursor = cursor
        self._timer = None if seconds is None else threading.Timer(seconds, self._stop)
        self.passed = False

    def _stop(self) -> None:
        import duckdb

        self.passed = True
        with suppress(duckdb.Error):  # the statement ended, and its cursor with it, in this very moment
            self._cursor.interrupt()

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
