from __future__ import annotations

import pytest

from gtr_core.profiling.word_lists import word_list


def test_a_list_by_its_name():
    assert {"price", "cost"} <= word_list("money_words")


def test_all_words_are_in_lower_case():
    assert all(word == word.casefold() for word in word_list("not_a_person") | word_list("placeholders"))


def test_an_unknown_list_is_an_error():
    with pytest.raises(KeyError):
        word_list("ghosts")
