"""A PostgreSQL server of the test's own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _programs() -> Path:
    found = shutil.which("initdb")
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found is None and not versions:
        pytest.skip("PostgreSQL is not installed")
    return Path(found).parent if found else versions[-1].parent


@contextmanager
def postgres(folder: Path) -> Iterator[dict[str, object]]:
    """A running server whose data lie in a folder, as the settings of a dbt profile for its superuser."""
    programs = _programs()
    as_user: list[str] = []
    if os.getuid() == 0:  # initdb refuses root
        if shutil.which("runuser") is None:
            pytest.skip("PostgreSQL refuses root, and there is no runuser to become another user")
        as_user = ["runuser", "-u", "postgres", "--"]
        for path in (folder, *folder.parents[:2]):
            path.chmod(0o755)
        shutil.chown(folder, "postgres")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"

    def run(*command: str) -> None:
        subprocess.run([*as_user, *command], check=True, capture_output=True, cwd=folder)

    run(str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync")
    control = (str(programs / "pg_ctl"), "-D", str(data), "-w")
    run(*control, "-l", str(folder / "log"), "-o", f"-p {port} -h 127.0.0.1 -k {folder} -F", "start")
    try:
        yield {"host": "127.0.0.1", "port": port, "user": "postgres", "password": "hunter2", "dbname": "postgres"}
    finally:
        run(*control, "-m", "immediate", "stop")
