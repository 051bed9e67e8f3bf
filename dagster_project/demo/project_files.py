"""The shipped dbt project: copied into the demo's folder, and told apart by fingerprint."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

__all__ = ["SHIPPED_PROJECT", "copy_project", "fingerprint"]

SHIPPED_PROJECT = Path(__file__).parent / "project"

_PROJECT_FILES = ("dbt_project.yml", "profiles.yml", "models/**/*.sql", "models/**/*.yml", "tests/**/*.sql")


def copy_project(folder: Path) -> None:
    """Copy the shipped project into the folder; files of the same names are replaced."""
    for source in _files(SHIPPED_PROJECT):
        target = folder / source.relative_to(SHIPPED_PROJECT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def fingerprint(project: Path) -> str:
    """SHA-256 over the names and contents of the project's files."""
    digest = hashlib.sha256()
    for path in _files(project):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(project).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _files(project: Path) -> Iterator[Path]:
    found = {path for pattern in _PROJECT_FILES for path in project.glob(pattern) if path.is_file()}
    return iter(sorted(found))
