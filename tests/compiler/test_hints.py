"""Weak mentions help to find tables; nothing is computed by them."""

from __future__ import annotations

import pytest

from gtr_core.compiler.intent.hints import is_hint, without_hints
from gtr_core.index import Posting
from gtr_core.retrieval.result import Mention, QuestionToken, Retrieval


def _mention(posting: Posting, weight: float, first: int = 0, last: int = 1) -> Mention:
    return Mention(first, last, "blue", "blue", "exact", posting, weight, "part")


@pytest.mark.parametrize(
    ("posting", "weight", "expected"),
    [
        (Posting("description", "part", "brand"), 0.9, True),
        (Posting("semantic", "part"), 0.9, True),
        (Posting("value", "part", "name", "almond blue", 0.5), 0.2, True),
        (Posting("value", "part", "name", "1-URGENT", 0.5), 0.6, False),
        (Posting("value", "part", "name", "blue"), 0.2, False),
        (Posting("alias", "part", "name"), 0.1, False),
    ],
)
def test_what_is_a_hint(posting: Posting, weight: float, expected: bool) -> None:
    assert is_hint(_mention(posting, weight)) is expected


def test_the_words_of_a_hint_count_as_unexplained() -> None:
    tokens = (QuestionToken("blue", "blue", 0, 4, "grounded"), QuestionToken("parts", "parts", 5, 10, "grounded"))
    hint = _mention(Posting("description", "part", "brand"), 0.2)
    table = _mention(Posting("table", "part"), 1.0, 1, 2)
    found = without_hints(Retrieval("blue parts", "resolved", 1.0, None, None, tokens, (hint, table)))
    assert found.mentions == (table,)
    assert [token.role for token in found.tokens] == ["unexplained", "grounded"]
