"""What words say of roles."""

from __future__ import annotations

import pytest

from gtr_core.retrieval.role_verbs import says


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("won", "winner"),
        ("created", "creator"),
        ("presides", "president"),
        ("departing", "source"),
        ("arrivals", "destination"),
        ("reports", "manager"),
        ("employed", "employee"),
        ("buyers", "buyer"),
    ],
)
def test_a_word_says_the_role_of_who_does_it(word: str, role: str) -> None:
    assert role in says(word)


def test_short_words_say_themselves_alone() -> None:
    assert says("to") == {"to"}
