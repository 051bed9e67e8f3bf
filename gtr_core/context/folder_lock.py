"""An advisory lock that says whether the process that owns a folder still lives."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType, TracebackType

__all__ = ["FolderLock"]

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: without flock, nothing tells what killed processes left, so it is left alone.
    fcntl = None


class FolderLock:
    """A lock file next to the folder, held by ``flock`` for as long as the process lives.

    The kernel lets go of it when the process ends, however it ends: a lock that can be had belongs to
    nobody.

    Args:
        path: The lock file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Take the lock without waiting; False where another process holds it."""
        if fcntl is None:
            return not self.path.exists()
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        if not self._is_still_there(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def share_with_children(self) -> None:
        """Let processes that are started with ``close_fds=False`` hold the lock too, for as long as they live.

        Then what a killed owner left running still keeps others out.
        """
        if self._descriptor is not None:
            os.set_inheritable(self._descriptor, True)

    def release(self) -> None:
        """Remove the lock file and let go of it."""
        self.path.unlink(missing_ok=True)
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()

    def _is_still_there(self, descriptor: int) -> bool:
        # Between our opening and our locking, its former owner may have removed the file.
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(descriptor))
        except FileNotFoundError:
            return False
