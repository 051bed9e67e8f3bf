"""An encoder that keeps what it has encoded, in one file a model."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.embedding.encoder import Encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CachedEncoder", "cache_folder"]

_SAVED_TOGETHER = 2048
_DIGEST_BYTES = 16
_UNSAFE = re.compile(r"[^\w.-]+")


def cache_folder() -> Path:
    """Where vectors are kept: ``GTR_CACHE_DIR``, else ``gtr`` in the user's cache folder."""
    named = os.environ.get("GTR_CACHE_DIR")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gtr"


class CachedEncoder:
    """Hands on an encoder's vectors, each text encoded once on this machine.

    Of a text nothing but a digest is kept, with its vector. A file that another version wrote, or that is
    damaged, is written anew. Where the folder cannot be written, nothing is kept and encoding goes on.

    Args:
        encoder: What encodes texts that are new.
        folder: Where the file lies; made where it is missing.
    """

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self._encoder = encoder
        self.name = encoder.name
        self.dimensions = encoder.dimensions
        self._file = folder / f"{_UNSAFE.sub('-', encoder.name)}.npz"
        self._known = self._read()

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """``(len(texts), dimensions)`` float32, rows of unit length, in the order of the texts."""
        import numpy as np

        digests = [_digest(text) for text in texts]
        missing = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in self._known}
        new = sorted(missing)
        for start in range(0, len(new), _SAVED_TOGETHER):
            part = new[start : start + _SAVED_TOGETHER]
            self._known.update(zip(part, self._encoder.encode([missing[digest] for digest in part]), strict=True))
            self._write()
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, digest in enumerate(digests):
            vectors[row] = self._known[digest]
        return vectors

    def _read(self) -> dict[bytes, NDArray[np.float32]]:
        import zipfile

        import numpy as np

        try:
            with np.load(self._file, allow_pickle=False) as arrays:
                digests, vectors = arrays["digests"], arrays["vectors"]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return {}
        if vectors.dtype != np.float32 or vectors.shape != (len(digests), self.dimensions):
            return {}
        return {digest.tobytes(): vector for digest, vector in zip(digests, vectors, strict=True)}

    def _write(self) -> None:
        """Replace the file in one step, keeping what other processes have added to it meanwhile."""
        import numpy as np

        known = self._read() | self._known
        digests = np.frombuffer(b"".join(known), dtype=np.uint8).reshape(len(known), _DIGEST_BYTES)
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._file.parent, suffix=".npz", delete=False) as file:
                np.savez(file, digests=digests, vectors=np.stack(list(known.values())))
            os.replace(file.name, self._file)
        except OSError:
            return


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()
