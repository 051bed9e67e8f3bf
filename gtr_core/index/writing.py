"""Writing an index in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from gtr_core.index.array_file import ArrayFile, open_array
from gtr_core.index.entry import IndexEntry
from gtr_core.index.exceptions import IndexEntryError
from gtr_core.index.keys import entry_keys
from gtr_core.index.layout import ARRAYS, IndexHeader, write_header
from gtr_core.index.posting_order import order_postings
from gtr_core.index.record_sorter import RecordSorter
from gtr_core.index.statistics import IndexStatistics
from gtr_core.index.thing_writer import ThingWriter

__all__ = ["write_index"]

_POSTINGS_PER_BUCKET = 8


def write_index(entries: Iterable[IndexEntry], folder: Path) -> IndexStatistics:
    """Write an index of the entries into an existing folder.

    Entries are read once, as they come. Memory is bounded by the number of distinct names, places and words for
    spelling, and by ``RecordSorter``, not by the number of values. O(n log n) for n postings.

    Raises:
        IndexEntryError: An entry has no tokens.
        OSError: The operating system refused to write.
    """
    sorter = RecordSorter(folder)
    try:
        with ThingWriter(folder) as things:
            for entry in entries:
                if not entry.text_forms:
                    raise IndexEntryError(f"{entry.posting.kind} {entry.posting.table} {entry.posting.column or ''}")
                thing = things.number(entry)
                for key, quality in entry_keys(entry.text_forms, entry.posting.kind, entry.posting.coverage):
                    sorter.add(key, thing, quality)
        postings, crowded, bits = _write_postings(sorter, folder, things)
    finally:
        sorter.close()
    items = things.items | {
        "keys": postings,
        "buckets": (1 << bits) + 1,
        "posting_things": postings,
        "posting_qualities": postings,
    }
    write_header(folder, IndexHeader(bits, items))
    size = sum((folder / f"{name}.npy").stat().st_size for name in ARRAYS)
    return IndexStatistics(
        things.entries, things.count, postings, crowded, len(things.vocabulary), things.vocabulary.cut, size
    )


def _write_postings(sorter: RecordSorter, folder: Path, things: ThingWriter) -> tuple[int, int, int]:
    """Write the sorted postings; their number, the number left out, and the bits that choose a bucket."""
    place_of = open_array(folder / "thing_places.npy", ARRAYS["thing_places"], things.count)
    values_at = np.array(things.values_at, dtype=np.int64)
    crowded = 0
    names = ("keys", "posting_things", "posting_qualities")
    files = [ArrayFile(folder / f"{name}.npy", ARRAYS[name]) for name in names]
    with files[0] as keys, files[1] as posting_things, files[2] as qualities:
        for block in sorter.blocks():
            records, left_out = order_postings(block, place_of, values_at)
            crowded += left_out
            keys.append(records["key"])
            posting_things.append(records["thing"])
            qualities.append(records["quality"])
        postings = keys.items
    bits = max(0, (postings // _POSTINGS_PER_BUCKET).bit_length() - 1)
    _write_buckets(folder, postings, bits)
    return postings, crowded, bits


def _write_buckets(folder: Path, postings: int, bits: int) -> None:
    keys = open_array(folder / "keys.npy", ARRAYS["keys"], postings)
    step = 1 << 64 - bits
    block = 1 << 16
    with ArrayFile(folder / "buckets.npy", ARRAYS["buckets"]) as file:
        for start in range(0, 1 << bits, block):
            firsts = [bucket * step for bucket in range(start, min(start + block, 1 << bits))]
            file.append(np.searchsorted(keys, np.array(firsts, dtype=np.uint64)))
        file.append(np.array([postings], dtype=np.uint32))
