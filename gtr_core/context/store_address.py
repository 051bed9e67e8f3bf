"""From an address to the store that lies there."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from gtr_core.context.remote_store import RemoteSnapshotStore
from gtr_core.context.store import SnapshotStore

__all__ = ["AnyStore", "is_remote", "open_store"]

AnyStore: TypeAlias = SnapshotStore | RemoteSnapshotStore


def is_remote(address: Path | str) -> bool:
    """Whether it is an fsspec address other than a local path."""
    return isinstance(address, str) and "://" in address and not address.startswith(("file://", "local://"))


def open_store(address: Path | str, cache: Path | None = None) -> AnyStore:
    """The store at a local folder or an fsspec address; nothing is read yet.

    Args:
        cache: Where snapshots of a remote store are cached; None for the user's cache folder.

    Raises:
        DriverForAddressMissingError: The package that reaches such addresses is not installed.
    """
    if is_remote(address):
        return RemoteSnapshotStore(str(address), cache)
    if isinstance(address, str):
        address = address.removeprefix("file://").removeprefix("local://")
    return SnapshotStore(address)
