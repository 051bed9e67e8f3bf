"""The one form in which the rest of GTR sees a warehouse."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.result_set import ResultSet
from gtr_core.warehouse.sampling import Sample

if TYPE_CHECKING:
    from sqlglot import exp

__all__ = ["Schema", "Warehouse"]

Schema = tuple[str | None, str]
"""A database (None: the connection's own) and a schema in it."""


class Warehouse(Protocol):
    """A read-only connection. Safe to use from several threads at once.

    Attributes:
        dialect: sqlglot's name of the SQL that it speaks.
        warnings: Sentences for the user about what of the dbt profile was not used.
        plans: Whether ``cost`` has the engine plan the statement, so that it raises where the engine cannot run it.
    """

    dialect: str
    warnings: tuple[str, ...]
    plans: bool

    def list_relations(self, schemas: Collection[Schema] | None = None) -> tuple[ListedRelation, ...]:
        """Tables and views of those schemas (None: of all but the system's), sorted by name.

        A few statements per database, however many tables there are; no table is read.

        Raises:
            WarehouseError: The warehouse does not answer.
        """
        ...

    def describe(self, relation: Relation) -> ListedRelation:
        """One relation as ``list_relations`` lists it, names compared as stored, else without case.

        A relation that this connection has listed before is not asked for again.

        Raises:
            RelationMissingError: There is none.
            WarehouseError: The warehouse does not answer.
        """
        ...

    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """Primary, unique and foreign keys that the warehouse declares."""
        ...

    def state(self) -> str | None:
        """A mark that changes when anything does that can be read here; None where there is none to be had."""
        ...

    def altered_marks(self, listed: Sequence[ListedRelation]) -> Mapping[Relation, str]:
        """A mark for each of those tables that changes when its rows do; those without one are missing.

        A few statements at most, however many tables there are; no table is read.

        Raises:
            WarehouseError: The warehouse does not answer.
        """
        ...

    def cost(self, select: exp.Query) -> str | None:
        """What the engine expects a SELECT to cost, in its own words and units, without running it; None: unknown.

        Raises:
            StatementRefusedError: It is anything else; nothing was sent.
            WarehouseError: The warehouse does not answer.
        """
        ...

    def query(self, select: exp.Query, *, max_rows: int | None = None, timeout_s: float | None = None) -> ResultSet:
        """Run one SELECT.

        Raises:
            StatementRefusedError: It is anything else; nothing was sent.
            StatementTimeoutError: It ran longer than ``timeout_s`` seconds and was stopped.
            RelationMissingError: It names what is not there.
            QueryError: The engine could not run it.
            WarehousePermissionError: The user may not read what it names.
            ConnectionLostError: The connection broke.
        """
        ...

    def sample(self, listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
        """A SELECT of those columns over about ``rows`` rows (None: all), the same rows for the same seed.

        A table that the engine knows to be no larger is read whole; a larger one is sampled by the engine; a
        relation of unknown size, such as a view, is cut by a LIMIT, since counting or sampling it would mean
        to compute all of it.

        Raises:
            WarehouseError: The warehouse does not answer.
        """
        ...

    def close(self) -> None:
        """End the connection; harmless when it has ended."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
