"""The times that users feel: help, a cold question, warm questions, a whole build; with the build's peak memory.

Run on demand: ``python -m tests.bench.bench_times [--scale 0.1] [--repeats 5]``. Makes a demo project of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dagster_project.demo.preparation import claimed, prepare
from gtr_core.context.store import SnapshotStore
from gtr_core.retrieval import retrieve

GOLDEN = Path(__file__).parents[1] / "data" / "golden" / "tpch.jsonl"
# The peak is the process's own (VmHWM): what wait4 tells counts the memory of the process that started it too.
GTR = r"""
import re, sys
from pathlib import Path
from gtr_core.cli.main import main
code = main(sys.argv[2:])
Path(sys.argv[1]).write_text(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])
sys.exit(code)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--scale", type=float, default=0.1)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    questions = [json.loads(line)["question"] for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "demo"
        with claimed(folder):
            prepare(folder, given.scale, lambda text: print(text, file=sys.stderr))
        print(f"median of {given.repeats}; scale factor {given.scale:g}; load {os.getloadavg()[0]:.1f}")
        place = ("--project-dir", str(folder), "--profiles-dir", str(folder), "--snapshot-dir", str(folder / ".gtr"))
        measured = [timed(folder, "build", *place, "--quiet") for _ in range(given.repeats)]
        seconds, peak = (statistics.median(figure) for figure in zip(*measured, strict=True))
        print(f"gtr build      {seconds:7.2f} s, peak {peak / 1024:.0f} MB")
        for name, arguments in (
            ("--help", ["--help"]),
            ("retrieve", ["retrieve", questions[0], *place[:2], *place[4:]]),
        ):
            measured = [timed(folder, *arguments) for _ in range(given.repeats)]
            seconds, peak = (statistics.median(figure) for figure in zip(*measured, strict=True))
            print(f"gtr {name:10} {seconds:7.2f} s, peak {peak / 1024:.0f} MB (a process of its own)")
        warm(folder / ".gtr", questions, given.repeats)


def timed(folder: Path, *arguments: str) -> tuple[float, int]:
    """Wall-clock seconds and peak kilobytes of one process."""
    peak = folder / "peak"
    start = time.perf_counter()
    code = subprocess.run(
        [sys.executable, "-c", GTR, str(peak), *arguments], cwd=folder, stdout=subprocess.DEVNULL, check=False
    ).returncode
    seconds = time.perf_counter() - start
    if code not in (0, 3, 4, 5):
        raise SystemExit(f"gtr {' '.join(arguments)} exited {code}")
    return seconds, int(peak.read_text())


def warm(store: Path, questions: list[str], repeats: int) -> None:
    snapshot = SnapshotStore(store).current()
    for question in questions:
        retrieve(question, snapshot)
    times = []
    for _ in range(repeats):
        for question in questions:
            start = time.perf_counter()
            retrieve(question, snapshot)
            times.append((time.perf_counter() - start) * 1000)
    cuts = statistics.quantiles(times, n=20)
    print(f"warm retrieve  p50 {statistics.median(times):.1f} ms, p95 {cuts[-1]:.1f} ms ({len(times)} questions)")


if __name__ == "__main__":
    main()
