"""From the shared flags to settings, the current snapshot, and a warehouse."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.build.settings import BuildSettings, build_settings, read_settings
from gtr_core.cli.output import notice
from gtr_core.errors import ConfigurationError

if TYPE_CHECKING:
    from gtr_core.context.snapshot import Snapshot
    from gtr_core.warehouse import Warehouse

__all__ = ["Flags", "in_words", "open_current", "open_warehouse", "project_folder", "settings_of"]

Flags = Mapping[str, object]

_PROJECT_FILES = ("dbt_project.yml", "gtr.yml")
_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def project_folder(project_dir: Path | None) -> Path:
    """The project's folder: the flag's, else ``GTR_PROJECT_DIR``'s, else the nearest one here or above.

    Raises:
        ConfigurationError: The folder that was named does not exist.
    """
    named = project_dir or (Path(os.environ["GTR_PROJECT_DIR"]) if os.environ.get("GTR_PROJECT_DIR") else None)
    if named is not None:
        if not named.is_dir():
            raise ConfigurationError(f"There is no folder {named}.", "Give the dbt project's folder as --project-dir.")
        return named
    here = Path.cwd()
    for folder in (here, *here.parents):
        if any((folder / name).is_file() for name in _PROJECT_FILES):
            return folder
    return here


def settings_of(project_dir: Path | None, flags: Flags) -> tuple[BuildSettings, dict[str, object]]:
    """Settings of a build, and all that were given; raises as ``read_settings`` does."""
    folder = project_folder(project_dir)
    given = read_settings(folder, flags)
    return build_settings(folder, given), given


def open_current(settings: BuildSettings, *, quiet: bool) -> Snapshot:
    """The current snapshot; a notice where it is older than ``max_age``.

    Raises:
        SnapshotError: There is none, or it cannot be read.
    """
    from gtr_core.context.store_address import open_store

    snapshot = open_store(settings.snapshot_dir).current()
    age = snapshot.age_s()
    if settings.max_age_s is not None and age > settings.max_age_s:
        notice(
            f"Warning: snapshot {snapshot.id} is {in_words(age)} old, past max_age ({in_words(settings.max_age_s)}). "
            "Refresh it with `gtr build`.",
            quiet=quiet,
        )
    return snapshot


def open_warehouse(settings: BuildSettings) -> Warehouse:
    """A read-only connection to the project's warehouse; raises as dbt's profile or the warehouse does."""
    from gtr_core.dbt import load_profile
    from gtr_core.warehouse import connect

    profile = load_profile(settings.project_dir, settings.profiles_dir, settings.profile, settings.target)
    return connect(profile, base_dir=settings.project_dir)


def in_words(seconds: float) -> str:
    """A duration in words: whole units, the largest that fits.

    >>> in_words(7300), in_words(45)
    ('2 hours', '45 seconds')
    """
    for size, unit in _UNITS:
        if seconds >= size:
            number = int(seconds // size)
            return f"{number} {unit}{'s' if number > 1 else ''}"
    number = int(seconds)
    return f"{number} second{'' if number == 1 else 's'}"
