"""The pattern for ASCII reads it as the whole one does."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.text.patterns import token_pattern

_ASCII = st.text(st.characters(max_codepoint=127), max_size=60)
_NEARLY = st.text(st.sampled_from("aB1'._-/:, #\"+s"), max_size=40)


def _read(text: str, *, ascii_only: bool) -> list[tuple[str | None, str]]:
    return [(match.lastgroup, match[0]) for match in token_pattern(ascii_only).finditer(text)]


@settings(deadline=None, max_examples=400)
@given(st.one_of(_ASCII, _NEARLY))
def test_both_patterns_read_ascii_alike(text: str) -> None:
    assert _read(text, ascii_only=True) == _read(text, ascii_only=False)
