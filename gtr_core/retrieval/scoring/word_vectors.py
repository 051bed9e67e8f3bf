"""Static vectors of words and short texts: learnt word pieces, averaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

__all__ = ["WordVectors", "piece_tokenizer", "piece_weights", "pieces"]

MOST_PIECES = 24
_MOST_TEXTS = 65_536


def piece_tokenizer() -> Tokenizer:
    """The word-piece tokenizer of the default encoder, without special pieces, padding and truncation."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str((files("gtr_core.embedding") / "data" / "tokenizer.json").read_text("utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def pieces(tokenizer: Tokenizer, text: str) -> list[int]:
    """The first ``MOST_PIECES`` pieces of a text, as places in the vocabulary; of what no piece stands for, none."""
    # A text from outside may hold halves of surrogate pairs, which no tokenizer knows.
    clean = text.encode("utf-8", "replace").decode("utf-8")
    # All words of a script that the vocabulary lacks have one piece, by which they would be alike.
    unknown = tokenizer.token_to_id("[UNK]")
    found = tokenizer.encode(clean, add_special_tokens=False).ids
    return [piece for piece in found if piece != unknown][:MOST_PIECES]


def piece_weights(ids: Sequence[int]) -> NDArray[np.float32]:
    """``(n_pieces,)``, adding up to 1: rarer pieces weigh more.

    The vocabulary stands in the order of frequency, so that the logarithm of the place is, by Zipf's law, near to
    the inverse document frequency. Source: Tulkens and van Dongen, Model2Vec, 2024.
    """
    weights = np.log1p(np.asarray(ids, dtype=np.float32))
    total = float(weights.sum())
    if total <= 0.0:
        return np.full(len(ids), 1.0 / max(len(ids), 1), dtype=np.float32)
    return np.asarray(weights / total, dtype=np.float32)


class WordVectors:
    """Vectors of texts, each the weighted mean of its pieces' vectors; texts met before are kept within a bound.

    Args:
        quantised: ``(n_pieces, dimensions)`` int8.
        scale: ``(n_pieces,)``: what each row is multiplied by.
    """

    def __init__(self, quantised: NDArray[np.int8], scale: NDArray[np.float32]) -> None:
        self._quantised = quantised
        self._scale = scale.astype(np.float32)
        self._known: dict[str, NDArray[np.float32]] = {}

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return int(self._quantised.shape[1])

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return piece_tokenizer()

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """``(len(texts), dimensions)``; zeros for a text without pieces."""
        out = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for k, text in enumerate(texts):
            found = self._known.get(text)
            if found is None:
                if len(self._known) >= _MOST_TEXTS:
                    self._known.clear()
                found = self._known[text] = self._vector(text)
            out[k] = found
        return out

    def _vector(self, text: str) -> NDArray[np.float32]:
        ids = pieces(self._tokenizer, text) if text else []
        if not ids:
            return np.zeros(self.dimensions, dtype=np.float32)
        weights = piece_weights(ids) * self._scale[ids]
        return np.asarray(weights @ self._quantised[ids].astype(np.float32), dtype=np.float32)

    def arrays(self, prefix: str) -> dict[str, NDArray[np.generic]]:
        """The arrays under names that start with a prefix."""
        return {f"{prefix}_pieces": self._quantised, f"{prefix}_piece_scale": self._scale.astype(np.float16)}

    @classmethod
    def from_arrays(cls, prefix: str, arrays: Mapping[str, NDArray[np.generic]]) -> WordVectors:
        """The vectors whose arrays bear the prefix."""
        return cls(
            np.asarray(arrays[f"{prefix}_pieces"], dtype=np.int8),
            np.asarray(arrays[f"{prefix}_piece_scale"], dtype=np.float32),
        )

    @classmethod
    def quantise(cls, vectors: NDArray[np.float32]) -> WordVectors:
        """Vectors of pieces with eight bits a number, scaled row by row."""
        scale = np.maximum(np.abs(vectors).max(axis=1), 1e-8) / 127.0
        scale = scale.astype(np.float16).astype(np.float32)
        quantised = np.clip(np.rint(vectors / np.maximum(scale, 1e-8)[:, None]), -127, 127).astype(np.int8)
        return cls(quantised, scale)
