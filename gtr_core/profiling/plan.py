"""The statements that a profile would send, without sending any that reads the table."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from gtr_core.catalog import Table
from gtr_core.profiling.profiler import profiled_columns
from gtr_core.profiling.reading import is_large, quantiles_of, source_of
from gtr_core.profiling.settings import ProfilingSettings
from gtr_core.profiling.statistics import statistics_statement
from gtr_core.profiling.value_counts import WantedValues, value_counts_statement
from gtr_core.warehouse import Warehouse

__all__ = ["planned_statements"]


def planned_statements(
    warehouse: Warehouse, table: Table, settings: ProfilingSettings
) -> Iterator[tuple[str, exp.Query]]:
    """Pairs of purpose and statement, for one table.

    The second statement of a pair names every column whose values may be asked for; which of them are is decided
    by what the first one tells, so that what is sent may be less, and never reads other rows.

    Raises:
        WarehouseError: The table is not there, or the warehouse does not answer.
    """
    listed = warehouse.describe(table.relation)
    columns = profiled_columns(warehouse, table, listed, settings)
    size = settings.columns_per_statement
    for start in range(0, len(columns), size):
        part = columns[start : start + size]
        source = source_of(warehouse, listed, [column.column.name for column in part], settings)
        large = is_large(warehouse, source, settings)
        quantiles = quantiles_of(warehouse.dialect, approximate=large)
        yield "statistics", statistics_statement(source, part, approximate=large, quantiles=quantiles)
        wanted = [
            WantedValues(
                column, settings.keep + 1 if column.group == "text" else settings.low_cardinality, settings.keep_length
            )
            for column in part
            if column.has_edges and column.group != "boolean"
        ]
        if wanted:
            source = source_of(warehouse, listed, [want.column.column.name for want in wanted], settings)
            yield "values", value_counts_statement(source, wanted)
