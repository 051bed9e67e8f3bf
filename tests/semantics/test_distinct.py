"""Names told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gtr_core.semantics.distinct import distinct


def test_all_that_can_take_the_next_name() -> None:
    assert distinct([["name", "c name"], ["name", "o name"], ["tax"]], [1, 2, 3]) == ["c name", "o name", "tax"]


def test_those_that_give_way_leave_the_name_to_the_others() -> None:
    assert distinct([["a", "b"], ["a", "c"]], [1, 2], [False, True]) == ["a", "c"]


def test_things_of_one_identity_share_a_name() -> None:
    assert distinct([["a", "b"], ["a", "b"]], ["x", "x"]) == ["a", "a"]


def test_a_step_may_run_into_another_name() -> None:
    assert distinct([["a", "b", "1"], ["a", "c", "2"], ["b", "3"]], [1, 2, 3]) == ["1", "c", "3"]


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=3, unique=True), max_size=8))
def test_with_a_last_name_of_its_own_no_two_share(tables: list[list[str]]) -> None:
    candidates = [[*names, str(i)] for i, names in enumerate(tables)]
    chosen = distinct(candidates, range(len(tables)))
    assert len(set(chosen)) == len(chosen)
    assert all(name in names for name, names in zip(chosen, candidates, strict=True))
