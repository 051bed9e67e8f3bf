"""Profiling all tables of a DuckDB file against DuckDB's own ``SUMMARIZE`` of all tables, in one process.

Run from the repository's root: ``python -m tests.bench.bench_summarize FILE [--unsampled] [--cpu]``.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

import duckdb

from gtr_core.catalog import Table
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse.duckdb_opening import open_duckdb

_now = time.process_time if "--cpu" in sys.argv else time.perf_counter
"""Processor seconds of all threads tell more than the clock where the machine is shared."""


def summarize(path: Path) -> float:
    """Seconds that ``SUMMARIZE`` of every table takes."""
    with duckdb.connect(str(path), read_only=True) as database:
        names = [row[0] for row in database.execute("select table_name from duckdb_tables()").fetchall()]
        start = _now()
        for name in names:
            database.execute(f'summarize "{name}"').fetchall()
        return _now() - start


def profile(path: Path, rows: int | None) -> float:
    """Seconds that profiling every table takes."""
    with open_duckdb({"path": str(path)}) as warehouse:
        start = _now()
        for listed in warehouse.list_relations():
            name = listed.relation.identifier
            began = _now()
            profile_table(
                warehouse,
                Table(name, listed.relation, name, columns=listed.columns),
                ProfilingSettings(rows=rows, timeout_s=None),
            )
            print(f"    {name}: {_now() - began:.2f} s")
        return _now() - start


def peak() -> float:
    """The process's largest resident size so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print seconds, ratios and peak memory."""
    path = Path(sys.argv[1])
    first = profile(path, 100_000)
    print(f"sampled, the process's first: {first:.2f} s, peak {peak():.0f} MB")
    sampled = profile(path, 100_000)
    print(f"sampled: {sampled:.2f} s, peak {peak():.0f} MB")
    if "--unsampled" in sys.argv:
        whole = profile(path, None)
        print(f"unsampled: {whole:.2f} s, peak {peak():.0f} MB")
    own = summarize(path)
    print(f"SUMMARIZE: {own:.2f} s; sampled ratio {sampled / own:.3f}; peak {peak():.0f} MB")
    if "--unsampled" in sys.argv:
        print(f"unsampled ratio {whole / own:.2f}")


if __name__ == "__main__":
    main()
