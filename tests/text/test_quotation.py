from __future__ import annotations

import pytest

from gtr_core.text import quotations


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("orders of 'New York' and \"O'Brien\"", ["New York", "O'Brien"]),
        ("the customers' orders and suppliers' parts", []),
        ("it's Jack's", []),
        ("'Jack's place'", ["Jack's place"]),
        ("“a” ‘b’ «c» 「d」 `e`", ["a", "b", "c", "d", "e"]),
        ("'' \"\" ' '", []),
        ('"open', []),
        ("'" + "x" * 300 + "'", []),
    ],
)
def test_phrases(text: str, phrases: list[str]) -> None:
    assert [text[start:end] for start, end in quotations(text)] == phrases
