from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.text.data_files import lines
from gtr_core.text.segmentation import is_word, segment


@settings(deadline=None)
@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=70))
def test_pieces_make_up_the_text_and_are_words_where_there_are_several(text: str) -> None:
    pieces = segment(text)
    assert "".join(pieces) == text
    assert len(pieces) == 1 or all(map(is_word, pieces))


def test_each_word_is_there_once_and_plain() -> None:
    words = lines("words.txt")
    assert len(set(words)) == len(words) > 40_000
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
