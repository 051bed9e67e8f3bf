"""Profiling all tables of a DuckDB file against DuckDB's own ``SUMMARIZE`` of all tables, in one process.

Each is run several times in turn and the best counts, by the clock and by processor seconds of all threads, which tell
more where the machine is shared.

Run from the repository's root: ``python -m tests.bench.bench_summarize FILE [--unsampled] [--sampled-only]``.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from gtr_core.build.profiles import profile_tables
from gtr_core.build.progress import Silent
from gtr_core.catalog import Table
from gtr_core.profiling import ProfilingSettings
from gtr_core.warehouse.duckdb_opening import open_duckdb

Seconds = tuple[float, float]
"""By the clock, and of the processors."""


def summarize(path: Path) -> None:
    """``SUMMARIZE`` of every table."""
    with duckdb.connect(str(path), read_only=True) as database:
        names = [row[0] for row in database.execute("select table_name from duckdb_tables()").fetchall()]
        for name in names:
            database.execute(f'summarize "{name}"').fetchall()


def profile(path: Path, rows: int | None, threads: int) -> None:
    """Profile every table, so many at a time, as a build does."""
    with open_duckdb({"path": str(path)}) as warehouse:
        tables = [
            Table(one.relation.identifier, one.relation, one.relation.identifier, columns=one.columns)
            for one in warehouse.list_relations()
        ]
        settings = ProfilingSettings(rows=rows, timeout_s=None)
        done = profile_tables(warehouse, tables, settings, threads, Silent())
        assert not done.failed, done.failed


def timed(run: Callable[[], None]) -> Seconds:
    """One run's seconds."""
    clock, processor = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - clock, time.process_time() - processor


def best(runs: list[Seconds]) -> Seconds:
    """The least of each."""
    return min(clock for clock, _ in runs), min(processor for _, processor in runs)


def main() -> None:
    """Print seconds, ratios and peak memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--unsampled", action="store_true")
    parser.add_argument("--sampled-only", action="store_true", help="without SUMMARIZE, so without ratios")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    works: dict[str, Callable[[], None]] = {"sampled": lambda: profile(given.path, 100_000, given.threads)}
    if given.unsampled:
        works["unsampled"] = lambda: profile(given.path, None, given.threads)
    if not given.sampled_only:
        works["SUMMARIZE"] = lambda: summarize(given.path)
    found: dict[str, list[Seconds]] = {name: [] for name in works}
    peaks: dict[str, float] = {}
    first = timed(works["sampled"])
    print(f"sampled, the process's first: {first[0]:.2f} s, processors {first[1]:.2f} s")
    for _ in range(given.runs):
        for name, work in works.items():
            found[name].append(timed(work))
            peaks.setdefault(name, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    own = best(found.get("SUMMARIZE", found["sampled"]))
    for name, runs in found.items():
        clock, processor = best(runs)
        print(
            f"{name}: {clock:.2f} s, processors {processor:.2f} s; "
            f"ratios {clock / own[0]:.3f}, {processor / own[1]:.3f}; peak so far {peaks[name]:.0f} MB"
        )


if __name__ == "__main__":
    main()
