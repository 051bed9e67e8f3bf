"""The whole build against an S3-compatible store, in two processes; and stores that fail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from dagster_project.keys import CATALOG, PROFILES, SNAPSHOT, VALUES
from gtr_core.context.store_address import open_store
from tests.dagster_project.shop import LINES, ORDERS, failure, make_shop, metadata, run

ROOT = Path(__file__).parents[2]


class FailingFiles(MemoryFileSystem):
    """A store in memory that refuses one write."""

    protocol = "failing"
    store: dict = {}  # noqa: RUF012 - of its own, apart from other stores in memory
    pseudo_dirs: list = [""]  # noqa: RUF012
    refused: int | None = None
    writes = 0

    def put_file(self, lpath: str, rpath: str, **named: object) -> None:
        cls = type(self)
        cls.writes += 1
        if cls.writes == cls.refused:
            raise OSError("no more today")
        super().put_file(lpath, rpath, **named)


@pytest.fixture
def failing_store() -> Iterator[str]:
    fsspec.register_implementation("failing", FailingFiles, clobber=True)
    FailingFiles.refused, FailingFiles.writes = None, 0
    yield "failing://bucket/gtr"
    FailingFiles.store.clear()


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_store_that_fails_at_the_third_write_keeps_the_former_snapshot_and_the_next_run_mends_it(
    project: Path, instance: dg.DagsterInstance, failing_store: str
) -> None:
    assert run(project, instance, snapshot_dir=failing_store).success
    before = open_store(failing_store).current_id()
    FailingFiles.writes, FailingFiles.refused = 0, 3
    refused = run(project, instance, snapshot_dir=failing_store)
    assert "no more today" in failure(refused)
    assert open_store(failing_store).current_id() == before
    assert len(open_store(failing_store).current().graph.tables) == 2
    mended = run(project, instance, snapshot_dir=failing_store)
    assert mended.success
    assert open_store(failing_store).current_id() == metadata(mended, SNAPSHOT)["snapshot"] != before


def test_what_one_process_profiles_another_publishes(project: Path, instance: dg.DagsterInstance) -> None:
    address = "memory://two-processes/gtr"
    assert run(project, instance, CATALOG, snapshot_dir=address).success
    assert run(project, instance, PROFILES, partition=ORDERS, snapshot_dir=address).success
    published = run(project, instance, snapshot_dir=address)
    values = metadata(published, VALUES)
    assert (values["tables_profiled"], values["tables_unchanged"]) == (1, 1)
    assert not fsspec.filesystem("memory").glob("/two-processes/gtr/unfinished/*")
    fsspec.filesystem("memory").rm("/two-processes", recursive=True)


@pytest.fixture(scope="module")
def s3() -> Iterator[dict[str, str]]:
    """A bucket of an emulator's, as the environment in which s3fs finds it."""
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    environment = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    import boto3

    boto3.client("s3", region_name="us-east-1", **_keys(environment)).create_bucket(Bucket="gtr")
    yield environment
    server.stop()


def _keys(environment: dict[str, str]) -> dict[str, str]:
    return {
        "endpoint_url": environment["AWS_ENDPOINT_URL"],
        "aws_access_key_id": environment["AWS_ACCESS_KEY_ID"],
        "aws_secret_access_key": environment["AWS_SECRET_ACCESS_KEY"],
    }


_PROCESS = """
import sys
from pathlib import Path
import dagster as dg
from dagster_project.keys import CATALOG, PROFILES
from tests.dagster_project.shop import run
with dg.DagsterInstance.ephemeral() as instance:
    folder = Path(sys.argv[1])
    assert run(folder, instance, CATALOG, snapshot_dir="s3://gtr/store").success
    assert run(folder, instance, PROFILES, partition=sys.argv[2], snapshot_dir="s3://gtr/store").success
    if len(sys.argv) > 3:
        assert run(folder, instance, snapshot_dir="s3://gtr/store").success
"""


def test_two_processes_share_a_bucket(tmp_path: Path, s3: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in s3.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "shop").mkdir()
    folder = make_shop(tmp_path / "shop")
    for number, arguments in enumerate(([ORDERS], [LINES, "publish"])):
        finished = subprocess.run(
            [sys.executable, "-c", _PROCESS, str(folder), *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / f"cache{number}")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.returncode == 0, finished.stderr
    snapshot = open_store("s3://gtr/store", tmp_path / "reader").current()
    assert set(snapshot.graph.profiles) == {LINES, ORDERS}
