"""The journal of builds whose snapshots lie in an object store: kept there too, so that any machine goes on from it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from typing import Any

import msgspec

from gtr_core.build.journal import Entry, Journal

__all__ = ["StoreJournal"]

_TOGETHER = 20
"""Profiles that one object holds: objects cannot be appended to, and one each would be slow to read back."""


class StoreJournal(Journal):
    """Objects of some profiles each, below ``unfinished/`` of an fsspec address.

    Each process writes objects of its own. Removed are those that were there at the start or written here, so
    that what another process adds meanwhile stays for the next build. A store that refuses costs only the going on
    from here.

    Args:
        address: The snapshot store's.
    """

    def __init__(self, address: str) -> None:
        import fsspec

        self._files: Any
        self._files, path = fsspec.core.url_to_fs(address)
        self._folder = f"{path}/unfinished"
        self._token = secrets.token_hex(8)
        self._waiting: list[bytes] = []
        self._known = set(self._names())
        self._written = 0
        self._lock = threading.Lock()

    def entries(self) -> Iterator[Entry]:
        """What was written, oldest object first; what is torn, or of another version, is passed over."""
        for name in self._names():
            self._known.add(name)
            try:
                lines = bytes(self._files.cat_file(name)).splitlines()
            except OSError:
                continue
            for line in lines:
                try:
                    yield msgspec.json.decode(line, type=Entry)
                except msgspec.DecodeError:
                    continue

    def add(self, entry: Entry) -> None:
        """Keep a profile; every twentieth call writes."""
        with self._lock:
            self._waiting.append(msgspec.json.encode(entry) + b"\n")
            if len(self._waiting) >= _TOGETHER:
                self._write()

    def flush(self) -> None:
        """Write what waits."""
        with self._lock:
            self._write()

    def remove(self) -> None:
        """Its profiles stand in a snapshot now."""
        with self._lock:
            self._waiting.clear()
            for name in sorted(self._known):
                try:
                    self._files.rm_file(name)
                except OSError:
                    continue
            self._known.clear()

    def _write(self) -> None:
        if not self._waiting:
            return
        name = f"{self._folder}/{self._token}-{self._written:06}.jsonl"
        try:
            self._files.makedirs(self._folder, exist_ok=True)
            self._files.pipe_file(name, b"".join(self._waiting))
        except OSError:
            return
        self._known.add(name)
        self._written += 1
        self._waiting.clear()

    def _names(self) -> list[str]:
        try:
            listed = self._files.ls(self._folder, detail=True, refresh=True)
        except OSError:
            return []
        except TypeError:  # a file system without a cache of listings to refresh
            listed = self._files.ls(self._folder, detail=True)
        times = {str(one["name"]): str(one.get("LastModified") or one.get("mtime") or "") for one in listed}
        return sorted((name for name in times if name.endswith(".jsonl")), key=lambda name: (times[name], name))
