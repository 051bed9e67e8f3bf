"""snapshot.json: what a snapshot says of itself, and the checksums of its files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import msgspec

from gtr_core.context.exceptions import DamagedSnapshotError, UnknownFormatError

__all__ = [
    "FORMAT_VERSION",
    "INFO_FILE",
    "FailedTable",
    "FileStamp",
    "SnapshotInfo",
    "check_files",
    "parse_info",
    "read_info",
    "stamp_files",
    "write_info",
]

FORMAT_VERSION = 1
INFO_FILE = "snapshot.json"

_HASHED_ON_EVERY_OPEN = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class FileStamp:
    """Size in bytes and SHA-256 (hexadecimal) of one file."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class FailedTable:
    """A table that the build could not take in or measure.

    Attributes:
        table: Table id.
        reason: One word for counting: not_in_warehouse, profile, join, ...
        text: What went wrong, for the user.
    """

    table: str
    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class SnapshotInfo:
    """The contents of snapshot.json.

    Attributes:
        format_version: Of the folder's layout; readers refuse those they do not know.
        producer: Version of GTR that wrote it.
        created_at: When the build finished, with time zone.
        project: The dbt project's name.
        dialect: sqlglot's name of the warehouse's dialect.
        encoder_name: The encoder of embeddings.npy; None where there are no embeddings.
        fingerprints: SHA-256 of each source by its name (manifest, catalog, ...).
        counts: Numbers of what the snapshot holds (tables, columns, joins, values, ...).
        failed: What failed in the build.
        left_out: Numbers of the project's nodes that did not become tables, by reason.
        warnings: Sentences for the user.
        files: Stamp of every other file, by its path within the folder.
    """

    id: str
    created_at: datetime
    format_version: int = FORMAT_VERSION
    producer: str = ""
    project: str = ""
    dialect: str = "duckdb"
    encoder_name: str | None = None
    fingerprints: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    failed: tuple[FailedTable, ...] = ()
    left_out: dict[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    files: dict[str, FileStamp] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Version:
    format_version: int


def write_info(info: SnapshotInfo, folder: Path) -> None:
    """Write snapshot.json into the folder."""
    (folder / INFO_FILE).write_bytes(msgspec.json.format(msgspec.json.encode(info), indent=2))


def read_info(folder: Path) -> SnapshotInfo:
    """Read snapshot.json.

    Raises:
        DamagedSnapshotError: It is missing or not what it should be.
        UnknownFormatError: Its format version is not this program's.
    """
    try:
        data = (folder / INFO_FILE).read_bytes()
    except FileNotFoundError:
        raise DamagedSnapshotError(folder.name, INFO_FILE, "is missing") from None
    return parse_info(data, folder.name)


def parse_info(data: bytes, snapshot_id: str) -> SnapshotInfo:
    """Parse the contents of the snapshot.json of the snapshot of that id; raises as ``read_info`` does."""
    try:
        version = msgspec.json.decode(data, type=_Version).format_version
        if version != FORMAT_VERSION:
            raise UnknownFormatError(snapshot_id, version, FORMAT_VERSION)
        return msgspec.json.decode(data, type=SnapshotInfo)
    except msgspec.DecodeError as error:
        raise DamagedSnapshotError(snapshot_id, INFO_FILE, f"cannot be read ({error})") from error


def stamp_files(folder: Path) -> dict[str, FileStamp]:
    """Stamps of all files in the folder but snapshot.json, by relative path."""
    return {
        path.relative_to(folder).as_posix(): FileStamp(path.stat().st_size, _sha256(path))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != INFO_FILE
    }


def check_files(info: SnapshotInfo, folder: Path, *, thorough: bool = False) -> None:
    """Compare the files with their stamps.

    Sizes are always compared. Checksums of files up to 8 MiB too, larger ones only where ``thorough``,
    so that opening a large snapshot stays quick.

    Raises:
        DamagedSnapshotError: A file is missing or differs.
    """
    for name, stamp in info.files.items():
        path = folder / name
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise DamagedSnapshotError(info.id, name, "is missing") from None
        if size != stamp.bytes:
            raise DamagedSnapshotError(info.id, name, f"has {size} bytes where {stamp.bytes} were written")
        if (thorough or size <= _HASHED_ON_EVERY_OPEN) and _sha256(path) != stamp.sha256:
            raise DamagedSnapshotError(info.id, name, "does not have the checksum with which it was written")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
