"""Sorting more records than fit in memory, by the upper bits of their keys."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["RECORD", "RecordSorter"]

RECORD = np.dtype([("key", "<u8"), ("thing", "<u4"), ("quality", "u1")])
_PARTITION_BITS = 6
_BUFFERED = 1 << 21


class RecordSorter:
    """Takes records in any order and gives them back in blocks of ascending key ranges.

    Keys are hashes and so evenly spread: once the buffer is full, records go to 64 files by their upper six
    bits. Memory is the buffer (2^21 records, 27 MB) or a sixty-fourth of all records, whichever is more.

    Args:
        folder: Where the files are made; they are gone when the blocks have been read or the sorter is closed.
        buffered: Records that are kept in memory.

    Raises:
        OSError: The operating system refused to write.
    """

    def __init__(self, folder: Path, buffered: int = _BUFFERED) -> None:
        self._folder = folder
        self._buffered = buffered
        self._keys = array("Q")
        self._things = array("L")
        self._qualities = bytearray()
        self._files: list[IO[bytes]] = []

    def add(self, key: int, thing: int, quality: int) -> None:
        """Take one record."""
        self._keys.append(key)
        self._things.append(thing)
        self._qualities.append(quality)
        if len(self._qualities) >= self._buffered:
            self._spill()

    def blocks(self) -> Iterator[NDArray[Any]]:
        """All records, block by block; keys of one block are below those of the next. Order within one is free."""
        if not self._files:
            yield self._take()
            return
        self._spill()
        for file in self._files:
            file.seek(0)
            yield np.frombuffer(file.read(), dtype=RECORD)
            file.close()

    def close(self) -> None:
        """Remove the files."""
        for file in self._files:
            file.close()

    def _take(self) -> NDArray[Any]:
        records = np.empty(len(self._qualities), dtype=RECORD)
        records["key"] = np.frombuffer(self._keys, dtype=np.uint64)
        records["thing"] = np.frombuffer(self._things, dtype=np.dtype(f"u{self._things.itemsize}"))
        records["quality"] = np.frombuffer(self._qualities, dtype=np.uint8)
        self._keys, self._things, self._qualities = array("Q"), array("L"), bytearray()
        return records

    def _spill(self) -> None:
        if not self._files:
            # Nameless files: whatever ends the build, nothing of them stays.
            self._files = [tempfile.TemporaryFile(dir=self._folder) for _ in range(1 << _PARTITION_BITS)]  # noqa: SIM115
        records = self._take()
        partition = (records["key"] >> np.uint64(64 - _PARTITION_BITS)).astype(np.uint8)
        records = records[np.argsort(partition, kind="stable")]
        ends = np.cumsum(np.bincount(partition, minlength=len(self._files)))
        start = 0
        for file, end in zip(self._files, ends.tolist(), strict=True):
            file.write(records[start:end].tobytes())
            start = end
