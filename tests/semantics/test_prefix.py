"""Prefixes that say nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.semantics.prefix import shared_prefix


@pytest.mark.parametrize(
    ("names", "prefix"),
    [
        (["l ship date", "l tax", "l part key"], "l"),
        (["ps part key", "ps avail qty", "ps supply cost"], "ps"),
        (["zqx name", "zqx size", "zqx colour"], "zqx"),
        (["zqx c name", "zqx c size", "zqx c colour"], "zqx c"),
        (["c id", "c name"], "c"),
        (["c id", "c name", "c size", "c tax", "loaded at"], "c"),
        (["c id", "c name", "c size", "loaded at"], ""),
        (["ship date", "ship mode", "ship cost"], ""),
        (["cust id", "cust name", "cust address"], ""),
        (["is open", "is new", "is big"], ""),
        (["c id", "o name", "p size"], ""),
        (["c", "c", "c"], ""),
        (["1 a", "1 b", "1 c"], ""),
        ([], ""),
    ],
)
def test_prefix(names: list[str], prefix: str) -> None:
    assert shared_prefix([tuple(name.split()) for name in names]) == tuple(prefix.split())


_WORDS = st.lists(st.sampled_from(["c", "ps", "zqx", "ship", "date", "1"]), max_size=4).map(tuple)


@given(st.lists(_WORDS, max_size=8))
def test_it_leaves_each_bearer_a_word_and_nearly_all_bear_it(names: list[tuple[str, ...]]) -> None:
    prefix = shared_prefix(names)
    bearers = [name for name in names if name[: len(prefix)] == prefix and len(name) > len(prefix)]
    assert not prefix or len(bearers) >= 0.8 * len(names)
