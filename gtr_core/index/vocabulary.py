"""The words of an index, for spelling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["LONGEST_WORD", "MOST_WORDS", "VocabularyReader", "VocabularyWriter"]

SHORTEST_WORD = 4
LONGEST_WORD = 24
MOST_WORDS = 200_000


class VocabularyWriter:
    """Collects words, at most ``MOST_WORDS``; words of names are never refused.

    Attributes:
        cut: Whether words were left out.
    """

    def __init__(self) -> None:
        self._words: set[str] = set()
        self.cut = False

    def __len__(self) -> int:
        return len(self._words)

    def add(self, tokens: Iterable[str], *, name: bool) -> None:
        """Take the words among the tokens of a name or a value: letters only, 4 to 24 of them."""
        for token in tokens:
            if SHORTEST_WORD <= len(token) <= LONGEST_WORD and token not in self._words and token.isalpha():
                if name or len(self._words) < MOST_WORDS:
                    self._words.add(token)
                else:
                    self.cut = True

    def arrays(self) -> tuple[NDArray[np.uint32], bytes]:
        """Per length from 0 to ``LONGEST_WORD`` the end of its words; and all words, sorted, parted by line feeds."""
        by_length: list[list[str]] = [[] for _ in range(LONGEST_WORD + 1)]
        for word in sorted(self._words):
            by_length[len(word)].append(word)
        ends, written = [], bytearray()
        for words in by_length:
            written += "".join(word + "\n" for word in words).encode("utf-8", "surrogatepass")
            ends.append(len(written))
        return np.array(ends, dtype=np.uint32), bytes(written)


class VocabularyReader:
    """Words by their length and first letter, read when first asked for."""

    def __init__(self, ends: NDArray[Any], written: NDArray[Any]) -> None:
        self._ends = ends
        self._bytes = written
        self._read: dict[int, dict[str, list[str]]] = {}

    def of_lengths(self, shortest: int, longest: int, letters: Iterable[str]) -> list[str]:
        """All words of these lengths, inclusive, that begin with one of the letters."""
        found: list[str] = []
        for length in range(max(shortest, SHORTEST_WORD), min(longest, LONGEST_WORD) + 1):
            by_letter = self._of_length(length)
            for letter in sorted(letters):
                found.extend(by_letter.get(letter, ()))
        return found

    def _of_length(self, length: int) -> dict[str, list[str]]:
        if length not in self._read:
            span = self._bytes[int(self._ends[length - 1]) : int(self._ends[length])]
            by_letter: dict[str, list[str]] = {}
            for word in span.tobytes().decode("utf-8", "surrogatepass").split("\n")[:-1]:
                by_letter.setdefault(word[0], []).append(word)
            self._read[length] = by_letter
        return self._read[length]
