from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.llm.choice import Choice, fenced, prompt_of, read_choice
from gtr_core.llm.exceptions import LanguageModelAnswerError


@given(st.text(max_size=200))
def test_no_text_can_leave_its_fence(text: str):
    block = fenced("column", text)
    first, last = block.splitlines()[0], block.splitlines()[-1]
    mark = first.split()[-1]
    assert last == f"{mark} end of data>>>"
    assert block.count(f"{mark} end of data>>>") == 1


def test_the_prompt_holds_the_task_the_data_and_the_numbered_options():
    _, user = prompt_of(Choice("Which?", {"column": "buyer"}, ("a", "b")))
    assert user.startswith("Which?")
    assert "buyer" in user
    assert user.endswith("Options:\n0: a\n1: b")


@given(st.integers(0, 4))
def test_a_number_of_an_option_is_read(number: int):
    assert read_choice(f"Sure:\n```json\n{json.dumps({'choice': number})}\n```", 5) == number


@given(st.text(max_size=50) | st.integers().map(lambda n: json.dumps({"choice": n + 5 if n >= 0 else n})))
def test_anything_else_is_refused(answer: str):
    with pytest.raises(LanguageModelAnswerError):
        read_choice(answer, 5)


def test_a_fingerprint_depends_on_all_that_is_asked():
    choices = [
        Choice("a", {}, ("x",)),
        Choice("b", {}, ("x",)),
        Choice("a", {"d": "1"}, ("x",)),
        Choice("a", {}, ("x", "y")),
    ]
    assert len({choice.fingerprint for choice in choices}) == 4
