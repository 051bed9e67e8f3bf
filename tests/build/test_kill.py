from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gtr_core.build.build_context import build_context
from gtr_core.build.settings import BuildSettings
from gtr_core.context.store import SnapshotStore
from tests.build.shop import make_shop

MOMENTS = 6

# The build kills itself, without any chance to clean up, when it touches the store for the n-th time: exact moments,
# where a timer would hit the same long step again and again.
KILLED_BUILD = """
import os, signal, sys
from pathlib import Path
from gtr_core.build.build_context import build_context
from gtr_core.build.settings import BuildSettings

folder, moment = Path(sys.argv[1]), int(sys.argv[2])
store = str(folder / "store")
seen = 0

def watch(event, arguments):
    global seen
    if event in ("open", "os.rename", "os.mkdir", "os.remove") and str(arguments[0]).startswith(store):
        seen += 1
        if seen == moment:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
build_context(BuildSettings(folder, folder / "store", profiles_dir=folder, encoder="none"))
print(seen)
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shop(tmp_path_factory.mktemp("shop"))


def _build(folder: Path, moment: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", KILLED_BUILD, str(folder), str(moment)], capture_output=True, text=True, check=False
    )


def test_killed_at_any_moment_a_build_leaves_the_former_snapshot_current_and_readable(shop: Path):
    settings = BuildSettings(shop, shop / "store", profiles_dir=shop, encoder="none")
    former = build_context(settings).snapshot_id
    whole = _build(shop, 0)
    assert whole.returncode == 0, whole.stderr
    events = int(whole.stdout)
    assert events > MOMENTS
    store = SnapshotStore(shop / "store")
    former = store.current_id()
    moments = sorted(random.Random(20260102).sample(range(1, events), MOMENTS - 2)) + [events - 1, events]
    for moment in moments:
        killed = _build(shop, moment)
        assert killed.returncode == -signal.SIGKILL, (moment, killed.stderr)
        current = store.current()
        assert current.index.lookup(("india",)), moment
        if moment < events - 2:
            assert current.id == former, moment
        former = current.id
    build_context(settings)
    assert [path.name for path in store.snapshots.iterdir() if path.name.startswith(".")] == []
    assert set(store.ids()) == {path.name for path in store.snapshots.iterdir()}
