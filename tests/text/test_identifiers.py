"""Every pair of ``fixtures/identifiers``, and what must hold of any name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.text import normalise, split_identifier
from tests.text.fixture_pairs import pairs


@pytest.mark.parametrize(("name", "words"), pairs("identifiers"))
def test_pairs(name: str, words: str) -> None:
    assert " ".join(split_identifier(name)) == words


@settings(deadline=None)
@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", max_size=100))
def test_no_letter_is_lost(name: str) -> None:
    assert "".join(split_identifier(name)).strip("_") == "".join(normalise(name)).strip("_")


def test_a_very_long_name_is_cut_and_not_parted() -> None:
    assert split_identifier("a" * 10_000) == ("a" * 200,)
