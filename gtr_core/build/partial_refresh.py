"""Refreshing a part of a context: what is selected is built anew, the rest stays as the last snapshot has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from gtr_core.build.reconciliation import Reconciled, references_among
from gtr_core.build.settings import BuildSettings
from gtr_core.build.sources import Sources
from gtr_core.catalog import Catalog, ColumnProfile, JoinEdge, Table, TableProfile
from gtr_core.context.exceptions import NoSnapshotError
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.context.store_address import open_store
from gtr_core.profiling import ProfilingSettings, within_policy
from gtr_core.profiling.personal import declared_personal

__all__ = ["Kept", "Part", "part_to_refresh"]


@dataclass(frozen=True, slots=True)
class Kept:
    """What of the last snapshot stays as it is.

    Attributes:
        tables: Ids of the tables outside the selection.
        joins: Edges between them, as they were measured.
        profiles: Their profiles, without what may not be kept any more.
        failed: What failed of them when they were built.
        snapshot: The snapshot; None where there is none, or where all is built anew.
    """

    tables: frozenset[str] = frozenset()
    joins: tuple[JoinEdge, ...] = ()
    profiles: Mapping[str, TableProfile] = field(default_factory=dict)
    failed: tuple[FailedTable, ...] = ()
    snapshot: Snapshot | None = None

    def has_both(self, edge: JoinEdge) -> bool:
        """Whether both tables of an edge stay as they are."""
        return edge.child in self.tables and edge.parent in self.tables


@dataclass(frozen=True, slots=True)
class Part:
    """The catalog of the context to be, and which of its tables are built anew.

    Attributes:
        catalog: All tables, with the joins, keys and metrics among them.
        refreshed: The tables to profile, all of them where nothing was selected.
        failed: Selected tables that do not exist.
        warnings: What did not fit, and what the user may not expect.
    """

    catalog: Catalog
    refreshed: tuple[Table, ...]
    failed: tuple[FailedTable, ...]
    warnings: tuple[str, ...]
    kept: Kept = field(default_factory=Kept)


def part_to_refresh(
    settings: BuildSettings, sources: Sources, reconciled: Reconciled, profiling: ProfilingSettings
) -> Part:
    """What a build under ``settings.refresh`` builds anew, and what it takes over; without it, all is built anew.

    A table outside the selection stays as it is: its columns, profile and keys, its joins to others outside, the
    metrics over such tables. A table that the last snapshot lacks comes in only by being selected. What the project
    declares personal by now, or the policy on values has come to forbid, is taken out of what stays.

    Raises:
        SnapshotError: The last snapshot cannot be read, so that nothing of it can stay.
    """
    catalog = reconciled.catalog
    if sources.selected is None:
        return Part(catalog, catalog.tables, reconciled.failed, reconciled.warnings)
    refreshed = tuple(table for table in catalog.tables if table.id in sources.selected)
    failed = tuple(failure for failure in reconciled.failed if failure.table in sources.selected)
    snapshot = _last(settings)
    if snapshot is None:
        told = f"There was no former snapshot: the context holds the {len(refreshed)} selected tables and no others."
        chosen = replace(catalog, tables=refreshed)
        warnings = (*_about(sources.selected, reconciled.warnings), told)
        return Part(references_among(chosen)[0], refreshed, failed, warnings)
    told_of = {table.id: table for table in sources.catalog.tables} | {table.id: table for table in catalog.tables}
    stay = tuple(
        _as_declared(table, told_of.get(table.id))
        for table in snapshot.graph.tables
        if table.id not in sources.selected
    )
    kept = _kept(snapshot, stay, profiling, sources.selected)
    return Part(
        _merged(catalog, refreshed, stay, snapshot),
        refreshed,
        failed,
        tuple(_about(sources.selected, reconciled.warnings)),
        kept,
    )


def _last(settings: BuildSettings) -> Snapshot | None:
    try:
        return open_store(settings.snapshot_dir).current()
    except NoSnapshotError:
        return None


def _merged(catalog: Catalog, refreshed: tuple[Table, ...], stay: tuple[Table, ...], snapshot: Snapshot) -> Catalog:
    tables = {table.id: table for table in (*stay, *refreshed)}
    ids = {table.id for table in stay}
    fresh = references_among(replace(catalog, tables=tuple(tables[table_id] for table_id in sorted(tables))))[0]
    names = {metric.name for metric in fresh.metrics if not ids.issuperset(metric.tables)}
    metrics = [metric for metric in fresh.metrics if metric.name in names]
    metrics += [
        metric for metric in snapshot.graph.metrics if ids.issuperset(metric.tables) and metric.name not in names
    ]
    keys = [key for key in fresh.keys if key.table not in ids]
    keys += [key for key in snapshot.graph.keys if key.table in ids]
    return replace(fresh, keys=tuple(keys), metrics=tuple(metrics))


def _kept(snapshot: Snapshot, stay: tuple[Table, ...], profiling: ProfilingSettings, selected: frozenset[str]) -> Kept:
    kept = Kept(frozenset(table.id for table in stay), snapshot=snapshot)
    joins = tuple(edge for edge in snapshot.graph.joins if kept.has_both(edge))
    profiles = {
        table.id: _permitted(snapshot.graph.profiles[table.id], table, profiling)
        for table in stay
        if table.id in snapshot.graph.profiles
    }
    failed = [one for one in snapshot.info.failed if one.reason != "join" and one.table not in selected]
    failed += [FailedTable(edge.child, "join", edge.problem) for edge in joins if edge.problem is not None]
    return replace(kept, joins=joins, profiles=profiles, failed=tuple(failed))


def _as_declared(stored: Table, now: Table | None) -> Table:
    """The table as it was, its columns personal where the project says so by now."""
    if now is None:
        return stored
    columns = tuple(
        replace(column, personal=True)
        if (told := now.column(column.name)) is not None and declared_personal(now, told)
        else column
        for column in stored.columns
    )
    return replace(stored, columns=columns)


def _permitted(profile: TableProfile, table: Table, profiling: ProfilingSettings) -> TableProfile:
    personal = {column.name for column in table.columns if column.personal}
    columns = tuple(_column(column, personal, profiling) for column in profile.columns)
    return profile if columns == profile.columns else replace(profile, columns=columns)


def _column(column: ColumnProfile, personal: set[str], profiling: ProfilingSettings) -> ColumnProfile:
    owner = column.name.removesuffix("." + ".".join(column.path)) if column.path else column.name
    if owner in personal and not column.personal:
        column = replace(column, personal=True, personal_reason="the project declares it")
    return within_policy(column, profiling)


def _about(selected: frozenset[str], warnings: tuple[str, ...]) -> Iterator[str]:
    """Warnings begin with the table that they are about."""
    return (warning for warning in warnings if warning.partition(":")[0] in selected)
