"""The snapshot store: a folder of immutable snapshots and a pointer to the current one.

CURRENT                   the id of the current snapshot, nothing else
snapshots/<id>/           a complete snapshot
snapshots/.building-<id>  one that is being written; beside it its .lock and the pointer's .next form
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from datetime import UTC, datetime
from pathlib import Path

from gtr_core.context.exceptions import NoSnapshotError, SnapshotError, SnapshotWriteError
from gtr_core.context.folder_lock import FolderLock
from gtr_core.context.snapshot import Snapshot, SnapshotContent, open_snapshot
from gtr_core.context.snapshot_info import INFO_FILE, SnapshotInfo, read_info
from gtr_core.context.snapshot_write import sync_folder, write_snapshot

__all__ = ["SnapshotStore", "is_snapshot_id", "new_snapshot_id"]

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,99}")
_BUILDING = ".building-"
_LOCK = ".lock"
_NEXT = ".next"
_POINTER = "CURRENT"


def new_snapshot_id(now: datetime) -> str:
    """An id that sorts by time and is not used twice.

    >>> new_snapshot_id(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))[:16]
    '20260102T030405Z'
    """
    return f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(4)}"


def is_snapshot_id(text: str) -> bool:
    """Whether the text can be the id of a snapshot, so that it cannot lead out of the store."""
    return _ID.fullmatch(text) is not None


class SnapshotStore:
    """Snapshots in a local folder.

    Args:
        folder: The store's folder; made on the first publishing.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.snapshots = self.folder / "snapshots"

    @property
    def address(self) -> str:
        """The folder, for messages."""
        return str(self.folder)

    def publish(self, content: SnapshotContent, now: datetime | None = None) -> SnapshotInfo:
        """Write a snapshot and make it the current one, in one atomic step at the end.

        Whatever happens before that step (an error, a full disk, SIGKILL), the former snapshot stays
        current. What killed builds left behind is removed first; what belongs to a living one is not.

        Raises:
            SnapshotWriteError: The operating system refused to write.
        """
        created_at = (now or datetime.now(UTC)).astimezone(UTC)
        snapshot_id = new_snapshot_id(created_at)
        try:
            self.snapshots.mkdir(parents=True, exist_ok=True)
            self.clean()
            return self._publish(snapshot_id, content, created_at)
        except OSError as error:
            raise SnapshotWriteError(self.address, error.strerror or str(error)) from error

    def current_id(self) -> str:
        """The id of the current snapshot.

        Raises:
            NoSnapshotError: Nothing has been published.
            SnapshotError: The pointer holds no id.
        """
        try:
            text = (self.folder / _POINTER).read_text(encoding="utf-8").strip()
        except (FileNotFoundError, NotADirectoryError):
            raise NoSnapshotError(self.address) from None
        if not is_snapshot_id(text):
            raise SnapshotError(f"{self.folder / _POINTER} holds no snapshot id.", "Rebuild with `gtr build`.")
        return text

    def current(self) -> Snapshot:
        """Open the current snapshot.

        Raises:
            NoSnapshotError: Nothing has been published.
            SnapshotError: It cannot be read as it is.
        """
        snapshot_id = self.current_id()
        try:
            return self.open(snapshot_id)
        except SnapshotError:
            # Between reading the pointer and opening, a build may have published and pruned.
            latest = self.current_id()
            if latest == snapshot_id:
                raise
            return self.open(latest)

    def open(self, snapshot_id: str) -> Snapshot:
        """Open the snapshot of that id.

        Raises:
            NoSnapshotError: There is none.
            DamagedSnapshotError, UnknownFormatError: It cannot be read as it is.
        """
        return open_snapshot(self._existing(snapshot_id))

    def info(self, snapshot_id: str) -> SnapshotInfo:
        """Read only what the snapshot of that id says of itself; raises as ``open`` does."""
        return read_info(self._existing(snapshot_id))

    def ids(self) -> tuple[str, ...]:
        """Ids of all complete snapshots, oldest first."""
        if not self.snapshots.is_dir():
            return ()
        return tuple(
            sorted(
                path.name
                for path in self.snapshots.iterdir()
                if (path / INFO_FILE).is_file() and is_snapshot_id(path.name)
            )
        )

    def prune(self, keep: int) -> tuple[str, ...]:
        """Remove all but the newest ``keep`` snapshots, never the current one; return the ids removed.

        Readers that have one of them open keep their memory-mapped arrays.
        """
        if keep < 1:
            raise ValueError(f"keep must be at least 1, not {keep}")
        current = self.current_id()
        removed = tuple(snapshot_id for snapshot_id in self.ids()[:-keep] if snapshot_id != current)
        for snapshot_id in removed:
            self._remove(self.snapshots / snapshot_id)
        return removed

    def clean(self) -> tuple[str, ...]:
        """Remove what builds that no longer live left behind; return the names of what was removed."""
        left = {path.name.removesuffix(_LOCK).removesuffix(_NEXT) for path in self.snapshots.glob(f"{_BUILDING}*")}
        removed = []
        for name in sorted(left):
            lock = FolderLock(self.snapshots / f"{name}{_LOCK}")
            if lock.acquire():
                with lock:
                    shutil.rmtree(self.snapshots / name, ignore_errors=True)
                    (self.snapshots / f"{name}{_NEXT}").unlink(missing_ok=True)
                removed.append(name)
        return tuple(removed)

    def _publish(self, snapshot_id: str, content: SnapshotContent, created_at: datetime) -> SnapshotInfo:
        building = self.snapshots / f"{_BUILDING}{snapshot_id}"
        lock = FolderLock(self.snapshots / f"{building.name}{_LOCK}")
        if not lock.acquire():
            raise SnapshotError(f"The lock {lock.path} is held by another process.", "Start the build again.")
        with lock:
            try:
                info = write_snapshot(building, content, snapshot_id, created_at)
                building.rename(self.snapshots / snapshot_id)
                sync_folder(self.snapshots)
                self._point_to(snapshot_id)
            except BaseException:
                shutil.rmtree(building, ignore_errors=True)
                raise
        return info

    def _point_to(self, snapshot_id: str) -> None:
        following = self.snapshots / f"{_BUILDING}{snapshot_id}{_NEXT}"
        try:
            with following.open("w", encoding="utf-8") as file:
                file.write(snapshot_id + "\n")
                file.flush()
                os.fsync(file.fileno())
            following.replace(self.folder / _POINTER)
        except OSError:
            following.unlink(missing_ok=True)
            raise
        sync_folder(self.folder)

    def _existing(self, snapshot_id: str) -> Path:
        folder = self.snapshots / snapshot_id
        if not is_snapshot_id(snapshot_id) or not folder.is_dir():
            raise NoSnapshotError(self.address, snapshot_id)
        return folder

    def _remove(self, folder: Path) -> None:
        # Renamed first: a snapshot is there whole or not at all, even if the removal is interrupted.
        doomed = folder.with_name(f"{_BUILDING}{folder.name}-removed")
        folder.rename(doomed)
        shutil.rmtree(doomed)
