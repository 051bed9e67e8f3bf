"""Many keys are found at once as one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.index.hashing import ngram_hash, ngram_hashes
from gtr_core.index.search import KeySearch
from gtr_core.index.value_index import MOST_NAME_PARTS, MOST_VALUE_PARTS
from tests.index.indexes import name, value, written

_KEYS = st.lists(st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 40)), max_size=60)


@settings(deadline=None)
@given(_KEYS, _KEYS, st.integers(0, 6), st.booleans())
def test_the_first_of_equal_keys_is_found(stored: list[int], asked: list[int], bits: int, by_buckets: bool) -> None:
    keys = np.array(sorted(stored), dtype=np.uint64)
    bounds = [min(bucket << (64 - bits), 2**64 - 1) if bits else 0 for bucket in range(1 << bits)]
    buckets = np.array([*np.searchsorted(keys, np.array(bounds, dtype=np.uint64)), len(keys)], dtype=np.uint32)
    sought = asked + stored[:5]
    with pytest.MonkeyPatch.context() as patch:
        if by_buckets:
            patch.setattr("gtr_core.index.search._FEW", 0)
        places = KeySearch(keys, buckets, bits).first_places(np.array(sought, dtype=np.uint64)).tolist()
    ordered = sorted(stored)
    assert places == [ordered.index(key) if key in ordered else -1 for key in sought]


@given(st.lists(st.lists(st.text(max_size=4), min_size=1, max_size=6).map(tuple), max_size=20))
def test_hashes_are_the_same_side_by_side(forms: list[tuple[str, ...]]) -> None:
    assert ngram_hashes(forms).tolist() == [ngram_hash(form) for form in forms]


def test_looking_up_all_is_looking_up_each(tmp_path: Path) -> None:
    entries = [value(f"word {i} of {i % 7}") for i in range(300)] + [name("word_count", "city", "count")]
    index, _ = written(tmp_path, entries)
    forms = [("word",), ("word", "3"), ("of", "3"), ("nowhere",), ("word", "3", "of", "3"), ("count",)]
    found = index.lookup_all(forms)
    assert found == {form: postings for form in forms if (postings := index.lookup(form))}
    assert ("nowhere",) not in found


def test_parts_of_names_and_of_values_are_bounded_apart(tmp_path: Path) -> None:
    entries = [value(f"zinc {i}", "city", f"column_{i}") for i in range(30)]
    entries += [name(f"zinc_{i}x", "city", f"zinc_{i}x") for i in range(100)]
    index, _ = written(tmp_path, entries)
    kinds = [posting.kind for posting in index.lookup(("zinc",))]
    assert kinds.count("column") == MOST_NAME_PARTS
    assert 0 < kinds.count("value") <= MOST_VALUE_PARTS
    assert kinds.index("value") > kinds.index("column")


def test_entries_can_be_added_to_an_opened_index(tmp_path: Path) -> None:
    index, _ = written(tmp_path, [value("Lyon")])
    more = index.with_entries([value("Turin", "town"), value("Lyon", "town")])
    assert [posting.value for posting in more.lookup(("turin",))] == ["Turin"]
    assert [posting.table for posting in more.lookup(("lyon",))] == ["town", "city"]
    assert more.lookup_all([("turin",), ("lyon",)]) == {form: more.lookup(form) for form in (("turin",), ("lyon",))}
    assert index.lookup(("turin",)) == []
