"""A dbt adapter in the form of a DB-API connection, whose statements can be stopped as dbt itself stops them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any

__all__ = ["DbtConnection", "DbtCursor"]


class DbtConnection:
    """An adapter, in the form of a DB-API connection.

    Args:
        adapter: Made, and not connected yet.
        errors: The base of dbt's errors.
    """

    def __init__(self, adapter: Any, errors: type[Exception]) -> None:  # noqa: ANN401
        self._adapter = adapter
        self._errors = errors

    @contextmanager
    def cursor(self) -> Iterator[DbtCursor]:
        """A cursor over the adapter's connection, which is opened where it is not."""
        with self._adapter.connection_named("gtr"):
            yield DbtCursor(self._adapter, self._errors)

    def close(self) -> None:
        """End the adapter's connections."""
        self._adapter.cleanup_connections()


class DbtCursor:
    """One statement of an adapter: the driver's own rows where it has a cursor, else those of dbt's table.

    Attributes:
        stopped: Whether the statement was stopped because its time was over.
    """

    def __init__(self, adapter: Any, errors: type[Exception]) -> None:  # noqa: ANN401
        self._adapter = adapter
        self._errors = errors
        self._rows: Any = None
        self.description: list[tuple[str, object]] = []
        self.stopped = False

    def execute(self, sql: str, timeout_s: float | None = None) -> None:
        """Send a statement; after so many seconds have the adapter cancel it, as far as it can."""
        stop = _Stop(self._adapter, self._errors, timeout_s)
        try:
            with stop:
                self._send(sql)
        finally:
            self.stopped = stop.passed

    def _send(self, sql: str) -> None:
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
        """All rows that are left."""
        return [tuple(row) for row in self._rows]

    def fetchmany(self, size: int) -> list[tuple[Any, ...]]:
        """As many of them."""
        return [tuple(row) for row, _ in zip(self._rows, range(size), strict=False)]


class _Stop:
    """Cancels an adapter's open statements once the time is over, from a thread and connection of its own."""

    def __init__(self, adapter: Any, errors: type[Exception], seconds: float | None) -> None:  # noqa: ANN401
        self._adapter = adapter
        self._errors = errors
        self._timer = None if seconds is None else threading.Timer(seconds, self._stop)
        self.passed = False

    def _stop(self) -> None:
        self.passed = True
        # Not every adapter can; then the statement runs to its end.
        with suppress(self._errors, NotImplementedError, OSError), self._adapter.connection_named("gtr-stop"):
            self._adapter.connections.cancel_open()

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
