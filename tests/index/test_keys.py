from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.index import MatchedBy
from gtr_core.index.hashing import ngram_hash
from gtr_core.index.keys import WHOLE, entry_keys, match_of, quality_of
from gtr_core.index.ngrams import MOST_PARTS, part_spans


@pytest.mark.parametrize("tokens", range(7))
def test_shares_of_short_entries_are_exact(tokens: int) -> None:
    for part in range(1, tokens + 1):
        assert match_of(quality_of(part / tokens, "lemma")) == (part / tokens, "lemma")


def test_qualities_sort_by_coverage_and_then_by_form() -> None:
    forms: tuple[MatchedBy, ...] = ("stem", "lemma", "exact")
    qualities = [quality_of(coverage, form) for coverage in (0.001, 0.25, 0.5, 0.98, 1.0) for form in forms]
    assert qualities == sorted(qualities)
    assert len(set(qualities)) == len(qualities)
    assert all((quality >= WHOLE) == (match_of(quality)[0] == 1.0) for quality in qualities)


@settings(deadline=None)
@given(st.integers(1, 300))
def test_parts_are_proper_bounded_and_distinct(tokens: int) -> None:
    spans = part_spans(tokens)
    assert len(set(spans)) == len(spans) <= MOST_PARTS
    assert all(0 <= start < end <= tokens and end - start < max(tokens, 2) and end - start <= 5 for start, end in spans)


@settings(deadline=None)
@given(st.lists(st.text(), max_size=6), st.lists(st.text(), max_size=6))
def test_hashes_tell_ngrams_apart(left: list[str], right: list[str]) -> None:
    assert (ngram_hash(left) == ngram_hash(right)) == (left == right)


def test_hashes_are_the_same_on_every_machine() -> None:
    assert ngram_hash(("north", "depot")) == 9786083890483143464
    assert 0 <= ngram_hash(("北",)) < 1 << 64


def test_parts_of_function_words_alone_are_left_out() -> None:
    keys = {key for key, _ in entry_keys(("out", "of", "stock"), "value")}
    assert ngram_hash(("of",)) not in keys
    assert ngram_hash(("stock",)) in keys
    assert ngram_hash(("top",)) in {key for key, _ in entry_keys(("top",), "value")}
