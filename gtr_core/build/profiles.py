"""The step that profiles tables, several at a time where that was asked for."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from gtr_core.build.former import Former
from gtr_core.build.from_package import PackageWarehouse
from gtr_core.build.progress import CountsRows, Progress
from gtr_core.build.retries import with_retries
from gtr_core.catalog import Table, TableProfile
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.errors import GtrError
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse import Warehouse

__all__ = ["Profiled", "profile_one", "profile_tables"]


@dataclass(frozen=True, slots=True)
class Profiled:
    """Profiles by table id, and the tables, and columns of profiled tables, that could not be read.

    Attributes:
        profiles: Of tables that failed, the former build's where there is one, marked as stale.
        unchanged: Ids of the tables whose former profile still holds, so that nothing was asked.
    """

    profiles: dict[str, TableProfile]
    failed: tuple[FailedTable, ...]
    unchanged: frozenset[str] = frozenset()


def profile_one(warehouse: Warehouse, table: Table, settings: ProfilingSettings) -> TableProfile | FailedTable:
    """The profile of one table, or why there is none; what may pass is tried again."""
    try:
        if isinstance(warehouse, PackageWarehouse):
            return warehouse.stored_profile(table, settings)
        return with_retries(lambda: profile_table(warehouse, table, settings))
    except GtrError as error:
        return FailedTable(table.id, "profile", str(error))


def profile_tables(
    warehouse: Warehouse,
    tables: Sequence[Table],
    settings: ProfilingSettings,
    threads: int,
    progress: Progress,
    *,
    former: Former | None = None,
    budget_s: float | None = None,
) -> Profiled:
    """Profile the tables that are not hidden; one that fails does not stop the rest.

    Args:
        threads: Tables at a time; 1 works in this thread.
        former: What former builds know: tables that did not change since cost no query.
        budget_s: Seconds after which no further table is begun; what is left counts as failed.
    """
    former = former or Former(settings=settings)
    visible = [table for table in tables if not table.hidden]
    profiles = {table.id: kept for table in visible if (kept := former.unchanged(table)) is not None}
    unchanged = frozenset(profiles)
    wanted = [table for table in visible if table.id not in unchanged]
    progress.step("profiling tables", len(wanted))
    failed: list[FailedTable] = []
    outcomes = _outcomes(_Profiling(warehouse, settings, budget_s), wanted, threads)
    for table, outcome in zip(wanted, outcomes, strict=True):
        if isinstance(outcome, FailedTable):
            failed.append(outcome)
            stale = former.kept_stale(table, outcome.text)
            if stale is not None:
                profiles[table.id] = stale
        else:
            profiles[table.id] = former.stamped(table, outcome)
            failed.extend(FailedTable(table.id, "column", sentence) for sentence in outcome.unread)
            if isinstance(progress, CountsRows):
                progress.count_rows(outcome.rows)
        progress.advance(table.name)
    return Profiled(profiles, tuple(failed), unchanged)


class _Profiling:
    """Profiles one table after the other until the time is over."""

    def __init__(self, warehouse: Warehouse, settings: ProfilingSettings, budget_s: float | None) -> None:
        self._warehouse = warehouse
        self._settings = settings
        self._budget_s = budget_s
        self._started = time.monotonic()

    def __call__(self, table: Table) -> TableProfile | FailedTable:
        if self._budget_s is not None and time.monotonic() - self._started >= self._budget_s:
            text = f"The {self._budget_s:g} seconds for profiling were over before it was this table's turn."
            return FailedTable(table.id, "budget", text)
        return profile_one(self._warehouse, table, self._settings)


def _outcomes(profiling: _Profiling, tables: Iterable[Table], threads: int) -> Iterator[TableProfile | FailedTable]:
    if threads == 1:
        yield from map(profiling, tables)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="gtr-profile") as pool:
        yield from pool.map(profiling, tables)
