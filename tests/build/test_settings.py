from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.build.duration import parse_duration
from gtr_core.build.exceptions import InvalidSettingError, UnknownSettingError
from gtr_core.build.settings import build_settings, read_settings
from gtr_core.errors import ConfigurationError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "gtr.yml").write_text("snapshot_dir: store\nkeep: 3\nthreads: 2\nmax_age: 36h\n")
    return tmp_path


def test_flags_win_over_environment_and_environment_over_the_file(project: Path):
    given = read_settings(project, {"keep": 7, "threads": None}, {"GTR_KEEP": "5", "GTR_THREADS": "4"})
    settings = build_settings(project, given)
    assert settings.keep == 7
    assert settings.threads == 4
    assert settings.max_age_s == 36 * 3600


def test_paths_in_the_file_are_relative_to_the_project(project: Path):
    assert build_settings(project, read_settings(project, environment={})).snapshot_dir == project / "store"
    given = read_settings(project, {"snapshot_dir": "elsewhere"}, {})
    assert build_settings(project, given).snapshot_dir == Path("elsewhere")


def test_an_address_is_left_as_it_is(tmp_path: Path):
    (tmp_path / "gtr.yml").write_text("snapshot_dir: s3://bucket/gtr\n")
    assert build_settings(tmp_path, read_settings(tmp_path, environment={})).snapshot_dir == "s3://bucket/gtr"


def test_defaults_where_nothing_is_given(tmp_path: Path):
    settings = build_settings(tmp_path, read_settings(tmp_path, environment={}))
    assert settings.snapshot_dir == tmp_path / ".gtr"
    assert settings.values == "codes"
    assert settings.max_age_s is None


def test_unknown_keys_are_refused_with_the_known_ones(tmp_path: Path):
    (tmp_path / "gtr.yml").write_text("snapshot_dri: x\n")
    with pytest.raises(UnknownSettingError) as caught:
        read_settings(tmp_path, environment={})
    assert caught.value.unknown == ("snapshot_dri",)
    assert "Did you mean snapshot_dir?" in str(caught.value)
    assert "max_age" in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [("threads", "0"), ("threads", "many"), ("values", "some"), ("max_age", "soon"), ("keep", "-1"), ("limit", "1.5")],
)
def test_values_that_cannot_be_are_refused_and_the_variable_named(tmp_path: Path, key: str, value: str):
    with pytest.raises(InvalidSettingError) as caught:
        read_settings(tmp_path, environment={f"GTR_{key.upper()}": value})
    assert f"GTR_{key.upper()}" in str(caught.value)
    assert caught.value.value == value


@pytest.mark.parametrize("text", ["- a\n- b\n", "keep: [1\n"])
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str):
    (tmp_path / "gtr.yml").write_text(text)
    with pytest.raises(ConfigurationError, match=r"gtr\.yml"):
        read_settings(tmp_path, environment={})


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("1.5h", 5400), ("7d", 604800), ("2 w", 1209600)])
def test_durations(text: str, seconds: float):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "7", "h", "-1d", "1y"])
def test_what_is_no_duration(text: str):
    assert parse_duration(text) is None
