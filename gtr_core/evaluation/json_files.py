"""Reading the JSON files of a benchmark folder, compressed or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gtr_core.evaluation.exceptions import BenchmarkFolderError

__all__ = ["find", "read_json", "read_lines"]


def find(folder: Path, name: str) -> Path | None:
    """The file of that name, or its gzip-compressed form; None where there is neither."""
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    return None


def read_json(path: Path) -> dict[str, Any]:
    """The one JSON object of a file.

    Raises:
        BenchmarkFolderError: The file is no JSON object.
    """
    return _object("".join(_text_lines(path)), path, None)


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The JSON objects of a file, one a line; empty lines are passed over.

    Raises:
        BenchmarkFolderError: A line is no JSON object; the error gives its number.
    """
    for number, line in enumerate(_text_lines(path), 1):
        if line.strip():
            yield _object(line, path, number)


def _text_lines(path: Path) -> Iterator[str]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BenchmarkFolderError(str(path), f"it cannot be read ({error})") from error


def _object(text: str, path: Path, line: int | None) -> dict[str, Any]:
    where = "" if line is None else f"line {line}: "
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise BenchmarkFolderError(str(path), f"{where}no JSON ({error})") from error
    if not isinstance(value, dict):
        raise BenchmarkFolderError(str(path), f"{where}a JSON object is expected")
    return value
