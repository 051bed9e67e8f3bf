"""Arrays on disk: written piece by piece, read memory-mapped, never with pickle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gtr_core.index.exceptions import DamagedIndexError

__all__ = ["ArrayFile", "open_array"]


class ArrayFile:
    """A one-dimensional .npy file that is appended to, a context manager.

    numpy pads the header so that the number of items may grow in place; closing writes the true one.

    Raises:
        OSError: The operating system refused to write.
    """

    def __init__(self, path: Path, dtype: str) -> None:
        self.items = 0
        self._dtype = np.dtype(dtype)
        self._file = path.open("wb")
        self._write_header()
        self._start = self._file.tell()

    def append(self, items: NDArray[Any] | bytes | bytearray) -> None:
        """Add items at the end; bytes for arrays of bytes."""
        if isinstance(items, np.ndarray):
            self._file.write(np.ascontiguousarray(items, dtype=self._dtype).tobytes())
        else:
            self._file.write(items)
        self.items += len(items)

    def close(self) -> None:
        """Write the number of items into the header and close."""
        self._file.seek(0)
        self._write_header()
        if self._file.tell() != self._start:
            raise AssertionError("numpy changed the length of the header")
        self._file.close()

    def __enter__(self) -> ArrayFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._file.close()

    def _write_header(self) -> None:
        header: Mapping[str, Any] = {
            "descr": np.lib.format.dtype_to_descr(self._dtype),
            "fortran_order": False,
            "shape": (self.items,),
        }
        np.lib.format.write_array_header_1_0(self._file, dict(header))


def open_array(path: Path, dtype: str, items: int) -> NDArray[Any]:
    """A read-only memory map of that file; an empty array where there are no items.

    Raises:
        DamagedIndexError: The file is missing, cut off, or holds something else.
    """
    try:
        mapped: NDArray[Any] = np.load(path, mmap_mode="r" if items else None, allow_pickle=False)
    except FileNotFoundError:
        raise DamagedIndexError(path, "is missing") from None
    except (OSError, ValueError, EOFError, SyntaxError) as error:
        raise DamagedIndexError(path, f"cannot be read ({error})") from error
    if mapped.dtype != np.dtype(dtype) or mapped.shape != (items,):
        raise DamagedIndexError(
            path, f"holds {mapped.shape} items of {mapped.dtype}, not the {items} of {dtype} that were written"
        )
    return mapped.view(np.ndarray)
