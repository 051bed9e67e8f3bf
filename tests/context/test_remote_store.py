from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import fsspec
import numpy as np
import pytest

from gtr_core.context.exceptions import (
    DamagedSnapshotError,
    DriverForAddressMissingError,
    NoSnapshotError,
    SnapshotError,
    SnapshotWriteError,
)
from gtr_core.context.remote_store import RemoteSnapshotStore
from gtr_core.context.store import SnapshotStore
from gtr_core.context.store_address import open_store
from tests.context.test_store import NOON, content


@pytest.fixture
def memory(request: pytest.FixtureRequest):
    files = fsspec.filesystem("memory")
    folder = f"/gtr-{request.node.name}"
    yield f"memory:/{folder}", files, folder
    if files.exists(folder):
        files.rm(folder, recursive=True)


def test_what_one_publishes_another_reads(memory, tmp_path: Path):
    address, _, _ = memory
    info = RemoteSnapshotStore(address, tmp_path / "builder").publish(content(), NOON)
    snapshot = RemoteSnapshotStore(address, tmp_path / "asker").current()
    assert snapshot.id == info.id
    assert snapshot.index.lookup(("india",))
    np.testing.assert_array_equal(snapshot.embeddings, np.eye(3, 4, dtype=np.float32))


def test_the_second_time_only_the_pointer_is_read(memory, tmp_path: Path):
    address, files, folder = memory
    RemoteSnapshotStore(address, tmp_path / "builder").publish(content(), NOON)
    asker = RemoteSnapshotStore(address, tmp_path / "asker")
    first = asker.current().id
    files.rm(f"{folder}/snapshots", recursive=True)
    assert asker.current().id == first


def test_a_damaged_file_is_named_and_nothing_is_cached(memory, tmp_path: Path):
    address, files, folder = memory
    info = RemoteSnapshotStore(address, tmp_path / "builder").publish(content(), NOON)
    path = f"{folder}/snapshots/{info.id}/joins.parquet"
    files.pipe_file(path, files.cat_file(path)[:-1] + b"x")
    asker = RemoteSnapshotStore(address, tmp_path / "asker")
    with pytest.raises(DamagedSnapshotError, match=r"joins\.parquet"):
        asker.current()
    files.rm_file(path)
    with pytest.raises(DamagedSnapshotError, match=r"joins\.parquet"):
        asker.current()
    assert not list((tmp_path / "asker").rglob("*.parquet"))


def test_a_snapshot_cannot_write_outside_of_its_folder(memory, tmp_path: Path):
    address, files, folder = memory
    info = RemoteSnapshotStore(address, tmp_path / "builder").publish(content(), NOON)
    path = f"{folder}/snapshots/{info.id}/snapshot.json"
    files.pipe_file(path, files.cat_file(path).replace(b'"joins.parquet"', b'"../../../joins.parquet"'))
    with pytest.raises(DamagedSnapshotError, match="outside"):
        RemoteSnapshotStore(address, tmp_path / "asker").current()


def test_prune_keeps_the_newest(memory, tmp_path: Path):
    address, _, _ = memory
    store = RemoteSnapshotStore(address, tmp_path)
    ids = [store.publish(content(), NOON + timedelta(hours=i)).id for i in range(3)]
    assert store.ids() == tuple(ids)
    assert store.prune(keep=1) == tuple(ids[:2])
    assert store.ids() == (ids[2],)
    assert store.info(ids[2]).project == "shop"
    with pytest.raises(NoSnapshotError):
        store.info(ids[0])


def test_an_upload_that_fails_leaves_the_former_current(memory, tmp_path: Path, monkeypatch):
    address, files, _ = memory
    store = RemoteSnapshotStore(address, tmp_path / "builder")
    former = store.publish(content(), NOON).id
    calls = []

    def fail_third(source: str, target: str, **options: object) -> None:
        calls.append(target)
        if len(calls) == 3:
            raise OSError("connection reset")

    with monkeypatch.context() as patch:
        patch.setattr(type(files), "put_file", lambda self, *given, **options: fail_third(*given, **options))
        with pytest.raises(SnapshotWriteError, match="connection reset"):
            store.publish(content(), NOON + timedelta(hours=1))
    assert RemoteSnapshotStore(address, tmp_path / "asker").current().id == former
    assert store.publish(content(), NOON + timedelta(hours=2)).id == store.current_id()


def test_an_empty_or_odd_store_says_so(memory, tmp_path: Path):
    address, files, folder = memory
    store = RemoteSnapshotStore(address, tmp_path)
    assert store.ids() == ()
    with pytest.raises(NoSnapshotError):
        store.current()
    files.pipe_file(f"{folder}/CURRENT", b"../x")
    with pytest.raises(SnapshotError, match="no snapshot id"):
        store.current()


def test_an_address_of_an_unknown_kind_is_refused():
    with pytest.raises(DriverForAddressMissingError, match="nosuch"):
        open_store("nosuch://bucket/x")


def test_local_addresses(tmp_path: Path):
    for address in (tmp_path, str(tmp_path), f"file://{tmp_path}"):
        store = open_store(address)
        assert isinstance(store, SnapshotStore)
        assert store.folder == tmp_path


def test_what_a_killed_build_left_goes_after_a_day(memory, tmp_path: Path):
    address, files, folder = memory
    store = RemoteSnapshotStore(address, tmp_path / "builder")
    store.publish(content(), NOON)
    now = datetime.now(UTC)
    old, young = (f"{now - age:%Y%m%dT%H%M%SZ}-0123abcd" for age in (timedelta(days=2), timedelta(hours=1)))
    for name in (old, young):
        files.pipe_file(f"{folder}/snapshots/{name}/tables.parquet", b"half")
    store.prune(5)
    assert not files.exists(f"{folder}/snapshots/{old}")
    assert files.exists(f"{folder}/snapshots/{young}")
    assert len(store.ids()) == 1
