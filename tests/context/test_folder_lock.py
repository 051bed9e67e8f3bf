from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gtr_core.context.folder_lock import FolderLock

HOLD = """
import sys
from pathlib import Path
from gtr_core.context.folder_lock import FolderLock
print(FolderLock(Path(sys.argv[1])).acquire(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.lock"


def test_a_lock_is_had_once(path: Path):
    first, second = FolderLock(path), FolderLock(path)
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert not path.exists()
    assert second.acquire()
    second.release()


def test_a_lock_is_held_as_long_as_its_process_lives_and_no_longer(path: Path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not FolderLock(path).acquire()
    finally:
        holder.kill()
        holder.communicate()
    lock = FolderLock(path)
    assert lock.acquire()
    lock.release()
