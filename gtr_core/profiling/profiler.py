"""Profiling one table: a statement for the statistics of its columns, a second for values worth keeping."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from gtr_core.catalog import ColumnProfile, Table, TableProfile
from gtr_core.profiling.column_profile import Read, column_profile, known_personal
from gtr_core.profiling.nested import nested_profiles
from gtr_core.profiling.reading import Failure, Reader, rows_within_bytes
from gtr_core.profiling.settings import ProfilingSettings
from gtr_core.profiling.statistics import ProfiledColumn
from gtr_core.profiling.type_group import type_group
from gtr_core.warehouse import ListedRelation, Warehouse

__all__ = ["profile_table", "profiled_columns"]


def profile_table(warehouse: Warehouse, table: Table, settings: ProfilingSettings | None = None) -> TableProfile:
    """Look at a sample of a table and say what each of its columns holds.

    Two statements, however many columns there are (wide tables: two per ``columns_per_statement``), and one
    for all nested values. The
    same data give the same profile. Columns that the engine cannot read are profiled without data, and
    said to be in ``limits`` and ``unread``, as is in ``limits`` all that a limit or the policy on values cut.

    Args:
        warehouse: Where the table is.
        table: Its relation in stored spelling; columns without a known type get it from the warehouse.
        settings: Limits and policy.

    Raises:
        RelationMissingError: The table is not there (any more).
        StatementTimeoutError: A statement took too long.
        WarehouseError: Not one column could be read.
    """
    settings = settings or ProfilingSettings()
    started = time.perf_counter()
    listed = warehouse.describe(table.relation)
    columns = profiled_columns(warehouse, table, listed, settings)
    reader = Reader(warehouse, listed, settings)
    reads, failures = reader.read(columns)
    profiles, limits = _profiles(table, columns, reads, failures, settings)
    nested, cut = nested_profiles(warehouse, table, listed, columns, settings)
    profiles, limits = profiles + nested, limits + cut
    looked_at = max((read.statistics.rows for read in reads.values()), default=0)
    sampled = reader.is_sample(looked_at)
    row_count = listed.row_count if listed.kind == "table" and sampled else None
    if sampled:
        limits = (_sample_sentence(looked_at, row_count), *limits)
    if rows_within_bytes(listed, settings) != settings.rows:
        limits = (f"Fewer rows were looked at, for them to take no more than {settings.bytes:,} bytes", *limits)
    return TableProfile(
        table=table.id,
        row_count=row_count if sampled else looked_at,
        rows=looked_at,
        sampled=sampled,
        columns=profiles,
        seconds=time.perf_counter() - started,
        limits=tuple(limits),
        unread=tuple(failure.sentence for failure in failures),
    )


def profiled_columns(
    warehouse: Warehouse, table: Table, listed: ListedRelation, settings: ProfilingSettings
) -> list[ProfiledColumn]:
    """The stored columns, with what the project says of them."""
    profiled = []
    for stored in listed.columns:
        written = table.column(stored.name)
        column = stored if written is None else replace(written, name=stored.name, position=stored.position)
        group = type_group(stored.data_type, warehouse.dialect)
        withheld = known_personal(table, ProfiledColumn(column, group), settings) is not None
        profiled.append(ProfiledColumn(column, group, withheld))
    return profiled


def _profiles(
    table: Table,
    columns: Sequence[ProfiledColumn],
    reads: dict[str, Read],
    failures: Sequence[Failure],
    settings: ProfilingSettings,
) -> tuple[tuple[ColumnProfile, ...], tuple[str, ...]]:
    profiles: list[ColumnProfile] = []
    limits = [failure.sentence for failure in failures]
    for profiled in columns:
        read = reads.get(profiled.column.name)
        if read is None:
            profiles.append(_unread(table, profiled, settings))
            continue
        profile, limit = column_profile(table, read, settings)
        profiles.append(profile)
        if limit is not None:
            limits.append(limit)
    return tuple(profiles), tuple(limits)


def _unread(table: Table, profiled: ProfiledColumn, settings: ProfilingSettings) -> ColumnProfile:
    personal = known_personal(table, profiled, settings)
    return ColumnProfile(
        name=profiled.column.name,
        distinct_exact=False,
        personal=personal is not None,
        personal_reason=personal.reason if personal else None,
    )


def _sample_sentence(rows: int, row_count: int | None) -> str:
    of = "an unknown number of rows" if row_count is None else f"about {row_count:,} rows"
    return f"A sample of {rows:,} out of {of} was looked at"
