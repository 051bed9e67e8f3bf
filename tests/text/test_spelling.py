from __future__ import annotations

import pytest

from gtr_core.text import spelling_candidates

WORDS = ["customer", "customers", "custom", "supplier", "germany", "german", "india", "indiana", "iran", "iraq"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("custmoer", "customer"),
        ("suplier", "supplier"),
        ("germnay", "germany"),
        ("indai", "india"),
        ("cusstomerr", "customer"),
    ],
)
def test_the_nearest_word_is_first(written: str, meant: str) -> None:
    assert spelling_candidates(written, WORDS)[0].form == (meant,)


def test_a_second_edit_weighs_half() -> None:
    one, two = spelling_candidates("custome", [*WORDS, "customary"])[0], spelling_candidates("custoomerr", WORDS)[0]
    assert one.weight == 2 * two.weight


@pytest.mark.parametrize("written", ["ira", "o4711", "1995", "customer", ""])
def test_short_words_codes_and_known_words_have_none(written: str) -> None:
    assert all(candidate.form != (written,) for candidate in spelling_candidates(written, WORDS))
    if written != "customer":
        assert spelling_candidates(written, WORDS) == []


def test_fewer_edits_can_be_asked_for() -> None:
    assert spelling_candidates("custoomerr", WORDS, 1) == []


def test_no_more_than_five() -> None:
    assert len(spelling_candidates("abcdefgh", [f"abcdefg{c}" for c in "ijklmnop"])) == 5
