"""Making the demo's folder ready: project, rows, dbt; whatever is there and still right is reused."""

from __future__ import annotations

import errno
import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from dagster_project.demo.dbt_run import run_dbt
from dagster_project.demo.exceptions import (
    DemoFolderBusyError,
    DemoFolderError,
    DemoWriteError,
    MissingExtraError,
    NoSpaceError,
)
from dagster_project.demo.project_files import SHIPPED_PROJECT, copy_project, fingerprint
from dagster_project.demo.rows import WAREHOUSE_FILE, bytes_needed, generator, load_rows
from dagster_project.demo.state import MARKER_FILE, DemoState, read_state, write_state
from gtr_core.context.folder_lock import FolderLock

__all__ = ["DEFAULT_SCALE", "Say", "check_packages", "claimed", "prepare"]

DEFAULT_SCALE = 0.01

Say = Callable[[str], None]

_LOCK_FILE = ".gtr_demo.lock"
_PACKAGES = {"dbt": "dbt-core", "dbt.adapters.duckdb": "dbt-duckdb", "dagster": "dagster"}
_DBT_FILES = ("manifest.json", "catalog.json", "semantic_manifest.json")


def check_packages() -> None:
    """Look for the packages of the extra ``[demo]`` before any work is done.

    Raises:
        MissingExtraError: Some are not installed; all of them are named.
    """
    missing = [package for module, package in _PACKAGES.items() if not _is_there(module)]
    try:
        generator()
    except MissingExtraError as error:
        missing += error.packages
    if missing:
        raise MissingExtraError(missing)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make the folder, see that it is a demo's or empty, and keep other demos out of it meanwhile.

    Raises:
        DemoFolderError: It holds something else.
        DemoFolderBusyError: Another demo is at work in it.
        NoSpaceError, DemoWriteError: The operating system refuses to write.
    """
    with _writing(folder):
        _check_contents(folder)
        folder.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(folder / _LOCK_FILE)
        if not lock.acquire():
            raise DemoFolderBusyError(folder)
        with lock:
            # A dbt that outlives us, were we killed, goes on writing: until it ends the folder is not free.
            lock.share_with_children()
            # Written before anything else, so that a folder that was left half-made is known as ours.
            if read_state(folder) is None:
                write_state(folder, DemoState())
            yield


def prepare(folder: Path, scale: float | None, say: Say) -> DemoState:
    """Bring the folder to where dbt has built the project over rows of that scale, and return its state.

    Args:
        folder: A claimed folder.
        scale: Scale factor of TPC-H; None: that of the rows that are there, else ``DEFAULT_SCALE``.
        say: Told of each step as it begins.

    Raises:
        GtrError: A step failed; those before it are kept.
    """
    state = read_state(folder) or DemoState()
    state = _with_project(folder, state, say)
    state = _with_rows(folder, state, scale, say)
    return _with_dbt(folder, state, say)


def _with_project(folder: Path, state: DemoState, say: Say) -> DemoState:
    shipped = fingerprint(SHIPPED_PROJECT)
    if state.shipped == shipped and (folder / "dbt_project.yml").is_file():
        return state
    say("Writing the dbt project")
    copy_project(folder)
    return _noted(folder, replace(state, shipped=shipped))


def _with_rows(folder: Path, state: DemoState, scale: float | None, say: Say) -> DemoState:
    wanted = scale or state.scale or DEFAULT_SCALE
    if state.scale == wanted and (folder / WAREHOUSE_FILE).is_file():
        return state
    free = _free(folder)
    if free < bytes_needed(wanted):
        raise NoSpaceError(folder, free, bytes_needed(wanted))
    say(f"Generating and loading TPC-H rows at scale factor {wanted:g}")
    state = _noted(folder, replace(state, scale=None, built=""))
    load_rows(folder, wanted)
    return _noted(folder, replace(state, scale=wanted))


def _with_dbt(folder: Path, state: DemoState, say: Say) -> DemoState:
    # The folder's own files, which a user may have changed, over the rows that are loaded.
    built = hashlib.sha256(f"{fingerprint(folder)} {state.scale:g}".encode()).hexdigest()
    if state.built == built and all((folder / "target" / name).is_file() for name in _DBT_FILES):
        return state
    state = _noted(folder, replace(state, built=""))
    say("dbt build: models and tests")
    run_dbt(folder, "build")
    say("dbt docs generate: the catalog")
    run_dbt(folder, "docs", "generate")
    return _noted(folder, replace(state, built=built))


def _noted(folder: Path, state: DemoState) -> DemoState:
    write_state(folder, state)
    return state


def _check_contents(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise DemoFolderError(folder, "is not a folder")
    if not folder.is_dir() or read_state(folder) is not None:
        return
    ours = {_LOCK_FILE, f"{MARKER_FILE}.next"}
    if any(path.name not in ours for path in folder.iterdir()):
        raise DemoFolderError(folder, "is not empty, and what it holds is not a demo")


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise NoSpaceError(folder, _free(folder)) from error
        raise DemoWriteError(folder, error.strerror or str(error)) from error


def _free(folder: Path) -> int:
    there = next((path for path in (folder, *folder.absolute().parents) if path.exists()), Path.cwd())
    return shutil.disk_usage(there).free


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
