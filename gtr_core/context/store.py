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
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from gtr_core.context.exceptions import NoSnapshotError, SnapshotError, SnapshotWriteError
from gtr_core.context.folder_lock import FolderLock
from gtr_core.context.snapshot import Snapshot, SnapshotContent, open_snapshot
from gtr_core.context.snapshot_info import INFO_FILE, SnapshotInfo, read_info
from gtr_core.context.snapshot_write import sync_folder, sync_tree, write_snapshot

__all__ = ["Inspect", "SnapshotStore", "is_snapshot_id", "new_snapshot_id"]

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,99}")
_BUILDING = ".building-"
_LOCK = ".lock"

Result = TypeVar("Result")

Inspect = Callable[[Snapshot], None]
"""Looks at a snapshot that is written and not yet published; what it raises keeps it from being so."""

_POINTER = "CURRENT"
_CLAIMS = 50


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

    def publish(
        self, content: SnapshotContent, now: datetime | None = None, *, inspect: Inspect | None = None
    ) -> SnapshotInfo:
        """Write a snapshot and make it the current one, in one atomic step at the end.

        Whatever happens before that step (an error, a full disk, SIGKILL), the former snapshot stays
        current. What killed builds left behind is removed first; what belongs to a living one is not.

        Args:
            inspect: Called with what was written, before it is put in place; whatever it raises is raised on.

        Raises:
            SnapshotWriteError: The operating system refused to write.
        """
        created_at = (now or datetime.now(UTC)).astimezone(UTC)
        snapshot_id = new_snapshot_id(created_at)

        def fill(folder: Path) -> SnapshotInfo:
            info = write_snapshot(folder, content, snapshot_id, created_at)
            if inspect is not None:
                inspect(open_snapshot(folder))
            return info

        try:
            info = self.place(snapshot_id, fill)
            self._point_to(snapshot_id)
        except OSError as error:
            former = os.path.lexists(self.folder / _POINTER)
            raise SnapshotWriteError(self.address, error.strerror or str(error), former=former) from error
        return info

    def place(self, snapshot_id: str, fill: Callable[[Path], Result]) -> Result:
        """Have a snapshot's folder filled aside, and put it in place when it is complete.

        Args:
            fill: Writes all files into the (existing, empty) folder that it is given.

        Returns:
            What ``fill`` returns.

        Raises:
            OSError: The operating system refused to write.
        """
        self.snapshots.mkdir(parents=True, exist_ok=True)
        self.clean()
        with self._claimed(snapshot_id) as building:
            building.mkdir()
            result = fill(building)
            sync_tree(building)
            building.rename(self.snapshots / snapshot_id)
            sync_folder(self.snapshots)
        return result

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
        except (OSError, UnicodeDecodeError) as error:
            raise SnapshotError(
                f"{self.folder / _POINTER} cannot be read: {error}.", "Remove it and rebuild."
            ) from error
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
        return self.remove_all_but({self.current_id(), *self.ids()[-keep:]})

    def remove_all_but(self, kept: Collection[str]) -> tuple[str, ...]:
        """Remove the snapshots that are not among ``kept``; return the ids removed."""
        removed = tuple(snapshot_id for snapshot_id in self.ids() if snapshot_id not in kept)
        for snapshot_id in removed:
            # Renamed first: a snapshot is there whole or not at all, even if the removal is interrupted.
            doomed = self.snapshots / f"{_BUILDING}{snapshot_id}-removed"
            (self.snapshots / snapshot_id).rename(doomed)
            shutil.rmtree(doomed)
        return removed

    def clean(self) -> tuple[str, ...]:
        """Remove what builds that no longer live left behind; return the names of what was removed."""
        left = {path.name.removesuffix(_LOCK) for path in self.snapshots.glob(f"{_BUILDING}*")}
        removed = []
        for name in sorted(left):
            lock = FolderLock(self.snapshots / f"{name}{_LOCK}")
            if lock.acquire():
                with lock:
                    _remove(self.snapshots / name)
                removed.append(name)
        return tuple(removed)

    def _point_to(self, snapshot_id: str) -> None:
        with self._claimed(snapshot_id) as following:
            with following.open("w", encoding="utf-8") as file:
                file.write(snapshot_id + "\n")
                file.flush()
                os.fsync(file.fileno())
            following.replace(self.folder / _POINTER)
            sync_folder(self.folder)

    @contextmanager
    def _claimed(self, snapshot_id: str) -> Iterator[Path]:
        """A path that is this process's own while its lock is held; what is left there at the end is removed."""
        # A build that is cleaning up may take a lock file for a dead one's between its making and its locking: then
        # another name is taken.
        for _ in range(_CLAIMS):
            path = self.snapshots / f"{_BUILDING}{snapshot_id}-{secrets.token_hex(4)}"
            lock = FolderLock(path.with_name(path.name + _LOCK))
            if lock.acquire():
                break
        else:
            raise SnapshotError(f"The lock {lock.path} is held by another process.", "Start again.")
        with lock:
            try:
                yield path
            finally:
                _remove(path)

    def _existing(self, snapshot_id: str) -> Path:
        folder = self.snapshots / snapshot_id
        if not is_snapshot_id(snapshot_id) or not folder.is_dir():
            raise NoSnapshotError(self.address, snapshot_id)
        return folder


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
