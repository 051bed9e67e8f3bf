"""Sending a profile's statements, and narrowing down what the engine cannot read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gtr_core.profiling.column_profile import Read, wanted_values
from gtr_core.profiling.settings import ProfilingSettings
from gtr_core.profiling.statistics import (
    ColumnStatistics,
    ProfiledColumn,
    Quantiles,
    statistics_from_row,
    statistics_statement,
)
from gtr_core.profiling.value_counts import (
    ValueCount,
    WantedValues,
    value_counts_from_rows,
    value_counts_statement,
)
from gtr_core.warehouse import ListedRelation, QueryError, RelationMissingError, Warehouse
from gtr_core.warehouse.sampling import Sample

__all__ = ["Failure", "Reader", "is_large", "quantiles_of", "rows_within_bytes", "source_of"]

_NEARLY_ALL = 0.9
"""Estimated share of distinct values from which they are counted exactly, to tell whether all differ."""

_ESTIMATES = frozenset({"duckdb", "snowflake"})
"""Dialects with aggregates that estimate distinct values and quantiles; others count and sort."""

_QUANTILES = frozenset({"duckdb", "postgres", "snowflake"})


@dataclass(frozen=True, slots=True)
class Failure:
    """A column that the engine could not read, and its error."""

    column: str
    error: QueryError

    @property
    def sentence(self) -> str:
        """What the user is told."""
        return f"{self.column}: not read ({self.error.kind}: {self.error.message})"


class Reader:
    """Reads the columns of one relation under one set of limits."""

    def __init__(self, warehouse: Warehouse, listed: ListedRelation, settings: ProfilingSettings) -> None:
        self._warehouse = warehouse
        self._listed = listed
        self._settings = settings
        self._sample = self._source(())
        self._approximate = is_large(warehouse, self._sample, settings)

    def read(self, columns: Sequence[ProfiledColumn]) -> tuple[dict[str, Read], list[Failure]]:
        """Statistics and values by column name, and the columns that could not be read.

        Raises:
            QueryError: There are columns, and not one can be read.
            WarehouseError: Anything but a statement's own failure.
        """
        reads: dict[str, Read] = {}
        failures: list[Failure] = []
        size = self._settings.columns_per_statement
        for start in range(0, len(columns), size):
            read, failed = self._slice(columns[start : start + size])
            reads.update(read)
            failures.extend(failed)
        if failures and not reads:
            raise failures[0].error
        return reads, failures

    def is_sample(self, rows: int) -> bool:
        """Whether rows are missing from what was looked at, as far as that can be told."""
        if self._sample.whole:
            return False
        return self._sample.most_rows is None or rows >= self._sample.most_rows

    def _slice(self, columns: Sequence[ProfiledColumn]) -> tuple[dict[str, Read], list[Failure]]:
        """Read these columns in one go; where that fails, each half of them, down to the columns that fail."""
        try:
            return self._read_together(columns), []
        except RelationMissingError:
            raise
        except QueryError as error:
            if len(columns) == 1:
                return {}, [Failure(columns[0].column.name, error)]
        reads: dict[str, Read] = {}
        failures: list[Failure] = []
        middle = len(columns) // 2
        for half in (columns[:middle], columns[middle:]):
            read, failed = self._slice(half)
            reads.update(read)
            failures.extend(failed)
        return reads, failures

    def _read_together(self, columns: Sequence[ProfiledColumn]) -> dict[str, Read]:
        statistics = self._statistics(columns, approximate=self._approximate)
        exact = [not self._approximate] * len(columns)
        if self._approximate:
            statistics, exact = self._with_exact_counts(columns, statistics)
        wanted = [
            want
            for column, known in zip(columns, statistics, strict=True)
            if (want := wanted_values(column, known, self._settings)) is not None
        ]
        values = dict(zip((want.column.column.name for want in wanted), self._values(wanted), strict=True))
        asked = {want.column.column.name: want.values for want in wanted}
        return {
            column.column.name: Read(
                profiled=column,
                statistics=known,
                exact=is_exact,
                values=values.get(column.column.name),
                asked=asked.get(column.column.name, 0),
                sampled=self.is_sample(known.rows),
            )
            for column, known, is_exact in zip(columns, statistics, exact, strict=True)
        }

    def _statistics(self, columns: Sequence[ProfiledColumn], *, approximate: bool) -> tuple[ColumnStatistics, ...]:
        names = [column.column.name for column in columns]
        quantiles = quantiles_of(self._warehouse.dialect, approximate=approximate)
        statement = statistics_statement(self._source(names), columns, approximate=approximate, quantiles=quantiles)
        rows = self._warehouse.query(statement, timeout_s=self._settings.timeout_s).rows
        return statistics_from_row(columns, rows[0], quantiles)

    def _with_exact_counts(
        self, columns: Sequence[ProfiledColumn], estimated: Sequence[ColumnStatistics]
    ) -> tuple[tuple[ColumnStatistics, ...], list[bool]]:
        """Count exactly where an estimate says that all values may differ."""
        near = [
            position
            for position, known in enumerate(estimated)
            if known.distinct is not None and known.distinct >= _NEARLY_ALL * known.filled > 0
        ]
        result, exact = list(estimated), [False] * len(columns)
        if near:
            counted = self._statistics([columns[position] for position in near], approximate=False)
            for position, known in zip(near, counted, strict=True):
                result[position], exact[position] = known, True
        return tuple(result), exact

    def _values(self, wanted: Sequence[WantedValues]) -> tuple[tuple[ValueCount, ...], ...]:
        if not wanted:
            return ()
        source = self._source([want.column.column.name for want in wanted])
        statement = value_counts_statement(source, wanted)
        rows = self._warehouse.query(statement, timeout_s=self._settings.timeout_s).rows
        return value_counts_from_rows(rows, len(wanted))

    def _source(self, names: Sequence[str]) -> Sample:
        return source_of(self._warehouse, self._listed, names, self._settings)


def source_of(
    warehouse: Warehouse, listed: ListedRelation, names: Sequence[str], settings: ProfilingSettings
) -> Sample:
    """Where the statements of a profile read from: no more rows, nor as far as known bytes, than the limits allow."""
    return warehouse.sample(listed, names, rows_within_bytes(listed, settings), settings.seed)


def rows_within_bytes(listed: ListedRelation, settings: ProfilingSettings) -> int | None:
    """Rows to look at, fewer where the engine's size of the table says that so many take too many bytes."""
    if settings.bytes is None or not listed.bytes or not listed.row_count or listed.bytes <= settings.bytes:
        return settings.rows
    fit = max(1, listed.row_count * settings.bytes // listed.bytes)
    return fit if settings.rows is None else min(settings.rows, fit)


def quantiles_of(dialect: str, *, approximate: bool) -> Quantiles:
    """Exact where the rows are few; Snowflake's estimate goes with every other aggregate; few others have either."""
    if dialect not in _QUANTILES:
        return "none"
    if dialect == "snowflake":
        return "estimated_singly"
    return "estimated" if approximate else "exact"


def is_large(warehouse: Warehouse, source: Sample, settings: ProfilingSettings) -> bool:
    """Whether exact counts of distinct values would cost too much, where the engine has estimates.

    A view that is read whole may be anything.
    """
    if warehouse.dialect not in _ESTIMATES:
        return False
    if not source.whole:
        return settings.rows is not None and settings.rows > settings.exact_distinct_rows
    return source.most_rows is None or source.most_rows > settings.exact_distinct_rows
