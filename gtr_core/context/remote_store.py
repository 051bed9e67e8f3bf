"""Snapshots at an fsspec address (``s3://…``, ``gs://…``, ``memory://…``), cached locally."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Any

from gtr_core.context.exceptions import (
    DamagedSnapshotError,
    DriverForAddressMissingError,
    NoSnapshotError,
    SnapshotError,
    SnapshotWriteError,
)
from gtr_core.context.snapshot import Snapshot, SnapshotContent
from gtr_core.context.snapshot_info import INFO_FILE, SnapshotInfo, check_files, parse_info
from gtr_core.context.store import Inspect, SnapshotStore, is_snapshot_id

__all__ = ["RemoteSnapshotStore", "default_cache"]

_CACHED = 3
_ABANDONED_AFTER = timedelta(days=1)


def default_cache() -> Path:
    """Where remote snapshots are cached: ``gtr`` in the user's cache folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gtr"


class RemoteSnapshotStore:
    """The same store as ``SnapshotStore``, elsewhere; the layout is the same.

    A snapshot is written locally first and then copied file by file, snapshot.json last and ``CURRENT`` after
    it: object stores replace an object in one step, so a reader sees the old pointer or the new one. What is
    read comes once and is kept in the cache, its checksums compared on arrival.

    Args:
        address: fsspec's form of an address.
        cache: Local folder; None for ``default_cache``.

    Raises:
        DriverForAddressMissingError: The package that reaches such addresses is not installed.
    """

    def __init__(self, address: str, cache: Path | None = None) -> None:
        import fsspec

        self.address = address
        try:
            self._files, self._path = fsspec.core.url_to_fs(address)
        except (ImportError, ValueError) as error:
            raise DriverForAddressMissingError(address, str(error)) from error
        name = hashlib.sha256(address.encode()).hexdigest()[:16]
        self._local = SnapshotStore((cache or default_cache()) / name)

    def publish(
        self, content: SnapshotContent, now: datetime | None = None, *, inspect: Inspect | None = None
    ) -> SnapshotInfo:
        """Write a snapshot and make it the current one; see ``SnapshotStore.publish``.

        Raises:
            SnapshotWriteError: It could not be written, here or there.
        """
        info = self._local.publish(content, now or datetime.now(UTC), inspect=inspect)
        folder = self._local.snapshots / info.id
        try:
            for name in (*info.files, INFO_FILE):
                self._files.makedirs(self._parent(self._remote(info.id, name)), exist_ok=True)
                self._files.put_file(str(folder / name), self._remote(info.id, name))
            self._files.pipe_file(f"{self._path}/CURRENT", info.id.encode() + b"\n")
        except OSError as error:
            self._remove_if_possible(info.id)
            raise SnapshotWriteError(self.address, str(error), former=self._has_current()) from error
        self._local.prune(_CACHED)
        return info

    def _has_current(self) -> bool:
        try:
            return bool(self._files.exists(f"{self._path}/CURRENT"))
        except OSError:
            return True  # nothing is known, and nothing was changed

    def current_id(self) -> str:
        """The id of the current snapshot; raises as ``SnapshotStore.current_id`` does."""
        try:
            text = self._files.cat_file(f"{self._path}/CURRENT").decode("utf-8", "replace").strip()
        except FileNotFoundError:
            raise NoSnapshotError(self.address) from None
        if not is_snapshot_id(text):
            raise SnapshotError(f"{self.address}/CURRENT holds no snapshot id.", "Rebuild with `gtr build`.")
        return str(text)

    def current(self) -> Snapshot:
        """Open the current snapshot, from the cache where it is there."""
        return self.open(self.current_id())

    def open(self, snapshot_id: str) -> Snapshot:
        """Open the snapshot of that id, from the cache where it is there.

        Raises:
            NoSnapshotError: There is none.
            DamagedSnapshotError, UnknownFormatError: It cannot be read as it is.
        """
        if snapshot_id not in self._local.ids():
            self._fetch(snapshot_id)
        return self._local.open(snapshot_id)

    def info(self, snapshot_id: str) -> SnapshotInfo:
        """Read only what the snapshot of that id says of itself; raises as ``open`` does."""
        return parse_info(self._info_file(snapshot_id), snapshot_id)

    def ids(self) -> tuple[str, ...]:
        """Ids of all complete snapshots, oldest first."""
        try:
            found = self._files.glob(f"{self._path}/snapshots/*/{INFO_FILE}")
        except FileNotFoundError:
            return ()
        names = (PurePosixPath(path).parent.name for path in found)
        return tuple(sorted(name for name in names if is_snapshot_id(name)))

    def prune(self, keep: int) -> tuple[str, ...]:
        """Remove all but the newest ``keep`` snapshots, never the current one; return the ids removed."""
        if keep < 1:
            raise ValueError(f"keep must be at least 1, not {keep}")
        current = self.current_id()
        removed = tuple(snapshot_id for snapshot_id in self.ids()[:-keep] if snapshot_id != current)
        for snapshot_id in removed:
            # snapshot.json first: without it a folder is no snapshot, even if the removal is interrupted.
            self._files.rm_file(self._remote(snapshot_id, INFO_FILE))
            self._files.rm(f"{self._path}/snapshots/{snapshot_id}", recursive=True)
        for snapshot_id in self._abandoned():
            self._remove_if_possible(snapshot_id)
        return removed

    def _abandoned(self) -> tuple[str, ...]:
        """Ids of folders that a killed build left incomplete a day ago or longer: a living one may still upload."""
        try:
            found = self._files.ls(f"{self._path}/snapshots", detail=False)
        except FileNotFoundError:
            return ()
        before = f"{datetime.now(UTC) - _ABANDONED_AFTER:%Y%m%dT%H%M%SZ}"
        names = {PurePosixPath(str(path).rstrip("/")).name for path in found}
        return tuple(sorted(name for name in names - set(self.ids()) if is_snapshot_id(name) and name < before))

    def _remove_if_possible(self, snapshot_id: str) -> None:
        """What cannot be removed now costs room and nothing else: without snapshot.json it is no snapshot."""
        try:
            if self._files.exists(f"{self._path}/snapshots/{snapshot_id}"):
                self._files.rm(f"{self._path}/snapshots/{snapshot_id}", recursive=True)
        except OSError:
            return

    def _fetch(self, snapshot_id: str) -> None:
        data = self._info_file(snapshot_id)
        info = parse_info(data, snapshot_id)
        for name in info.files:
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                raise DamagedSnapshotError(snapshot_id, INFO_FILE, f"names the file {name!r} outside of its folder")

        def fill(folder: Path) -> None:
            for name in info.files:
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                try:
                    self._files.get_file(self._remote(snapshot_id, name), str(target))
                except FileNotFoundError:
                    raise DamagedSnapshotError(snapshot_id, name, "is missing") from None
            check_files(info, folder, thorough=True)
            (folder / INFO_FILE).write_bytes(data)

        try:
            self._local.place(snapshot_id, fill)
        except OSError as error:
            # Another process may have fetched the same snapshot meanwhile: snapshots do not change.
            if snapshot_id not in self._local.ids():
                raise SnapshotWriteError(self._local.address, str(error)) from error
        self._local.remove_all_but({snapshot_id, *self._local.ids()[-_CACHED:]})

    def _info_file(self, snapshot_id: str) -> bytes:
        if not is_snapshot_id(snapshot_id):
            raise NoSnapshotError(self.address, snapshot_id)
        try:
            data: Any = self._files.cat_file(self._remote(snapshot_id, INFO_FILE))
        except FileNotFoundError:
            raise NoSnapshotError(self.address, snapshot_id) from None
        return bytes(data)

    def _remote(self, snapshot_id: str, name: str) -> str:
        return f"{self._path}/snapshots/{snapshot_id}/{name}"

    def _parent(self, path: str) -> str:
        return path.rsplit("/", 1)[0]
