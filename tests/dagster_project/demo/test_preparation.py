from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dagster_project.demo import preparation
from dagster_project.demo.exceptions import (
    DbtRunError,
    DemoFolderBusyError,
    DemoFolderError,
    DemoWriteError,
    MissingExtraError,
    NoSpaceError,
)
from dagster_project.demo.preparation import check_packages, claimed, prepare
from dagster_project.demo.rows import WAREHOUSE_FILE
from dagster_project.demo.state import DemoState, read_state


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The dear steps, noted instead of taken; what they would leave behind is written."""
    taken: list[str] = []

    def load(folder: Path, scale: float) -> None:
        taken.append(f"rows {scale:g}")
        (folder / WAREHOUSE_FILE).write_bytes(b"")

    def dbt(folder: Path, *arguments: str) -> None:
        taken.append(" ".join(arguments))
        (folder / "target").mkdir(exist_ok=True)
        for name in ("manifest.json", "catalog.json", "semantic_manifest.json"):
            (folder / "target" / name).write_text("{}")

    monkeypatch.setattr(preparation, "load_rows", load)
    monkeypatch.setattr(preparation, "run_dbt", dbt)
    return taken


def make(folder: Path, scale: float | None = None) -> DemoState:
    with claimed(folder):
        return prepare(folder, scale, lambda _text: None)


def test_a_first_run_takes_every_step_and_a_second_none(folder: Path, steps: list[str]) -> None:
    first = make(folder)
    assert steps == ["rows 0.01", "build", "docs generate"]
    assert make(folder) == first == read_state(folder)
    assert len(steps) == 3


def test_the_scale_that_is_there_stays_unless_another_is_asked_for(folder: Path, steps: list[str]) -> None:
    make(folder, 0.1)
    assert make(folder).scale == 0.1
    assert steps == ["rows 0.1", "build", "docs generate"]
    assert make(folder, 0.02).scale == 0.02
    assert steps[3:] == ["rows 0.02", "build", "docs generate"]


def test_a_changed_model_is_built_again_and_kept(folder: Path, steps: list[str]) -> None:
    make(folder)
    model = folder / "models" / "marts" / "nation.sql"
    model.write_text(model.read_text() + "-- mine\n")
    make(folder)
    assert steps[3:] == ["build", "docs generate"]
    assert model.read_text().endswith("-- mine\n")


@pytest.mark.parametrize(
    ("lost", "again"),
    [
        (WAREHOUSE_FILE, ["rows 0.01", "build", "docs generate"]),
        ("target/catalog.json", ["build", "docs generate"]),
        ("dbt_project.yml", []),
    ],
)
def test_what_is_lost_is_made_again(folder: Path, steps: list[str], lost: str, again: list[str]) -> None:
    make(folder)
    (folder / lost).unlink()
    make(folder)
    assert steps[3:] == again
    assert (folder / lost).is_file()


@pytest.mark.parametrize("failing", ["rows", "build", "docs"])
def test_a_run_that_was_cut_short_is_gone_on_with(
    folder: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    class Killed(BaseException):
        pass

    def dies(step: Callable[..., None]) -> Callable[..., None]:
        def killed(*arguments: object) -> None:
            if failing == "rows" or failing in arguments:
                raise Killed
            step(*arguments)

        return killed

    name = "load_rows" if failing == "rows" else "run_dbt"
    with monkeypatch.context() as patch:
        patch.setattr(preparation, name, dies(getattr(preparation, name)))
        with pytest.raises(Killed):
            make(folder)
    done = list(steps)
    state = make(folder)
    assert state.built
    assert steps[len(done) :] == (["rows 0.01"] if failing == "rows" else []) + ["build", "docs generate"]


def test_a_folder_with_something_else_in_it_is_left_alone(folder: Path, steps: list[str]) -> None:
    folder.mkdir()
    (folder / "thesis.tex").write_text("mine")
    with pytest.raises(DemoFolderError, match="not a demo"):
        make(folder)
    assert [path.name for path in folder.iterdir()] == ["thesis.tex"]
    assert steps == []


def test_a_file_is_no_folder(folder: Path) -> None:
    folder.write_text("")
    with pytest.raises(DemoFolderError, match="not a folder"):
        make(folder)


def test_two_demos_do_not_share_a_folder(folder: Path, steps: list[str]) -> None:
    with claimed(folder), pytest.raises(DemoFolderBusyError), claimed(folder):
        pytest.fail("claimed twice")
    assert make(folder).scale == 0.01


def test_a_disk_without_room_is_said_before_anything_is_generated(
    folder: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "_free", lambda _folder: 10_000_000)
    with pytest.raises(NoSpaceError, match=r"10 MB free, and the demo needs about 1,250 MB"):
        make(folder, 1)
    assert steps == []


@pytest.mark.parametrize(
    ("number", "expected"),
    [(errno.ENOSPC, NoSpaceError), (errno.EROFS, DemoWriteError), (errno.EACCES, DemoWriteError)],
)
def test_what_the_operating_system_refuses_is_named(folder: Path, number: int, expected: type[Exception]) -> None:
    with pytest.raises(expected, match=str(folder)), claimed(folder):
        raise OSError(number, "refused")


def test_all_missing_packages_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Path:
        raise MissingExtraError(["tpchgen-cli"])

    monkeypatch.setattr(preparation, "generator", missing)
    monkeypatch.setattr(preparation, "find_spec", lambda _module: None)
    with pytest.raises(MissingExtraError) as caught:
        check_packages()
    assert caught.value.packages == ("dbt-core", "dbt-duckdb", "dagster", "tpchgen-cli")
    assert caught.value.exit_code == 2


def test_dbt_that_fails_says_what_it_said(folder: Path) -> None:
    with claimed(folder):
        pass
    with pytest.raises(DbtRunError, match="dbt build failed") as caught:
        preparation.run_dbt(folder, "build")
    assert "dbt_project.yml" in caught.value.output


def test_a_program_that_a_killed_demo_left_running_keeps_the_folder(folder: Path) -> None:
    """The child is started as dbt is, its starter is killed, and only its own end frees the folder."""
    starter = (
        "import pathlib, subprocess, sys\n"
        "from dagster_project.demo.preparation import claimed\n"
        "with claimed(pathlib.Path(sys.argv[1])):\n"
        "    child = subprocess.Popen(['cat'], stdin=sys.stdin, stdout=subprocess.DEVNULL, close_fds=False)\n"
        "    print('started', flush=True)\n"
        "    child.wait()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", starter, str(folder)],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    process.kill()
    process.wait()
    with pytest.raises(DemoFolderBusyError), claimed(folder):
        pytest.fail("claimed while the child was at work")
    process.stdin.close()  # `cat` ends
    process.stdout.close()
    for _ in range(10_000):
        try:
            with claimed(folder):
                return
        except DemoFolderBusyError:
            os.sched_yield()
    pytest.fail("never freed")
