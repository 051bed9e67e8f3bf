"""A dbt project's folder: its name, its profile, and where its artifacts lie."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gtr_core.dbt.exceptions import ProjectError
from gtr_core.dbt.rendering import RenderingError, read_yaml, render

__all__ = ["DbtProject", "find_project"]


@dataclass(frozen=True, slots=True)
class DbtProject:
    """A dbt project.

    Attributes:
        root: The folder of dbt_project.yml.
        profile: The profile that it names, None where it names none.
        target_path: Where dbt writes artifacts.
    """

    root: Path
    name: str
    profile: str | None
    target_path: Path

    @property
    def manifest(self) -> Path:
        """Where dbt writes manifest.json."""
        return self.target_path / "manifest.json"

    @property
    def catalog(self) -> Path | None:
        """catalog.json where dbt wrote one."""
        return _existing(self.target_path / "catalog.json")

    @property
    def semantic_manifest(self) -> Path | None:
        """semantic_manifest.json where dbt wrote one."""
        return _existing(self.target_path / "semantic_manifest.json")


def find_project(project_dir: Path, environment: Mapping[str, str] | None = None) -> DbtProject:
    """Reads dbt_project.yml of a folder, or of the nearest folder above it.

    Args:
        project_dir: Where to start.
        environment: Environment variables; those of the process where left out.

    Raises:
        ProjectError: There is no dbt_project.yml, or it cannot be read.
    """
    environment = os.environ if environment is None else environment
    start = project_dir.expanduser().absolute()
    root = next((folder for folder in (start, *start.parents) if (folder / "dbt_project.yml").is_file()), None)
    if root is None:
        raise ProjectError(start, "there is no dbt_project.yml in it or above it")
    file = root / "dbt_project.yml"
    try:
        said = read_yaml(file)
        rendered = {
            key: render(value, environment) if isinstance(value, str) else None
            for key in ("name", "profile", "target-path")
            if (value := said.get(key)) is not None
        }
    except RenderingError as error:
        raise ProjectError(file, error.problem) from None
    target = environment.get("DBT_TARGET_PATH") or rendered.get("target-path") or "target"
    profile = rendered.get("profile")
    return DbtProject(root, str(rendered.get("name") or ""), str(profile) if profile else None, root / str(target))


def _existing(path: Path) -> Path | None:
    return path if path.is_file() else None
