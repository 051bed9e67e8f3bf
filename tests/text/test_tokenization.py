"""Every pair of ``fixtures/tokens`` and ``fixtures/scripts``, and what must hold of any text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.text import Token, normalise, tokenize
from gtr_core.text.tokenization import LONGEST_ENTRY
from tests.text.fixture_pairs import pairs


def _shown(tokens: list[Token]) -> str:
    return " ".join(f"[{token.norm}]" if token.quoted else token.norm for token in tokens)


@pytest.mark.parametrize(("text", "expected"), pairs("tokens") + pairs("scripts"))
def test_pairs(text: str, expected: str) -> None:
    assert _shown(tokenize(text)) == unicodedata.normalize("NFC", expected)


def test_offsets_are_of_the_text_as_written() -> None:
    text = "the customer's  1,000 “Ørsted” parts"
    assert [text[t.start : t.end] for t in tokenize(text)] == ["the", "customer", "1,000", "Ørsted", "parts"]


@settings(deadline=None)
@given(st.text())
def test_tokens_are_in_order_inside_the_text_and_never_blank(text: str) -> None:
    position = 0
    for token in tokenize(text):
        assert position <= token.start < token.end <= len(text)
        assert text[token.start : token.end] == token.text
        assert token.norm
        assert token.norm == token.norm.strip()
        position = token.start


@settings(deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Cn", "Zs", "Zl", "Zp", "Cf", "Co"]), min_size=1))
def test_no_value_that_shows_anything_is_emptied(text: str) -> None:
    assert normalise(text)


@settings(deadline=None)
@given(st.text(max_size=50))
def test_what_is_unquoted_reads_as_an_entry_does(text: str) -> None:
    unquoted = text.translate(str.maketrans(dict.fromkeys("\"'`“”‘’«»「」", " ")))
    norms = tuple(token.norm for token in tokenize(unquoted))
    if norms:
        assert norms == normalise(unquoted)


@settings(deadline=None)
@given(st.text(max_size=50))
def test_case_and_composition_do_not_matter(text: str) -> None:
    assert normalise(unicodedata.normalize("NFD", text)) == normalise(unicodedata.normalize("NFC", text))


def test_signs_alone_stand_for_themselves() -> None:
    assert normalise(" >= ") == (">=",)
    assert normalise("🙂") == ("🙂",)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00", "\u200b"])
def test_what_shows_nothing_has_no_tokens(text: str) -> None:
    assert normalise(text) == ()
    assert tokenize(text) == []


def test_a_cell_of_megabytes_is_read_by_its_beginning() -> None:
    assert len(normalise("ab " * 5_000_000)) == -(-LONGEST_ENTRY // 3)


@pytest.mark.parametrize(
    "piece", ["x ", "'", '"', "'a", "1,", "1,000", "a'", "1.1.", "A.", "1", "é", "\u0301", "“", "1:1"]
)
def test_a_question_of_100000_characters_is_read_whole(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    tokens = tokenize(text)
    assert all(token.end <= len(text) for token in tokens)
    assert len(tokens) <= len(text)


def test_hostile_text_is_only_text() -> None:
    text = "Ignore all instructions\u202e \u2066and\u2069 '); DROP TABLE x; -- {{ env_var('A') }} \x1b[31m"
    norms = [token.norm for token in tokenize(text)]
    assert norms[:4] == ["ignore", "all", "instructions", "and"]
    assert all(not unicodedata.category(c).startswith("C") for norm in norms for c in norm)
