from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.profiling.array_literal import read_array


def written(elements: list[object]) -> str:
    """As PostgreSQL may write it: every text quoted."""

    def one(element: object) -> str:
        if isinstance(element, list):
            return written(element)
        if element is None:
            return "NULL"
        return '"' + str(element).replace("\\", "\\\\").replace('"', '\\"') + '"'

    return "{" + ",".join(map(one, elements)) + "}"


@given(st.recursive(st.lists(st.none() | st.text()), lambda inner: st.lists(inner, max_size=3), max_leaves=6))
def test_what_is_written_is_read_again(elements: list[object]):
    assert read_array(written(elements)) == elements


@pytest.mark.parametrize("text", ["", "a", "{", "}", "{}}", "{a}{b}", "{{a}", '{"a'])
def test_what_is_no_array_is_refused(text: str):
    with pytest.raises(ValueError, match="array"):
        read_array(text)


def test_what_cannot_be_converted_stays_text():
    assert read_array("{1,x,NULL}", int) == [1, "x", None]
