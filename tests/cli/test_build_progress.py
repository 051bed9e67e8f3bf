from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from gtr_core.build.progress import CountsRows
from gtr_core.cli import build_progress
from gtr_core.cli.build_progress import shown_progress


def drawn(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    written = io.StringIO()
    monkeypatch.setattr(
        build_progress, "Console", lambda stderr: Console(file=written, force_terminal=True, width=140, stderr=stderr)
    )
    return written


def test_tables_rows_seconds_and_the_rest_are_shown(monkeypatch: pytest.MonkeyPatch):
    written = drawn(monkeypatch)
    with shown_progress(quiet=False) as progress:
        progress.step("profiling tables", 4)
        for table in ("customer", "orders"):
            assert isinstance(progress, CountsRows)
            progress.count_rows(75_000)
            progress.advance(table)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written.getvalue())
    assert "profiling tables: orders" in text
    assert re.search(r"2/4 +150,000 rows +0:00:0\d +(?:-:--:--|0:00:0\d) +left", text)


def test_a_step_of_unknown_length_promises_nothing(monkeypatch: pytest.MonkeyPatch):
    written = drawn(monkeypatch)
    with shown_progress(quiet=False) as progress:
        progress.step("publishing")
    text = written.getvalue()
    assert "publishing" in text
    assert "left" not in text
    assert "rows" not in text


def test_nothing_is_drawn_without_a_terminal(capsys: pytest.CaptureFixture[str]):
    with shown_progress(quiet=False) as progress:
        progress.step("profiling tables", 4)
        progress.advance("orders")
        assert not isinstance(progress, CountsRows)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
