"""The step that profiles tables, several at a time where that was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from gtr_core.build.progress import Progress
from gtr_core.build.retries import with_retries
from gtr_core.catalog import Table, TableProfile
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.errors import GtrError
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse import Warehouse

__all__ = ["Profiled", "profile_one", "profile_tables"]


@dataclass(frozen=True, slots=True)
class Profiled:
    """Profiles by table id, and the tables that could not be profiled."""

    profiles: dict[str, TableProfile]
    failed: tuple[FailedTable, ...]


def profile_one(warehouse: Warehouse, table: Table, settings: ProfilingSettings) -> TableProfile | FailedTable:
    """The profile of one table, or why there is none; what may pass is tried again."""
    try:
        return with_retries(lambda: profile_table(warehouse, table, settings))
    except GtrError as error:
        return FailedTable(table.id, "profile", str(error))


def profile_tables(
    warehouse: Warehouse, tables: Sequence[Table], settings: ProfilingSettings, threads: int, progress: Progress
) -> Profiled:
    """Profile the tables that are not hidden; one that fails does not stop the rest.

    Args:
        threads: Tables at a time; 1 works in this thread.
    """
    wanted = [table for table in tables if not table.hidden]
    progress.step("profiling tables", len(wanted))
    profiles: dict[str, TableProfile] = {}
    failed: list[FailedTable] = []
    for table, outcome in zip(wanted, _outcomes(warehouse, wanted, settings, threads), strict=True):
        if isinstance(outcome, FailedTable):
            failed.append(outcome)
        else:
            profiles[table.id] = outcome
        progress.advance(table.name)
    return Profiled(profiles, tuple(failed))


def _outcomes(
    warehouse: Warehouse, tables: Iterable[Table], settings: ProfilingSettings, threads: int
) -> Iterator[TableProfile | FailedTable]:
    if threads == 1:
        yield from (profile_one(warehouse, table, settings) for table in tables)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="gtr-profile") as pool:
        yield from pool.map(lambda table: profile_one(warehouse, table, settings), tables)
