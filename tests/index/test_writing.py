from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.index import IndexEntry, IndexEntryError, Posting, ValueIndex, write_index, writing
from gtr_core.index.record_sorter import RecordSorter
from tests.index.indexes import name, value, written


def _entries() -> list[IndexEntry]:
    values = [
        value(f"{place} {i % 50} street", "address", "line") for i, place in enumerate(["Oslo", "Turin", "Lyon"] * 300)
    ]
    return [name("address", "address", kind="table"), name("line", "address", "line"), *values]


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_does_not_fit_in_memory_is_written_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    write_index(_entries(), tmp_path / "a")
    monkeypatch.setattr(writing, "RecordSorter", lambda folder: RecordSorter(folder, buffered=100))
    write_index(_entries(), tmp_path / "b")
    assert _files(tmp_path / "a") == _files(tmp_path / "b")


def test_the_same_entries_give_the_same_bytes(tmp_path: Path) -> None:
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        write_index(iter(_entries()), folder)
    assert _files(tmp_path / "a") == _files(tmp_path / "b")


def test_statistics_count_what_was_written(tmp_path: Path) -> None:
    index, statistics = written(tmp_path, [value("Oslo"), value("Turin"), value("Lyon")])
    assert (statistics.entries, statistics.things, statistics.postings) == (3, 3, index.postings)
    assert statistics.bytes == sum(path.stat().st_size for path in tmp_path.glob("*.npy"))
    assert not statistics.vocabulary_cut


def test_an_entry_without_tokens_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(IndexEntryError, match="column city name"):
        write_index([IndexEntry((), Posting("column", "city", "name"))], tmp_path)


def test_an_interrupted_write_is_no_index(tmp_path: Path) -> None:
    def failing() -> list[IndexEntry]:
        yield value("Oslo")
        raise OSError("the warehouse went away")

    with pytest.raises(OSError, match="went away"):
        write_index(failing(), tmp_path)
    with pytest.raises(Exception, match=r"index\.json is missing"):
        ValueIndex.open(tmp_path)
