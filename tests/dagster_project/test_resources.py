from __future__ import annotations

from pathlib import Path

import pytest

from dagster_project.resources import PROJECT_DIR_VARIABLE, GtrProject, GtrStore, GtrWarehouse
from gtr_core.errors import ConfigurationError


@pytest.fixture(autouse=True)
def no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PROJECT_DIR_VARIABLE, raising=False)
    for name in ("GTR_SNAPSHOT_DIR", "GTR_MANIFEST"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_folder_the_setting_is_named() -> None:
    with pytest.raises(ConfigurationError, match="GTR_PROJECT_DIR"):
        GtrProject().settings()


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="nowhere"):
        GtrProject(project_dir=str(tmp_path / "nowhere")).settings()


def test_the_environment_is_read_when_the_settings_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = GtrProject()
    monkeypatch.setenv(PROJECT_DIR_VARIABLE, str(tmp_path))
    settings = project.settings()
    assert settings.project_dir == tmp_path
    assert settings.snapshot_dir == tmp_path / ".gtr"


def test_what_the_resource_says_wins_over_the_projects_file(tmp_path: Path) -> None:
    (tmp_path / "gtr.yml").write_text("target: dev\nprofile: shop\nsnapshot_dir: store\n")
    settings = GtrProject(project_dir=str(tmp_path), warehouse=GtrWarehouse(target="prod")).settings()
    assert (settings.target, settings.profile) == ("prod", "shop")
    assert settings.snapshot_dir == tmp_path / "store"


def test_store_and_threads_are_settings_like_any_other(tmp_path: Path) -> None:
    project = GtrProject(project_dir=str(tmp_path), store=GtrStore(address="s3://bucket/gtr", keep=9), threads=4)
    settings = project.settings(full_refresh=True)
    assert (settings.snapshot_dir, settings.keep, settings.threads) == ("s3://bucket/gtr", 9, 4)
    assert settings.full_refresh
