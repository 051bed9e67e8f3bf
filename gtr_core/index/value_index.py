"""Looking up n-grams in an index on disk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from copy import copy
from pathlib import Path

from gtr_core.index.array_file import open_array
from gtr_core.index.entry import IndexEntry
from gtr_core.index.exceptions import DamagedIndexError
from gtr_core.index.hashing import ngram_hash, ngram_hashes
from gtr_core.index.keys import match_of
from gtr_core.index.layout import ARRAYS, KINDS, read_header
from gtr_core.index.posting import MatchKind, Posting
from gtr_core.index.search import KeySearch
from gtr_core.index.vocabulary import VocabularyReader
from gtr_core.text import Variant, spelling_candidates
from gtr_core.text.spelling import allowed_edits

__all__ = ["MOST_NAME_PARTS", "MOST_POSTINGS", "MOST_VALUE_PARTS", "ValueIndex"]

MOST_POSTINGS = 512
MOST_NAME_PARTS = 48
MOST_VALUE_PARTS = 12
# Of n-grams with more postings than that, which say little of each value, no more than so many.
_MANY = 48
_MOST_PARTS_OF_MANY = 4
# Postings that are kept once read, since the words of names come up in question after question.
_MOST_KEPT = 1 << 15


class ValueIndex:
    """An opened index: memory maps shared between processes; nothing is read before it is asked for.

    Attributes:
        folder: Where it lies.
        postings: Number of its postings.
    """

    def __init__(self, folder: Path) -> None:
        header = read_header(folder)
        self.folder = folder
        self.postings = header.items["keys"]
        arrays = {name: open_array(folder / f"{name}.npy", dtype, header.items[name]) for name, dtype in ARRAYS.items()}
        self._shift = 64 - header.bucket_bits
        self._search = KeySearch(arrays["keys"], arrays["buckets"], header.bucket_bits)
        # Buffers give plain integers, several times faster than arrays do.
        self._keys = arrays["keys"].data
        self._buckets = arrays["buckets"].data
        self._things = arrays["posting_things"].data
        self._qualities = arrays["posting_qualities"].data
        self._thing_places = arrays["thing_places"].data
        self._value_ends = arrays["value_ends"].data
        self._value_bytes = arrays["value_bytes"].data
        self._place_kinds = arrays["place_kinds"].data
        self._place_tables = arrays["place_tables"].data
        self._place_columns = arrays["place_columns"].data
        self._name_ends = arrays["name_ends"].data
        self._name_bytes = arrays["name_bytes"].data
        # Places that have been read; there are no more than columns, tables and metrics.
        self._places: dict[int, tuple[MatchKind, str, str | None]] = {}
        self._read: dict[int, Posting] = {}
        self._added: dict[tuple[str, ...], list[Posting]] = {}
        self._vocabulary = VocabularyReader(arrays["vocabulary_ends"], arrays["vocabulary_bytes"])

    @classmethod
    def open(cls, folder: Path) -> ValueIndex:
        """Open the index in that folder.

        Raises:
            DamagedIndexError: A file is missing, cut off, or not what was written.
        """
        return cls(folder)

    def lookup(self, form: Sequence[str], most: int = MOST_POSTINGS) -> list[Posting]:
        """What an n-gram of normalised tokens stands for: whole entries, then names and values of which it is a part.

        Each of these by coverage; of equal coverage, exact forms stand before lemmas and stems. At most ``most`` are
        returned, of names that it is a part of at most ``MOST_NAME_PARTS``, of values ``MOST_VALUE_PARTS`` and fewer
        where there are many: an n-gram that is part of so many says little of each (``frequency`` says how many).
        O(1) for an n-gram that is not there: a bucket holds some eight postings.

        Raises:
            DamagedIndexError: The arrays do not fit together.
        """
        first, end = self._span(form)
        added = self._added.get(tuple(form), []) if self._added else []
        return [*added, *self._postings(first, end, most)] if end > first else list(added)

    def with_entries(self, entries: Iterable[IndexEntry]) -> ValueIndex:
        """This index with a few entries more, held in memory and found by their whole form alone."""
        other = copy(self)
        other._added = {form: list(postings) for form, postings in self._added.items()}
        for entry in entries:
            other._added.setdefault(tuple(entry.text_forms), []).append(entry.posting)
        return other

    def lookup_all(
        self, forms: Iterable[Sequence[str]], most: int = MOST_POSTINGS
    ) -> dict[tuple[str, ...], list[Posting]]:
        """``lookup`` of many n-grams at once, those that are there alone. All keys are searched side by side.

        Raises:
            DamagedIndexError: The arrays do not fit together.
        """
        asked = list(dict.fromkeys(map(tuple, forms)))
        if not asked:
            return {}
        hashes = ngram_hashes(asked)
        try:
            places = self._search.first_places(hashes).tolist()
        except IndexError as error:
            raise DamagedIndexError(self.folder, f"holds arrays that do not fit together ({error})") from error
        found: dict[tuple[str, ...], list[Posting]] = {}
        for form, first, key in zip(asked, places, hashes.tolist(), strict=True):
            if first >= 0:
                end = bisect_right(self._keys, key, first, self._buckets[(key >> self._shift) + 1])
                found[form] = self._postings(first, end, most)
        if self._added:
            for form in asked:
                if form in self._added:
                    found[form] = [*self._added[form], *found.get(form, ())]
        return found

    def frequency(self, form: Sequence[str]) -> int:
        """Number of postings of an n-gram."""
        first, end = self._span(form)
        return end - first

    def places(self) -> frozenset[tuple[MatchKind, str, str | None]]:
        """Every match kind, table and column that some posting has. O(places).

        Raises:
            DamagedIndexError: The arrays do not fit together.
        """
        try:
            return frozenset(self._place(number) for number in range(len(self._place_kinds)))
        except (IndexError, UnicodeDecodeError) as error:
            raise DamagedIndexError(self.folder, f"holds arrays that do not fit together ({error})") from error

    def vocabulary_near(self, token: str, max_edits: int | None = None) -> list[Variant]:
        """Words of the index spelled like a token that it does not hold, nearest first, as spelling variants.

        Args:
            token: Normalised.
            max_edits: Most edits; by the word's length where None (``gtr_core.text.spelling``).

        Only words of about the same length are compared that begin with one of its first two letters: some
        50 µs for each ten thousand.
        """
        edits = allowed_edits(token) if max_edits is None else min(max_edits, allowed_edits(token))
        if not edits:
            return []
        words = self._vocabulary.of_lengths(len(token) - edits, len(token) + edits, frozenset(token[:2]))
        return spelling_candidates(token, words, edits)

    def _span(self, form: Sequence[str]) -> tuple[int, int]:
        """First posting of an n-gram and the end."""
        key = ngram_hash(form)
        bucket = key >> self._shift
        low, high = self._buckets[bucket], self._buckets[bucket + 1]
        first = bisect_left(self._keys, key, low, high)
        if first == high or self._keys[first] != key:
            return 0, 0
        return first, bisect_right(self._keys, key, first, high)

    def _postings(self, first: int, end: int, most: int) -> list[Posting]:
        found: list[Posting] = []
        names = values = 0
        most_values = MOST_VALUE_PARTS if end - first <= _MANY else _MOST_PARTS_OF_MANY
        read = self._read
        try:
            for position in range(first, min(end, first + most)):
                posting = read.get(position)
                if posting is None:
                    if len(read) >= _MOST_KEPT:
                        read.clear()
                    posting = read[position] = self._posting(self._things[position], self._qualities[position])
                if posting.coverage < 1.0:
                    if posting.kind == "value":
                        values += 1
                        if values > most_values:
                            break
                    else:
                        names += 1
                        if names > MOST_NAME_PARTS:
                            continue
                found.append(posting)
        except (IndexError, UnicodeDecodeError) as error:
            raise DamagedIndexError(self.folder, f"holds arrays that do not fit together ({error})") from error
        return found

    def _posting(self, thing: int, quality: int) -> Posting:
        number = self._thing_places[thing]
        place = self._places.get(number)
        if place is None:
            place = self._places[number] = self._place(number)
        start = self._value_ends[thing - 1] if thing else 0
        end = self._value_ends[thing]
        value = str(self._value_bytes[start:end], "utf-8", "surrogatepass") if end > start else None
        return Posting(*place, value, *match_of(quality))

    def _place(self, number: int) -> tuple[MatchKind, str, str | None]:
        column = self._place_columns[number]
        return (
            KINDS[self._place_kinds[number]],
            self._name(self._place_tables[number]),
            self._name(column - 1) if column else None,
        )

    def _name(self, number: int) -> str:
        start = self._name_ends[number - 1] if number else 0
        return str(self._name_bytes[start : self._name_ends[number]], "utf-8", "surrogatepass")
