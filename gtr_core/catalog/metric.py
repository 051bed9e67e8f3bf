"""Metrics of the semantic layer."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Metric", "MetricInput"]


@dataclass(frozen=True, slots=True)
class MetricInput:
    """A metric that a ratio, derived or cumulative metric uses.

    Attributes:
        alias: The name by which the expression calls it; its own where the project gives none.
        filter: A further filter on this input alone, as written.
        offset: How far back in time it is taken (``1 month``), empty where it is not.
    """

    name: str
    alias: str
    filter: str = ""
    offset: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric (or a measure that no metric wraps) as the project defines it.

    Attributes:
        name: The project's name; unique within a catalog.
        kind: simple, ratio, derived or cumulative.
        tables: Table ids that it is computed from, its own table first.
        aggregate: sum, avg, min, max, count, count_distinct, median, percentile, sum_boolean; empty
            for ratio and derived metrics.
        expression: SQL scalar expression over the own table's columns, as the project wrote it. Text
            only: it becomes SQL through the compiler's allow-list or not at all.
        filter: The project's filter, as written, Jinja included; empty where there is none.
        inputs: Names of the metrics that a ratio (numerator, denominator), derived or cumulative one uses.
        uses: The same inputs with alias, filter and offset.
        time_column: The default time column of its own table.
        non_additive_dimension: Name of the dimension over which it does not add up (balances).
    """

    name: str
    kind: str = "simple"
    tables: tuple[str, ...] = ()
    aggregate: str = ""
    expression: str = ""
    label: str | None = None
    description: str = ""
    filter: str = ""
    inputs: tuple[str, ...] = ()
    time_column: str | None = None
    non_additive_dimension: str | None = None
    synonyms: tuple[str, ...] = ()
    uses: tuple[MetricInput, ...] = ()
