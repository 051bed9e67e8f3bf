"""Writing what postings point to: things, their places and values, and the words for spelling."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gtr_core.index.array_file import ArrayFile
from gtr_core.index.entry import IndexEntry
from gtr_core.index.layout import ARRAYS, KINDS
from gtr_core.index.posting import MatchKind, Posting
from gtr_core.index.vocabulary import VocabularyWriter

__all__ = ["ThingWriter"]

_FLUSH = 1 << 16


class ThingWriter:
    """Numbers the things that entries stand for and writes their places and values."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.entries = 0
        self.count = 0
        self.items: dict[str, int] = {}
        self.values_at: list[int] = []
        self.vocabulary = VocabularyWriter()
        self._named: dict[Posting, int] = {}
        self._last: tuple[Posting, int] | None = None
        self._places: dict[tuple[MatchKind, str, str | None], int] = {}
        self._thing_places: list[int] = []
        self._value_ends: list[int] = []
        self._values = bytearray()
        self._value_end = 0
        self._files = {name: self._file(name) for name in ("thing_places", "value_ends", "value_bytes")}

    def __enter__(self) -> ThingWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._flush()
                self._write_places()
                ends, words = self.vocabulary.arrays()
                with self._file("vocabulary_ends") as file:
                    file.append(ends)
                with self._file("vocabulary_bytes") as bytes_file:
                    bytes_file.append(words)
                self.items |= {"vocabulary_ends": len(ends), "vocabulary_bytes": len(words)}
        finally:
            for name, file in self._files.items():
                self.items[name] = file.items
                file.close()

    def number(self, entry: IndexEntry) -> int:
        """The number of the thing that the entry stands for."""
        posting = entry.posting
        self.entries += 1
        is_value = posting.kind == "value"
        self.vocabulary.add(entry.text_forms, name=not is_value)
        if self._last is not None and self._last[0] == posting:
            return self._last[1]
        number = None if is_value else self._named.get(posting)
        if number is None:
            number = self._add(posting)
            if not is_value:
                self._named[posting] = number
        self._last = (posting, number)
        return number

    def _add(self, posting: Posting) -> int:
        number = self.count
        self.count += 1
        place = self._place(posting)
        if posting.kind == "value":
            self.values_at[place] += 1
        value = (posting.value or "").encode("utf-8", "surrogatepass")
        self._values += value
        self._value_end += len(value)
        self._value_ends.append(self._value_end)
        self._thing_places.append(place)
        if len(self._thing_places) >= _FLUSH:
            self._flush()
        return number

    def _place(self, posting: Posting) -> int:
        key = (posting.kind, posting.table, posting.column)
        place = self._places.setdefault(key, len(self._places))
        if place == len(self.values_at):
            self.values_at.append(0)
        return place

    def _flush(self) -> None:
        self._files["thing_places"].append(np.array(self._thing_places, dtype=np.uint32))
        self._files["value_ends"].append(np.array(self._value_ends, dtype=np.uint64))
        self._files["value_bytes"].append(self._values)
        self._thing_places, self._value_ends, self._values = [], [], bytearray()

    def _write_places(self) -> None:
        names: dict[str, int] = {}
        kinds, tables, columns = bytearray(), [], []
        for kind, table, column in self._places:
            kinds.append(KINDS.index(kind))
            tables.append(names.setdefault(table, len(names)))
            columns.append(0 if column is None else names.setdefault(column, len(names)) + 1)
        written = [name.encode("utf-8", "surrogatepass") for name in names]
        ends = np.cumsum([len(name) for name in written], dtype=np.uint64)
        arrays: dict[str, NDArray[Any] | bytes] = {
            "place_kinds": bytes(kinds),
            "place_tables": np.array(tables, dtype=np.uint32),
            "place_columns": np.array(columns, dtype=np.uint32),
            "name_ends": ends,
            "name_bytes": b"".join(written),
        }
        for name, items in arrays.items():
            with self._file(name) as file:
                file.append(items)
            self.items[name] = len(items)

    def _file(self, name: str) -> ArrayFile:
        return ArrayFile(self._folder / f"{name}.npy", ARRAYS[name])
