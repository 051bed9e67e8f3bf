"""Loading a large manifest, against plain ``json.load`` of the same file: CPU seconds and peak memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.dbt.large_manifest import write_large_manifest

# Each in a process of its own: a peak is the process's, and what one leaves behind would be counted for the other.
_MEASURE = """
import json, sys, time
from pathlib import Path
from gtr_core.dbt import load_catalog
path = Path(sys.argv[2])
def peak_mb():
    # ru_maxrss would count what the parent process had before exec.
    line = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
before = peak_mb()
start = time.process_time()
if sys.argv[1] == "json":
    with path.open(encoding="utf-8") as file:
        kept = json.load(file)
else:
    kept = load_catalog(path)
seconds = time.process_time() - start
peak = peak_mb()
print(json.dumps({"seconds": seconds, "peak_mb": peak, "growth_mb": peak - before}))
"""
_RUNS = 5


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_large_manifest(tmp_path_factory.mktemp("large") / "manifest.json")


def _median(how: str, path: Path) -> dict[str, float]:
    runs = []
    for _ in range(_RUNS):
        done = subprocess.run([sys.executable, "-c", _MEASURE, how, str(path)], capture_output=True, check=True)
        runs.append(json.loads(done.stdout))
    return {key: sorted(run[key] for run in runs)[_RUNS // 2] for key in runs[0]}


def test_loading_costs_little_more_than_parsing(manifest: Path) -> None:
    plain, ours = _median("json", manifest), _median("gtr", manifest)
    print(f"\n{manifest.stat().st_size / 1e6:.0f} MB, 12,000 nodes, medians of {_RUNS}")
    for name, cost in (("json.load", plain), ("load_catalog", ours)):
        print(
            f"{name:13s} {cost['seconds']:.2f} s CPU, peak {cost['peak_mb']:.0f} MB, grown {cost['growth_mb']:.0f} MB"
        )
    assert ours["seconds"] <= 1.5 * plain["seconds"]
    assert ours["peak_mb"] <= 1.2 * plain["peak_mb"]
