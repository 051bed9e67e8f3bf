"""Every pair of ``fixtures/variants``, and what must hold of any n-gram."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.text import Variant, normalise, tokenize, variants
from gtr_core.text.passes import abbreviation
from gtr_core.text.passes.ngram import ngram
from gtr_core.text.variant import WEIGHTS
from gtr_core.text.variation import PASSES
from tests.text.fixture_pairs import pairs

_MOST = 60
WORDS = [
    "indian",
    "orders",
    "account",
    "two",
    "hundred",
    "us",
    "qty",
    "line",
    "items",
    "1995",
    "of",
    "birth",
    "date",
    "北",
]


def _forms(text: str) -> dict[str, Variant]:
    return {" ".join(variant.form): variant for variant in variants(tokenize(text))}


@pytest.mark.parametrize(("text", "expected"), pairs("variants"))
def test_pairs(text: str, expected: str) -> None:
    form, kind = expected.split(" : ")
    assert _forms(text)[form].kind == kind


@pytest.mark.parametrize(("text", "form"), pairs("not_variants"))
def test_pairs_that_must_not_be(text: str, form: str) -> None:
    assert form not in _forms(text)


def test_passes_stand_in_order_of_weight_and_what_was_written_is_first() -> None:
    weights = [WEIGHTS[kind] for kind, _ in PASSES]
    assert weights == sorted(weights, reverse=True)
    assert PASSES[0][0] == "exact"
    assert weights[0] == 1.0


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=5))
def test_forms_are_distinct_never_empty_and_few(words: list[str]) -> None:
    found = variants(tokenize(" ".join(words)))
    forms = [variant.form for variant in found]
    assert len(set(forms)) == len(forms) <= _MOST
    assert all(form and all(form) for form in forms)
    assert [variant.kind for variant in found[:1]] == ["exact"] * bool(words)
    assert all(0 < variant.weight <= 1 for variant in found)


def test_abbreviations_of_an_ngram_are_bounded() -> None:
    many = ngram(normalise("customer account transaction number manufacturer"))
    assert list(abbreviation(many)) == [("cust", "acct", "trans", "nbr", "mfgr")]
    few = ngram(normalise("customer transaction number"))
    assert 10 < len(list(abbreviation(few))) <= 18
