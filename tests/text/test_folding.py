from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.text import fold


@settings(deadline=None)
@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "folded"), [("Ｔｏｋｙｏ", "tokyo"), ("ĲSSEL", "ijssel"), ("Œuvre", "oeuvre"), ("٣", "3")]
)
def test_compatibility_forms(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_marks_that_are_letters_stay() -> None:
    assert fold("नि") != fold("न")
    assert fold("が") != fold("か")
