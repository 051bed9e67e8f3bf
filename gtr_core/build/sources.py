"""The first step: what the dbt project declares, and where its warehouse is."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gtr_core.build.settings import BuildSettings
from gtr_core.catalog import Catalog
from gtr_core.dbt import find_project, load_catalog
from gtr_core.dbt.manifest_file import read_manifest
from gtr_core.dbt.restriction import restrict
from gtr_core.dbt.selection import select_nodes

__all__ = ["Sources", "artifact_paths", "read_sources"]


@dataclass(frozen=True, slots=True)
class Sources:
    """What was read before the warehouse is asked.

    Attributes:
        fingerprints: SHA-256 of each artifact by its kind.
        selected: Ids of the tables to refresh; None: all.
    """

    catalog: Catalog
    fingerprints: Mapping[str, str]
    selected: frozenset[str] | None = None

    @property
    def left_out(self) -> dict[str, int]:
        """Numbers of the project's nodes that did not become tables, by reason."""
        return dict(sorted(Counter(node.reason for node in self.catalog.left_out).items()))


def artifact_paths(settings: BuildSettings) -> dict[str, Path]:
    """Paths of the artifacts by kind: those that were named, else those that dbt wrote.

    Raises:
        ProjectError: There is no dbt_project.yml, or it cannot be read, and no manifest was named.
    """
    manifest = settings.manifest or find_project(settings.project_dir).manifest
    paths = {"manifest": manifest}
    for kind, named in (("catalog", settings.catalog), ("semantic_manifest", settings.semantic_manifest)):
        found = named or manifest.parent / f"{kind}.json"
        if named is not None or found.is_file():
            paths[kind] = found
    return paths


def read_sources(settings: BuildSettings) -> Sources:
    """Read dbt's artifacts.

    Raises:
        DbtError: One is missing, or is not what it should be.
    """
    paths = artifact_paths(settings)
    catalog = load_catalog(
        paths["manifest"], paths.get("catalog"), paths.get("semantic_manifest"), select=settings.select
    )
    fingerprints = {kind: _sha256(path) for kind, path in paths.items()}
    return Sources(catalog, fingerprints, _selected(paths["manifest"], catalog, settings.refresh))


def _selected(manifest: Path, catalog: Catalog, selections: tuple[str, ...]) -> frozenset[str] | None:
    if not selections:
        return None
    chosen = restrict(catalog, select_nodes(read_manifest(manifest), selections, ()), named=False)
    return frozenset(table.id for table in chosen.tables)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
