"""The one resource: which dbt project GTR serves, and where the context goes."""

from __future__ import annotations

import os
from pathlib import Path

import dagster as dg

from gtr_core.build.settings import BuildSettings, build_settings, read_settings
from gtr_core.errors import ConfigurationError

__all__ = ["PROJECT_DIR_VARIABLE", "GtrProject"]

PROJECT_DIR_VARIABLE = "GTR_PROJECT_DIR"

_REMEDY = (
    f"Set the environment variable {PROJECT_DIR_VARIABLE}, or project_dir of the resource `project`, to the folder of "
    "dbt_project.yml."
)


class GtrProject(dg.ConfigurableResource[None]):
    """A dbt project and the settings of its build.

    Everything may be left out: then the folder comes from the environment variable ``GTR_PROJECT_DIR`` when a run
    starts, and the rest from ``GTR_…`` variables, ``gtr.yml`` and the defaults, as for ``gtr build``.

    Attributes:
        project_dir: Folder of dbt_project.yml and gtr.yml.
        snapshot_dir: The snapshot store.
        profiles_dir, profile, target: Where to find the warehouse, as for dbt.
    """

    project_dir: str | None = None
    snapshot_dir: str | None = None
    profiles_dir: str | None = None
    profile: str | None = None
    target: str | None = None

    def settings(self) -> BuildSettings:
        """Settings of a build, read anew.

        Raises:
            ConfigurationError: No folder is set, or it does not exist, or a setting is wrong.
        """
        named = self.project_dir or os.environ.get(PROJECT_DIR_VARIABLE)
        if not named:
            raise ConfigurationError("No dbt project is set.", _REMEDY)
        folder = Path(named).expanduser()
        if not folder.is_dir():
            raise ConfigurationError(f"There is no folder {folder}.", _REMEDY)
        flags = {
            "snapshot_dir": self.snapshot_dir,
            "profiles_dir": self.profiles_dir,
            "profile": self.profile,
            "target": self.target,
        }
        return build_settings(folder, read_settings(folder, flags))
