"""Names of made-up rows, and how people mistype them."""

from __future__ import annotations

import random

import pytest

from gtr_core.evaluation.training.made_up import read_lexicon
from gtr_core.evaluation.training.made_up.values import made_names, misspelt


@pytest.mark.parametrize(("kind", "words"), [("person", 2), ("company", 2), ("town", 1), ("title", 2)])
def test_names_are_different_and_of_their_kind(kind: str, words: int) -> None:
    names = made_names(kind, 30, read_lexicon().words, random.Random(1))
    assert 20 < len(names) <= 30
    assert len(set(names)) == len(names)
    assert all(len(name.split()) >= words for name in names)


def test_taken_names_are_left_out() -> None:
    words = read_lexicon().words
    first = made_names("town", 30, words, random.Random(1))
    again = made_names("town", 30, words, random.Random(1), first[:5])
    assert again == first[5:]


def test_one_long_word_is_mistyped() -> None:
    for seed in range(20):
        wrong = misspelt("Brightwell Foods", random.Random(seed))
        word, rest = wrong.split(" ")
        assert rest == "Foods"
        assert word[:2] == "Br"
        assert len(word) in (9, 10)
    assert misspelt("Oslo Bus", random.Random(1)) == "Oslo Bus"
