"""The demo's context: built where it is missing or out of date, else reused."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from dagster_project.demo.materialisation import materialise_context, snapshot_folder
from dagster_project.demo.preparation import Say
from dagster_project.demo.state import DemoState, write_state
from gtr_core.context.exceptions import SnapshotError
from gtr_core.context.snapshot_info import SnapshotInfo
from gtr_core.context.store import SnapshotStore

__all__ = ["with_context"]


def with_context(folder: Path, state: DemoState, say: Say) -> SnapshotInfo:
    """The current snapshot's information, after building it where it is not of this project, these rows and this GTR.

    Raises:
        ContextBuildError: The assets could not be materialised.
    """
    store = SnapshotStore(snapshot_folder(folder))
    wanted = f"{state.built} {_version()}"
    if state.context == wanted:
        try:
            return store.current().info
        except SnapshotError:
            pass  # removed or damaged: built anew
    write_state(folder, replace(state, context=""))
    say("Materialising the Dagster assets: catalog, profiles, joins, snapshot")
    materialise_context(folder)
    write_state(folder, replace(state, context=wanted))
    return store.info(store.current_id())


def _version() -> str:
    try:
        return version("guided-table-retrieval")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "unknown"
