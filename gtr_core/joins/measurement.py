"""Measuring join edges on the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlglot import exp

from gtr_core.catalog import Cardinality, JoinEdge, JoinMeasurement, Table
from gtr_core.joins.conditions import usable_condition
from gtr_core.joins.measurement_statement import largest_group_statement, measurement_statement
from gtr_core.warehouse import QueryError, StatementTimeoutError, Warehouse, WarehousePermissionError
from gtr_core.warehouse.sampling import Sample, relation_node

__all__ = ["MeasurementSettings", "measure_join", "planned_measurement"]


@dataclass(frozen=True, slots=True)
class MeasurementSettings:
    """Limits of a measurement.

    Attributes:
        rows: Child rows that are looked at; None for all. The parent is always looked at as a whole.
        seed: Of the engine's sampling.
        timeout_s: Seconds per statement.
    """

    rows: int | None = 1_000_000
    seed: int = 42
    timeout_s: float | None = 60.0


@dataclass(frozen=True, slots=True)
class _Counts:
    rows: int
    filled: int
    matched: int
    child_largest: int
    parent_largest: int
    child_distinct: int
    parent_distinct: int


def measure_join(
    warehouse: Warehouse,
    edge: JoinEdge,
    tables: Mapping[str, Table],
    settings: MeasurementSettings | None = None,
    *,
    parent_keys: int | None = None,
) -> JoinEdge:
    """The edge with what the data say of it: match, orphan and null rates, and its cardinality.

    One statement. A child table of more rows than the limit is sampled, and held against the whole parent;
    since a sample cannot show that no two rows share a key, a second statement counts them where the sample
    has none. Where no child row has a key, nothing fails to match: the match rate is 1. An edge that cannot
    be measured (types that do not compare, a missing column, no permission, out of time) comes back with
    its ``problem``.

    Args:
        warehouse: Where both tables are.
        edge: Its columns in stored spelling.
        tables: By id; both ends of the edge among them.
        settings: Limits.
        parent_keys: How many keys the parent has, where its columns are known to be unique; None: it is counted.

    Raises:
        ConnectionLostError: The connection broke; trying again may help.
        WarehouseError: The warehouse does not answer at all.
    """
    settings = settings or MeasurementSettings()
    try:
        measurement = _Measuring(warehouse, edge, tables, settings, parent_keys).measure()
    except (QueryError, StatementTimeoutError, WarehousePermissionError) as error:
        return replace(edge, measurement=None, problem=str(error))
    return replace(edge, measurement=measurement, problem=None)


def planned_measurement(
    warehouse: Warehouse,
    edge: JoinEdge,
    tables: Mapping[str, Table],
    settings: MeasurementSettings | None = None,
) -> exp.Select:
    """The statement with which ``measure_join`` would begin; nothing is sent that reads a table."""
    return _Measuring(warehouse, edge, tables, settings or MeasurementSettings()).statement()


class _Measuring:
    """One edge with all that its statements are made of."""

    def __init__(
        self, warehouse: Warehouse, edge: JoinEdge, tables: Mapping[str, Table], settings: MeasurementSettings,
        parent_keys: int | None = None,
    ) -> None:  # fmt: skip
        child, parent = tables[edge.child], tables[edge.parent]
        self._warehouse = warehouse
        self._edge = edge
        self._child = child
        self._parent = parent
        self._settings = settings
        self._parent_keys = parent_keys
        self._child_condition = usable_condition(edge.conditions, child, warehouse.dialect)
        self._parent_condition = usable_condition(edge.parent_conditions, parent, warehouse.dialect)

    def statement(self) -> exp.Select:
        return self._statement(self._source())

    def _statement(self, source: Sample) -> exp.Select:
        parent = relation_node(self._parent.relation)
        return measurement_statement(self._edge, source, parent, self._parent_condition, self._parent_keys)

    def measure(self) -> JoinMeasurement:
        source = self._source()
        row = self._row(self._statement(source))
        counts = _Counts(*(int(value or 0) for value in row))
        sampled = not source.whole and (source.most_rows is None or counts.rows >= source.most_rows)
        child_unique = counts.child_largest <= 1
        if sampled and child_unique:
            child_unique = self._is_unique_throughout()
        return JoinMeasurement(
            cardinality=_cardinality(child_unique=child_unique, parent_unique=counts.parent_largest <= 1),
            match_rate=counts.matched / counts.filled if counts.filled else 1.0,
            orphan_rate=(counts.filled - counts.matched) / counts.filled if counts.filled else 0.0,
            null_rate=(counts.rows - counts.filled) / counts.rows if counts.rows else 0.0,
            rows=counts.rows,
            sampled=sampled,
            conditional=self._applies_conditions(),
            child_distinct=counts.child_distinct,
            parent_distinct=counts.parent_distinct,
            measured_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _source(self) -> Sample:
        """Rows of the child under its condition. A condition makes a table's size unknown, as a view's is."""
        listed = self._warehouse.describe(self._child.relation)
        source = self._warehouse.sample(listed, self._edge.child_columns, self._settings.rows, self._settings.seed)
        if self._child_condition is None:
            return source
        return replace(source, select=source.select.where(self._child_condition.copy()))

    def _is_unique_throughout(self) -> bool:
        condition = self._child_condition
        row = self._row(
            largest_group_statement(
                relation_node(self._child.relation), self._edge.child_columns, condition.copy() if condition else None
            )
        )
        return int(row[0] or 0) <= 1

    def _row(self, statement: exp.Select) -> tuple[Any, ...]:
        return self._warehouse.query(statement, timeout_s=self._settings.timeout_s).rows[0]

    def _applies_conditions(self) -> bool:
        if not self._edge.conditions and not self._edge.parent_conditions:
            return False
        child_applied = not self._edge.conditions or self._child_condition is not None
        return child_applied and (not self._edge.parent_conditions or self._parent_condition is not None)


def _cardinality(*, child_unique: bool, parent_unique: bool) -> Cardinality:
    if parent_unique:
        return "one_to_one" if child_unique else "many_to_one"
    return "one_to_many" if child_unique else "many_to_many"
