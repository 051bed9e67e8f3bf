"""The same integration project on a PostgreSQL server of the test's own."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

psycopg = pytest.importorskip("psycopg")
pytest.importorskip("dbt.adapters.postgres")


def _programs() -> Path | None:
    """The folder of initdb and pg_ctl: on the path, or where Debian puts it."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A running server, as the environment variables that the integration project's profile reads."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    as_user: list[str] = []
    folder = tmp_path_factory.mktemp("postgres")
    if os.getuid() == 0:  # initdb refuses root
        if shutil.which("runuser") is None:
            pytest.skip("PostgreSQL refuses root, and there is no runuser to become another user")
        as_user = ["runuser", "-u", "postgres", "--"]
        for path in (folder, *folder.parents[:3]):
            path.chmod(0o755)
        shutil.chown(folder, "postgres")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    data = folder / "data"
    subprocess.run(
        [*as_user, str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres"],
        check=True,
        capture_output=True,
        cwd=folder,
    )
    options = f"-p {port} -h 127.0.0.1 -k {folder}"
    control = [*as_user, str(programs / "pg_ctl"), "-D", str(data), "-w"]
    log = str(folder / "log")
    subprocess.run([*control, "-l", log, "-o", options, "start"], check=True, capture_output=True, cwd=folder)
    try:
        yield {"GTR_INTEGRATION_POSTGRES_HOST": "127.0.0.1", "GTR_INTEGRATION_POSTGRES_PORT": port}
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True, cwd=folder)


def test_the_integration_project_builds(
    project: Path, server: dict[str, str], dbt: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    built = dbt(project, "build", "--target", "postgres", **server)
    assert built.returncode == 0, built.stdout + built.stderr
    statuses = [
        result["status"] for result in json.loads((project / "target" / "run_results.json").read_text())["results"]
    ]
    assert len(statuses) == 16
    assert set(statuses) == {"success", "pass"}
    sampled = dbt(
        project,
        "--quiet",
        "compile",
        "--target",
        "postgres",
        "--inline",
        "{{ gtr.profile_relation(ref('offers'), sample_percent=50) }}",
        **server,
    )
    assert sampled.returncode == 0, sampled.stdout + sampled.stderr
    with psycopg.connect(
        host="127.0.0.1", port=server["GTR_INTEGRATION_POSTGRES_PORT"], user="postgres", dbname="postgres"
    ) as connection:
        rows = connection.execute(sampled.stdout).fetchall()
    assert [row[0] for row in rows] == ["part_id", "supplier_id", "price", "contact", "offered_on", "active"]
    assert all(0 <= row[3] <= 5 and row[9] == 50 for row in rows)
