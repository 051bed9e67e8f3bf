"""Errors of the context graph and of its snapshots."""

from __future__ import annotations

from difflib import get_close_matches

from gtr_core.errors import GtrError

__all__ = [
    "DamagedSnapshotError",
    "DriverForAddressMissingError",
    "NoSnapshotError",
    "SnapshotError",
    "SnapshotWriteError",
    "UnknownColumnError",
    "UnknownFormatError",
    "UnknownTableError",
]


class UnknownTableError(GtrError):
    """Something names a table that the context graph does not hold.

    Attributes:
        table: The id that was asked for.
        where: What named it.
    """

    def __init__(self, table: str, where: str, known: tuple[str, ...] = ()) -> None:
        self.table = table
        self.where = where
        near = get_close_matches(table, known, n=3)
        remedy = f"Nearest known: {', '.join(near)}." if near else "List the known ones with `gtr tables`."
        super().__init__(f"There is no table {table!r} in {where}.", remedy)


class UnknownColumnError(GtrError):
    """Something names a column that its table does not have.

    Attributes:
        table: Table id.
        column: The name that was asked for.
    """

    def __init__(self, table: str, column: str, known: tuple[str, ...]) -> None:
        self.table = table
        self.column = column
        near = get_close_matches(column, known, n=5) or list(known[:8])
        super().__init__(f"Table {table!r} has no column {column!r}.", f"It has {', '.join(near) or 'no columns'}.")


class SnapshotError(GtrError):
    """Something is wrong with the snapshot store or a snapshot in it."""


class NoSnapshotError(SnapshotError):
    """The store holds no current snapshot, or not the one that was asked for.

    Attributes:
        address: The store.
        snapshot_id: The one asked for; None for the current one.
    """

    exit_code = 2

    def __init__(self, address: str, snapshot_id: str | None = None) -> None:
        self.address = address
        self.snapshot_id = snapshot_id
        if snapshot_id is None:
            super().__init__(f"There is no snapshot in {address}.", "Make one with `gtr build`.")
        else:
            super().__init__(f"There is no snapshot {snapshot_id!r} in {address}.", "List them with `gtr status`.")


class UnknownFormatError(SnapshotError):
    """A snapshot was written in another format than this program reads.

    Attributes:
        snapshot_id: The snapshot.
        found, known: Format versions.
    """

    def __init__(self, snapshot_id: str, found: int, known: int) -> None:
        self.snapshot_id = snapshot_id
        self.found = found
        self.known = known
        remedy = (
            "Upgrade with `pip install --upgrade guided-table-retrieval`, or rebuild with `gtr build`."
            if found > known
            else "Rebuild it with `gtr build`."
        )
        super().__init__(
            f"Snapshot {snapshot_id!r} has format version {found}; this version of GTR reads {known}.", remedy
        )


class DamagedSnapshotError(SnapshotError):
    """A file of a snapshot is missing, or not as it was written.

    Attributes:
        snapshot_id: The snapshot.
        file: Path within the snapshot's folder.
        what: What is wrong with it.
    """

    def __init__(self, snapshot_id: str, file: str, what: str) -> None:
        self.snapshot_id = snapshot_id
        self.file = file
        self.what = what
        super().__init__(f"File {file!r} of snapshot {snapshot_id!r} {what}.", "Rebuild it with `gtr build`.")


class DriverForAddressMissingError(SnapshotError):
    """No installed package reaches addresses of that kind.

    Attributes:
        address: The address of the store.
        cause: What fsspec says.
    """

    exit_code = 2

    def __init__(self, address: str, cause: str) -> None:
        self.address = address
        self.cause = cause
        super().__init__(f"The snapshot store {address} cannot be reached: {cause}.", "Install what it names.")


class SnapshotWriteError(SnapshotError):
    """A snapshot could not be written; the former one, where there is one, is still current.

    Attributes:
        address: The store.
        cause: What the operating system said.
        former: Whether the store has a current snapshot.
    """

    def __init__(self, address: str, cause: str, *, former: bool = True) -> None:
        self.address = address
        self.cause = cause
        self.former = former
        state = "The former snapshot is still current." if former else "Nothing has been published there so far."
        super().__init__(
            f"The snapshot could not be written to {address}: {cause}.",
            f"{state} Free space there, or give another --snapshot-dir.",
        )
