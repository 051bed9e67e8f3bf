from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.cli.context import in_words, project_folder
from gtr_core.errors import ConfigurationError


def test_the_project_is_the_nearest_above(tmp_path: Path, monkeypatch):
    monkeypatch.delenv("GTR_PROJECT_DIR", raising=False)
    (tmp_path / "dbt_project.yml").touch()
    inner = tmp_path / "models" / "marts"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert project_folder(None) == tmp_path


def test_the_flag_wins_over_the_variable(tmp_path: Path, monkeypatch):
    named, other = tmp_path / "named", tmp_path / "other"
    named.mkdir()
    other.mkdir()
    monkeypatch.setenv("GTR_PROJECT_DIR", str(other))
    assert project_folder(None) == other
    assert project_folder(named) == named


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(ConfigurationError, match="nosuch"):
        project_folder(tmp_path / "nosuch")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (1.9, "1 second"), (60, "1 minute"), (7300, "2 hours"), (86400 * 3.5, "3 days")],
)
def test_durations_in_words(seconds: float, words: str):
    assert in_words(seconds) == words
