"""Characters of scripts without spaces."""

from __future__ import annotations

import pytest

from gtr_core.text import is_running, tokenize


@pytest.mark.parametrize("text", ["北", "の", "ก", "ກ", "က", "ក", "々"])
def test_characters_of_running_scripts(text: str) -> None:
    assert is_running(text)


@pytest.mark.parametrize("text", ["a", "paris", "カ", "서", "हिन्दी", "1", "", "ö", "+"])
def test_others(text: str) -> None:
    assert not is_running(text)


def test_each_character_is_a_token_with_its_marks() -> None:
    assert [token.text for token in tokenize("น้ำตาล shop")] == ["น้", "ำ", "ต", "า", "ล", "shop"]
