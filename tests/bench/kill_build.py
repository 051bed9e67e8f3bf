"""Kill builds of a project at random moments, and see that the former snapshot stays current and readable.

    python tests/bench/kill_build.py PROJECT_DIR [--moments 20] [--seed 1]

The project must have been built once by dbt. The store lies in a temporary folder.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gtr_core.build.build_context import build_context
from gtr_core.build.settings import BuildSettings
from gtr_core.context.snapshot_info import check_files
from gtr_core.context.store import SnapshotStore

BUILD = "import sys; from gtr_core.cli.main import main; sys.exit(main(sys.argv[1:]))"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("project", type=Path)
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return kill(given.project.resolve(), Path(folder), given.moments, random.Random(given.seed))


def kill(project: Path, folder: Path, moments: int, chance: random.Random) -> int:
    store = SnapshotStore(folder)
    build_context(BuildSettings(project, folder, profiles_dir=project))
    command = [sys.executable, "-c", BUILD, "build", "--project-dir", str(project), "--profiles-dir", str(project),
               "--snapshot-dir", str(folder), "--quiet"]  # fmt: skip
    start = time.perf_counter()
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    whole = time.perf_counter() - start
    print(f"a whole build takes {whole:.2f} s")
    bad = killed = 0
    while killed < moments:
        former = store.current_id()
        after = chance.uniform(0.02, 0.95) * whole
        build = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            build.wait(after)
        except subprocess.TimeoutExpired:
            build.kill()
            build.wait()
            killed += 1
        current = store.current()
        check_files(current.info, current.folder, thorough=True)
        finished = build.returncode in (0, 5)
        good = (current.id != former) if finished else True
        bad += not good
        left = sum(path.name.startswith(".") for path in store.snapshots.iterdir())
        print(
            f"{killed:2d}: after {after:.2f} s {'finished' if finished else 'killed'}; current is "
            f"{'the former' if current.id == former else 'the new'} one and readable; {left} left behind"
        )
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    left = sum(path.name.startswith(".") for path in store.snapshots.iterdir())
    print(f"{killed} killed, {bad} bad; after the next build {left} left behind")
    return 1 if bad or left else 0


if __name__ == "__main__":
    sys.exit(main())
