"""What a build would send to the warehouse, and what the engine expects it to cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlglot import exp

from gtr_core.build.former import Former, read_former
from gtr_core.build.partial_refresh import Part, part_to_refresh
from gtr_core.build.reconciliation import reconcile, schemas_of
from gtr_core.build.settings import BuildSettings
from gtr_core.build.sources import read_sources
from gtr_core.build.warehouse_access import open_warehouse, profiling_settings
from gtr_core.catalog import Table
from gtr_core.errors import GtrError
from gtr_core.joins import declared_joins, planned_measurement
from gtr_core.profiling import ProfilingSettings, planned_statements
from gtr_core.warehouse import Warehouse
from gtr_core.warehouse.read_only import render_read_only

__all__ = ["BuildPlan", "PlannedStatement", "plan_build"]


@dataclass(frozen=True, slots=True)
class PlannedStatement:
    """A statement that a build would send.

    Attributes:
        purpose: statistics, values or join.
        cost: In the engine's own words; None where it tells none.
        problem: Why no statement could be made, where that failed; ``sql`` is empty then.
    """

    table: str
    purpose: str
    sql: str
    cost: str | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """All statements of a build over tables, and the number of tables that cost none."""

    statements: tuple[PlannedStatement, ...]
    unchanged: int

    def to_json(self) -> dict[str, Any]:
        """The form of ``gtr build --dry-run --json``."""
        return {"statements": [asdict(statement) for statement in self.statements], "unchanged": self.unchanged}


def plan_build(settings: BuildSettings) -> BuildPlan:
    """Read the project and the warehouse's own catalog, and say what a build would ask; no table is read.

    Raises:
        DbtError: The project's artifacts or its profile cannot be used.
        WarehouseError: The warehouse does not answer.
    """
    sources = read_sources(settings)
    profiling = profiling_settings(settings)
    with open_warehouse(settings) as warehouse:
        part = part_to_refresh(settings, sources, reconcile(sources.catalog, warehouse), profiling)
        former = read_former(settings, warehouse, part.refreshed, profiling)
        unchanged = {table.id for table in part.refreshed if former.unchanged(table) is not None}
        profiles = _profiles(warehouse, part.refreshed, profiling, unchanged)
        statements = (*profiles, *_joins(warehouse, part, former, unchanged))
    return BuildPlan(statements, len(unchanged))


def _profiles(
    warehouse: Warehouse, tables: Sequence[Table], settings: ProfilingSettings, unchanged: set[str]
) -> Iterator[PlannedStatement]:
    for table in tables:
        if table.hidden or table.id in unchanged:
            continue
        try:
            for purpose, statement in planned_statements(warehouse, table, settings):
                yield _planned(warehouse, table.id, purpose, statement)
        except GtrError as error:
            yield PlannedStatement(table.id, "statistics", "", problem=str(error))


def _joins(warehouse: Warehouse, part: Part, former: Former, unchanged: set[str]) -> Iterator[PlannedStatement]:
    tables = {table.id: table for table in part.catalog.tables}
    same = unchanged | part.kept.tables
    for edge in declared_joins(part.catalog, warehouse.declared_keys(schemas_of(part.catalog))):
        known = {edge.child, edge.parent} <= same and former.measurement(edge) is not None
        if (
            known
            or part.kept.has_both(edge)
            or not edge.enabled
            or tables[edge.child].hidden
            or tables[edge.parent].hidden
        ):
            continue
        try:
            yield _planned(warehouse, edge.child, "join", planned_measurement(warehouse, edge, tables))
        except GtrError as error:
            yield PlannedStatement(edge.child, "join", "", problem=str(error))


def _planned(warehouse: Warehouse, table: str, purpose: str, statement: exp.Query) -> PlannedStatement:
    sql = render_read_only(statement, warehouse.dialect)
    try:
        return PlannedStatement(table, purpose, sql, warehouse.cost(statement))
    except GtrError as error:
        return PlannedStatement(table, purpose, sql, problem=str(error))
