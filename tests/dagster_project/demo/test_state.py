from __future__ import annotations

from pathlib import Path

import pytest

from dagster_project.demo.state import MARKER_FILE, DemoState, read_state, write_state


def test_a_state_comes_back_as_it_was_written(tmp_path: Path) -> None:
    state = DemoState(shipped="a", scale=0.01, built="b", context="c")
    write_state(tmp_path, state)
    assert read_state(tmp_path) == state
    assert [path.name for path in tmp_path.iterdir()] == [MARKER_FILE]


def test_a_folder_without_a_marker_has_no_state(tmp_path: Path) -> None:
    assert read_state(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99, "scale": 1}', '{"format": 1, "unknown": 1}', "\x00"])
def test_a_marker_that_says_nothing_useful_counts_as_nothing_done(tmp_path: Path, text: str) -> None:
    (tmp_path / MARKER_FILE).write_text(text)
    assert read_state(tmp_path) == DemoState()
