from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from gtr_core.context import store as store_module
from gtr_core.context.exceptions import (
    DamagedSnapshotError,
    NoSnapshotError,
    SnapshotError,
    SnapshotWriteError,
    UnknownFormatError,
)
from gtr_core.context.folder_lock import FolderLock
from gtr_core.context.index_entries import index_entries
from gtr_core.context.snapshot import Snapshot, SnapshotContent
from gtr_core.context.snapshot_info import FailedTable, check_files
from gtr_core.context.store import SnapshotStore, is_snapshot_id, new_snapshot_id
from gtr_core.index import IndexEntry
from tests.context.graphs import small_graph

NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)


def content(*, embeddings: bool = True) -> SnapshotContent:
    graph = small_graph()
    vectors = np.eye(len(graph.tables), 4, dtype=np.float32)
    return SnapshotContent(
        graph=graph,
        entries=index_entries(graph),
        embeddings=vectors if embeddings else None,
        encoder_name="tiny",
        project="shop",
        fingerprints={"manifest": "ab" * 32},
        failed=(FailedTable("model.shop.gone", "not_in_warehouse", "It is not there."),),
        left_out={"ephemeral": 2},
        warnings=("Beware.",),
    )


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path / "store")


def test_what_is_published_is_current_and_reads_back(store: SnapshotStore):
    info = store.publish(content(), NOON)
    snapshot = store.current()
    assert snapshot.id == info.id
    assert snapshot.created_at == NOON
    assert snapshot.info == info
    assert snapshot.graph.joins == small_graph().joins
    assert snapshot.encoder_name == "tiny"
    assert snapshot.failed[0].table == "model.shop.gone"
    assert snapshot.counts["tables"] == 3
    assert snapshot.counts["values"] == 3
    assert snapshot.info.left_out == {"ephemeral": 2}
    np.testing.assert_array_equal(snapshot.embeddings, np.eye(3, 4, dtype=np.float32))
    assert isinstance(snapshot.embeddings, np.memmap)
    found = snapshot.index.lookup(("india",))
    assert [(posting.table, posting.column, posting.value) for posting in found if posting.kind == "value"] == [
        ("model.shop.customer", "country", "INDIA")
    ]


def test_without_an_encoder_there_are_no_embeddings(store: SnapshotStore):
    store.publish(content(embeddings=False))
    assert store.current().embeddings is None
    assert store.current().encoder_name is None


def test_the_pointer_holds_a_bare_id(store: SnapshotStore):
    info = store.publish(content())
    assert (store.folder / "CURRENT").read_text() == info.id + "\n"


def test_every_file_has_its_checksum(store: SnapshotStore):
    info = store.publish(content())
    folder = store.snapshots / info.id
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {"snapshot.json", *info.files}
    assert {"tables.parquet", "columns.parquet", "joins.parquet", "values.parquet", "embeddings.npy"} <= there
    check_files(info, folder, thorough=True)


def test_no_arrays_need_pickle(store: SnapshotStore):
    folder = store.snapshots / store.publish(content()).id
    for path in folder.rglob("*.npy"):
        np.load(path, allow_pickle=False)


def test_an_empty_store_says_what_to_run(store: SnapshotStore):
    with pytest.raises(NoSnapshotError, match="gtr build") as caught:
        store.current()
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", ["tables.parquet", "values.parquet", "snapshot.json", "embeddings.npy"])
def test_a_missing_file_is_named(store: SnapshotStore, name: str):
    folder = store.snapshots / store.publish(content()).id
    (folder / name).unlink()
    with pytest.raises(DamagedSnapshotError) as caught:
        store.current()
    assert caught.value.file == name


def test_every_damaged_file_is_found_and_named(store: SnapshotStore):
    info = store.publish(content())
    for name in info.files:
        path = store.snapshots / info.id / name
        data = path.read_bytes()
        if not data:
            continue
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        with pytest.raises(DamagedSnapshotError) as caught:
            store.current()
        assert caught.value.file == name
        path.write_bytes(data[:-1])
        with pytest.raises(DamagedSnapshotError, match=f"{len(data) - 1} bytes"):
            store.current()
        path.write_bytes(data)
    assert store.current().id == info.id


@pytest.mark.parametrize(("version", "words"), [(99, "pip install --upgrade"), (0, "gtr build")])
def test_an_unknown_format_is_refused_with_what_to_run(store: SnapshotStore, version: int, words: str):
    path = store.snapshots / store.publish(content()).id / "snapshot.json"
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "format_version": version, "id": ["of", "another", "form"]}))
    with pytest.raises(UnknownFormatError, match=words):
        store.current()


def test_a_snapshot_json_that_is_none_is_named(store: SnapshotStore):
    (store.snapshots / store.publish(content()).id / "snapshot.json").write_text("{")
    with pytest.raises(DamagedSnapshotError, match=r"snapshot\.json"):
        store.current()


@pytest.mark.parametrize("text", ["../../etc", "", "a/b", ".building-x", "x" * 200])
def test_a_pointer_leads_nowhere_else(store: SnapshotStore, text: str):
    store.publish(content())
    (store.folder / "CURRENT").write_text(text)
    with pytest.raises(SnapshotError):
        store.current()
    with pytest.raises(NoSnapshotError):
        store.open(text)


def test_prune_keeps_the_newest_and_the_current(store: SnapshotStore):
    ids = [store.publish(content(), NOON + timedelta(hours=i)).id for i in range(4)]
    (store.folder / "CURRENT").write_text(ids[0])
    assert store.prune(keep=2) == (ids[1],)
    assert store.ids() == (ids[0], ids[2], ids[3])
    assert store.current().id == ids[0]


def test_a_pruned_snapshot_that_is_open_can_still_be_read(store: SnapshotStore):
    store.publish(content(), NOON)
    opened = store.current()
    store.publish(content(), NOON + timedelta(hours=1))
    assert store.prune(keep=1) == (opened.id,)
    np.testing.assert_array_equal(opened.embeddings, np.eye(3, 4, dtype=np.float32))
    assert opened.index.lookup(("india",))


def test_a_reader_that_meets_a_pruned_snapshot_takes_the_new_one(store: SnapshotStore, monkeypatch):
    old = store.publish(content(), NOON).id
    new = store.publish(content(), NOON + timedelta(hours=1)).id
    store.prune(keep=1)
    answers = iter([old, new])
    monkeypatch.setattr(SnapshotStore, "current_id", lambda self: next(answers))
    assert store.current().id == new


def _failing() -> Iterator[IndexEntry]:
    yield from index_entries(small_graph())
    raise RuntimeError("the index broke")


def test_a_failure_while_writing_leaves_the_former_current_and_nothing_behind(store: SnapshotStore):
    former = store.publish(content()).id
    graph = small_graph()
    with pytest.raises(RuntimeError, match="the index broke"):
        store.publish(SnapshotContent(graph=graph, entries=_failing()))
    assert store.current().id == former
    assert [path.name for path in store.snapshots.iterdir()] == [former]


def test_a_full_disk_leaves_the_former_current_and_says_so(store: SnapshotStore):
    former = store.publish(content()).id
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))
    try:
        with pytest.raises(SnapshotWriteError, match="former snapshot is still current") as caught:
            store.publish(content())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.exit_code == 1
    assert store.current().id == former
    assert [path.name for path in store.snapshots.iterdir()] == [former]


def test_a_store_that_cannot_be_made_says_so(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(SnapshotWriteError, match="Nothing has been published there so far") as caught:
        SnapshotStore(tmp_path / "file").publish(content())
    assert not caught.value.former


def test_what_killed_builds_left_is_removed_and_a_living_one_is_not(store: SnapshotStore):
    store.publish(content(), NOON)
    for name in ("dead", "older"):
        (store.snapshots / f".building-{name}").mkdir()
        (store.snapshots / f".building-{name}" / "tables.parquet").touch()
    (store.snapshots / ".building-dead.lock").touch()
    (store.snapshots / ".building-pointer").write_text("x")
    (store.snapshots / ".building-alive").mkdir()
    with_lock = FolderLock(store.snapshots / ".building-alive.lock")
    assert with_lock.acquire()
    with with_lock:
        store.publish(content(), NOON + timedelta(hours=1))
        left = {path.name for path in store.snapshots.iterdir() if path.name.startswith(".")}
        assert left == {".building-alive", ".building-alive.lock"}
    store.clean()
    assert len(list(store.snapshots.iterdir())) == 2


def test_an_interrupted_removal_is_finished_by_the_next_build(store: SnapshotStore, monkeypatch):
    store.publish(content(), NOON)
    store.publish(content(), NOON + timedelta(hours=1))
    with monkeypatch.context() as patch:
        patch.setattr(store_module.shutil, "rmtree", lambda folder, ignore_errors=False: None)
        store.prune(keep=1)
    assert len(store.ids()) == 1
    store.publish(content(), NOON + timedelta(hours=2))
    assert sorted(path.name for path in store.snapshots.iterdir()) == list(store.ids())


def test_ids_sort_by_time_and_differ():
    ids = [new_snapshot_id(NOON + timedelta(seconds=i)) for i in range(3)]
    assert ids == sorted(ids)
    assert all(is_snapshot_id(snapshot_id) for snapshot_id in ids)
    assert new_snapshot_id(NOON) != new_snapshot_id(NOON)


def test_age_is_in_seconds(store: SnapshotStore):
    store.publish(content(), NOON)
    assert store.current().age_s(NOON + timedelta(minutes=2)) == 120.0
    assert store.current().age_s(NOON - timedelta(minutes=2)) == 0.0


def test_builds_at_the_same_time_hurt_neither_each_other_nor_readers(store: SnapshotStore):
    first = store.publish(content()).id
    with ThreadPoolExecutor(4) as pool:
        builds = [pool.submit(store.publish, content()) for _ in range(6)]
        seen = {first}
        while not all(build.done() for build in builds):
            seen.add(store.current().id)
    ids = {build.result().id for build in builds}
    assert seen <= ids | {first}
    assert store.current_id() in ids
    assert set(store.ids()) == ids | {first}
    assert {path.name for path in store.snapshots.iterdir()} == ids | {first}


def test_a_lock_that_a_cleaner_takes_first_is_given_up_for_another(tmp_path, monkeypatch):
    """Between the making of a lock file and its locking another build may take it for a dead one's."""
    tried: list[str] = []
    acquire = FolderLock.acquire

    def taken_twice(lock: FolderLock) -> bool:
        tried.append(lock.path.name)
        return acquire(lock) if len(tried) > 2 else False

    monkeypatch.setattr(FolderLock, "acquire", taken_twice)
    store = SnapshotStore(tmp_path)
    store.snapshots.mkdir(parents=True)
    with store._claimed("20260101T000000Z-00000000") as path:
        path.write_text("x")
    assert len(set(tried)) == 3
    assert list(store.snapshots.iterdir()) == []


def test_what_an_inspection_refuses_is_not_published(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    first = store.publish(content(), NOON)
    seen: list[str] = []

    def refuse(snapshot: Snapshot) -> None:
        seen.append(snapshot.id)
        assert len(snapshot.graph.tables) == 3
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.publish(content(), NOON + timedelta(hours=1), inspect=refuse)
    assert store.current_id() == first.id
    assert store.ids() == (first.id,)
    assert seen != [first.id]
    assert [path.name for path in store.snapshots.iterdir()] == [first.id]
    second = store.publish(content(), NOON + timedelta(hours=2), inspect=lambda snapshot: seen.append(snapshot.id))
    assert seen[-1] == second.id == store.current_id()
