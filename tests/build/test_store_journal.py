from __future__ import annotations

from collections.abc import Iterator

import fsspec
import pytest

from gtr_core.build.journal import Entry
from gtr_core.build.store_journal import StoreJournal
from gtr_core.catalog import TableProfile

ADDRESS = "memory://journal-tests/store"


def entry(name: str, rows: int = 1) -> Entry:
    return Entry(TableProfile(name, rows, rows, False, ()), "state")


def names(journal: StoreJournal) -> list[str]:
    return [found.profile.table for found in journal.entries()]


@pytest.fixture(autouse=True)
def empty_store() -> Iterator[None]:
    yield
    files = fsspec.filesystem("memory")
    if files.exists("/journal-tests"):
        files.rm("/journal-tests", recursive=True)


def test_what_one_process_wrote_another_reads() -> None:
    writer = StoreJournal(ADDRESS)
    for number in range(25):
        writer.add(entry(f"t{number:02}"))
    assert names(StoreJournal(ADDRESS)) == [f"t{number:02}" for number in range(20)]
    writer.flush()
    assert names(StoreJournal(ADDRESS)) == [f"t{number:02}" for number in range(25)]


def test_what_another_process_adds_meanwhile_stays() -> None:
    first = StoreJournal(ADDRESS)
    first.add(entry("early"))
    first.flush()
    publisher = StoreJournal(ADDRESS)
    with publisher:
        publisher.add(entry("own"))
        publisher.flush()
        late = StoreJournal(ADDRESS)
        late.add(entry("late"))
        late.flush()
    assert names(StoreJournal(ADDRESS)) == ["late"]


def test_a_build_that_fails_leaves_its_profiles() -> None:
    def fail() -> None:
        with StoreJournal(ADDRESS) as journal:
            journal.add(entry("kept"))
            raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        fail()
    assert names(StoreJournal(ADDRESS)) == ["kept"]


def test_what_is_torn_is_passed_over() -> None:
    journal = StoreJournal(ADDRESS)
    journal.add(entry("whole"))
    journal.flush()
    fsspec.filesystem("memory").pipe_file("/journal-tests/store/unfinished/zz-0.jsonl", b'{"profile": {"tab')
    assert names(StoreJournal(ADDRESS)) == ["whole"]
