"""The files of an index, and what the first of them says of the others."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import get_args

from gtr_core.index.exceptions import DamagedIndexError
from gtr_core.index.posting import MatchKind

__all__ = ["ARRAYS", "FORMAT", "KINDS", "IndexHeader", "read_header", "write_header"]

FORMAT = 1
_HEADER = "index.json"

# Match kinds by the numbers that stand for them in the arrays.
KINDS: tuple[MatchKind, ...] = get_args(MatchKind)

# Name and dtype of each array.
ARRAYS = {
    "keys": "<u8",  # hash per posting, ascending
    "buckets": "<u4",  # first posting per value of the hash's upper bits, and the end
    "posting_things": "<u4",  # thing per posting
    "posting_qualities": "u1",  # coverage and form per posting
    "thing_places": "<u4",  # place per thing
    "value_ends": "<u8",  # end of the thing's value within value_bytes
    "value_bytes": "u1",
    "place_kinds": "u1",  # match kind per place
    "place_tables": "<u4",  # its table within the names
    "place_columns": "<u4",  # its column within the names, from 1; 0 for none
    "name_ends": "<u8",
    "name_bytes": "u1",
    "vocabulary_ends": "<u4",  # end within vocabulary_bytes of the words of each length
    "vocabulary_bytes": "u1",
}


@dataclass(frozen=True, slots=True)
class IndexHeader:
    """What index.json holds.

    Attributes:
        bucket_bits: Upper bits of a hash that choose its bucket.
        items: Items of each array by its name.
    """

    bucket_bits: int
    items: dict[str, int]
    format: int = FORMAT


def write_header(folder: Path, header: IndexHeader) -> None:
    """Write index.json.

    Raises:
        OSError: The operating system refused to write.
    """
    (folder / _HEADER).write_text(json.dumps(asdict(header), sort_keys=True) + "\n", encoding="utf-8")


def read_header(folder: Path) -> IndexHeader:
    """Read index.json.

    Raises:
        DamagedIndexError: It is missing, no JSON, of another format, or incomplete.
    """
    path = folder / _HEADER
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DamagedIndexError(path, "is missing") from None
    except (OSError, ValueError) as error:
        raise DamagedIndexError(path, f"cannot be read ({error})") from error
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise DamagedIndexError(path, f"is not of format {FORMAT}, which this version of GTR reads")
    bits, items = read.get("bucket_bits"), read.get("items")
    if not isinstance(items, dict) or set(items) != set(ARRAYS) or not all(type(n) is int for n in items.values()):
        raise DamagedIndexError(path, "is incomplete")
    if type(bits) is not int or not 0 <= bits <= 32:
        raise DamagedIndexError(path, "is incomplete")
    return IndexHeader(bits, items)
