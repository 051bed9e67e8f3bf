"""Artifact files: plain or gzipped JSON, decoded straight into the types that ask for it."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import TypeVar

import msgspec

from gtr_core.dbt.exceptions import ArtifactFormatError, ArtifactNotFoundError

__all__ = ["decode_artifact", "read_artifact_bytes"]

T = TypeVar("T")

_GZIP_MAGIC = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_artifact_bytes(path: Path, kind: str) -> bytes:
    """The JSON text of an artifact, unpacked where the file is gzipped (by content, not by name).

    Raises:
        ArtifactNotFoundError: The file is missing or may not be read.
        ArtifactFormatError: It is a damaged gzip file.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ArtifactNotFoundError(path, kind) from None
    except OSError as error:
        raise ArtifactNotFoundError(path, kind, error.strerror or type(error).__name__) from error
    if data.startswith(_GZIP_MAGIC):
        try:
            data = gzip.decompress(data)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ArtifactFormatError(path, kind, f"the gzip file is damaged ({error})") from error
    return data.removeprefix(_BYTE_ORDER_MARK)


def decode_artifact(data: bytes, decoder: msgspec.json.Decoder[T], path: Path, kind: str) -> T:
    """Decodes an artifact; what the decoder's type does not name is skipped without being built.

    Raises:
        ArtifactFormatError: It is no JSON, or not of that type.
    """
    if not data.strip():
        raise ArtifactFormatError(path, kind, "the file is empty")
    try:
        try:
            return decoder.decode(data)
        except msgspec.ValidationError:
            raise
        except (msgspec.DecodeError, UnicodeDecodeError):
            return decoder.decode(_strict_json(data))
    except msgspec.ValidationError as error:
        raise ArtifactFormatError(path, kind, str(error)) from error
    except RecursionError as error:
        raise ArtifactFormatError(path, kind, "it is nested too deeply") from error
    except ValueError as error:
        raise ArtifactFormatError(path, kind, f"it is not JSON ({error})") from error


def _strict_json(data: bytes) -> bytes:
    """The same document without what Python writes beyond the standard: NaN and infinities become null."""
    return msgspec.json.encode(json.loads(data, parse_constant=lambda _: None))
