"""What is left when a run is killed, two run at once, or the disk is full.

Run as ``python -m tests.bench.bench_dagster_faults``.

A small project, its snapshot store built once; then, each time with another rows' state, runs that are killed (SIGKILL)
at moments spread over a run's time, two runs at once, and, where a file system of a few hundred kilobytes can be
mounted, a run on a full disk. After each, the store's current snapshot is opened with all its checksums.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import duckdb

from gtr_core.context.snapshot_info import check_files
from gtr_core.context.store import SnapshotStore
from tests.dagster_project.shop import make_shop

_RUN = """
import sys
from pathlib import Path
import dagster as dg
from tests.dagster_project.shop import run
with dg.DagsterInstance.local_temp(sys.argv[2]) as instance:
    result = run(Path(sys.argv[1]), instance, snapshot_dir=sys.argv[3])
    for event in result.get_step_failure_events():
        data = event.step_failure_data.user_failure_data
        print(data.description if data else event.step_failure_data.error.message, file=sys.stderr)
    sys.exit(0 if result.success else 1)
"""
_MOMENTS = 10


def main() -> None:
    """Run all three and print what came out."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        project = make_shop(folder)
        store = SnapshotStore(folder / "store")
        home = folder / "dagster"
        home.mkdir()
        start = time.perf_counter()
        assert _wait(_start(project, home, store.folder))[0] == 0
        seconds = time.perf_counter() - start
        print(f"a run, its process with it: {seconds:.1f} s")
        _killed(project, home, store, seconds)
        _at_once(project, home, store)
        _full_disk(project, home, folder)


def _killed(project: Path, home: Path, store: SnapshotStore, seconds: float) -> None:
    kept = published = 0
    for moment in range(_MOMENTS):
        before = store.current_id()
        _change(project, moment)
        process = _start(project, home, store.folder)
        time.sleep(seconds * (moment + 1) / (_MOMENTS + 1))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        _check(store)
        kept += store.current_id() == before
        published += store.current_id() != before
    code, said = _wait(_start(project, home, store.folder))
    left = [path.name for path in store.snapshots.iterdir() if path.name.startswith(".building")]
    print(f"killed at {_MOMENTS} moments: former snapshot current {kept}, new one current {published}, none damaged")
    print(f"the next run: exit {code} {said}; left behind: {left or 'nothing'}")


def _at_once(project: Path, home: Path, store: SnapshotStore) -> None:
    _change(project, 77)
    processes = [_start(project, home, store.folder) for _ in range(2)]
    outcomes = [_wait(process) for process in processes]
    _check(store)
    print(f"two at once: {outcomes}, {len(store.ids())} snapshots, the current one whole")


def _full_disk(project: Path, home: Path, folder: Path) -> None:
    disk = folder / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)], check=False).returncode:
        print("full disk: no file system can be mounted here")
        return
    try:
        store = SnapshotStore(disk)
        assert _wait(_start(project, home, disk))[0] == 0
        before = store.current_id()
        filler = disk / "filler"
        with suppress(OSError):
            filler.write_bytes(b"x" * 1_000_000)
        code, said = _wait(_start(project, home, disk))
        _check(store)
        print(
            f"full disk: exit {code}, {said.strip()[:160]!r}; former snapshot current: {store.current_id() == before}"
        )
        filler.unlink()
        code, said = _wait(_start(project, home, disk))
        print(f"with room again: exit {code} {said}; new snapshot current: {store.current_id() != before}")
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def _start(project: Path, home: Path, store: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "ignore", "-c", _RUN, str(project), str(home), str(store)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def _wait(process: subprocess.Popen[str]) -> tuple[int, str]:
    _, said = process.communicate()
    return process.returncode, said.strip() and said.strip().splitlines()[-1]


def _change(project: Path, number: int) -> None:
    with duckdb.connect(str(project / "shop.duckdb")) as connection:
        connection.execute("INSERT INTO orders VALUES (?, 'new')", [1000 + number])


def _check(store: SnapshotStore) -> None:
    snapshot = store.current()
    check_files(snapshot.info, snapshot.folder, thorough=True)


if __name__ == "__main__":
    main()
