from __future__ import annotations

import pytest

from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, normalise
from gtr_core.text.data_files import json_data

_OPERATORS = """
    top most least highest lowest average mean total sum count number many per by each every more less over above below
    under between before after never without no not distinct different compare dont
"""
_NAMES = "order orders us name date country status sales part line item type"


def test_no_word_has_two_roles() -> None:
    assert not FUNCTION_WORDS & OPERATOR_WORDS


def test_all_are_normalised_single_tokens() -> None:
    assert all(normalise(word) == (word,) for word in FUNCTION_WORDS | OPERATOR_WORDS)


@pytest.mark.parametrize("word", _OPERATORS.split())
def test_operators(word: str) -> None:
    assert word in OPERATOR_WORDS


@pytest.mark.parametrize("word", _NAMES.split())
def test_words_that_name_things_have_no_role(word: str) -> None:
    assert word not in FUNCTION_WORDS | OPERATOR_WORDS


def test_data_files_hold_normalised_forms() -> None:
    for short, meanings in json_data("abbreviations.json").items():
        assert normalise(short) == (short,)
        assert all(" ".join(normalise(meaning)) == meaning and meaning != short for meaning in meanings)
    for group in json_data("synonyms.json"):
        assert len(set(group)) == len(group) > 1
        assert all(" ".join(normalise(member)) == member for member in group)
    assert len(json_data("abbreviations.json")) >= 150
    assert len(json_data("places.json")) >= 240
