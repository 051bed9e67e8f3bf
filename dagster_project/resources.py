"""Resources: which dbt project GTR serves, its warehouse, its encoder, and where the context goes."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dagster as dg
from pydantic import Field

from dagster_project.artifacts import fetched_artifacts
from gtr_core.build.settings import BuildSettings, build_settings, read_settings
from gtr_core.errors import ConfigurationError

if TYPE_CHECKING:
    from gtr_core.warehouse import Warehouse

__all__ = ["PROJECT_DIR_VARIABLE", "GtrEncoder", "GtrProject", "GtrStore", "GtrWarehouse"]

PROJECT_DIR_VARIABLE = "GTR_PROJECT_DIR"

_REMEDY = (
    f"Set the environment variable {PROJECT_DIR_VARIABLE}, or project_dir of the resource `gtr_project`, to the folder "
    "of dbt_project.yml."
)


class GtrWarehouse(dg.ConfigurableResource[None]):
    """The warehouse: as dbt's profiles.yml says, or as is said here.

    Attributes:
        connection: What would stand in an output of profiles.yml (``type`` and the adapter's settings), Jinja with
            ``env_var`` allowed; None: profiles.yml.
        profiles_dir, profile, target: Where to find the connection in profiles.yml, as for dbt.
    """

    connection: dict[str, Any] | None = None
    profiles_dir: str | None = None
    profile: str | None = None
    target: str | None = None

    def open(self, settings: BuildSettings) -> Warehouse:
        """A read-only connection.

        Raises:
            DbtError: profiles.yml cannot be used, or a variable that it names is not set.
            WarehouseError: There is no connection to be had.
        """
        from gtr_core.build.from_package import PackageWarehouse
        from gtr_core.build.retries import with_retries
        from gtr_core.build.warehouse_access import open_warehouse
        from gtr_core.dbt.profiles import explicit_profile
        from gtr_core.warehouse import connect

        if self.connection is None:
            return open_warehouse(settings)
        profile = explicit_profile(self.connection, settings.project_dir)
        warehouse = with_retries(lambda: connect(profile, base_dir=settings.project_dir))
        return PackageWarehouse(warehouse) if settings.from_package else warehouse


class GtrStore(dg.ConfigurableResource[None]):
    """The snapshot store.

    Attributes:
        address: A folder, or an fsspec address such as ``s3://bucket/gtr``; None: ``GTR_SNAPSHOT_DIR``, gtr.yml, or
            ``.gtr`` in the project's folder.
        keep: Snapshots that stay; None: as gtr.yml says.
    """

    address: str | None = None
    keep: int | None = None


class GtrEncoder(dg.ConfigurableResource[None]):
    """The model that embeds tables.

    Attributes:
        name: As in gtr.yml: ``none``, or ``sentence-transformers:`` and a name or path; None: as gtr.yml says.
    """

    name: str | None = None


class GtrProject(dg.ConfigurableResource[None]):
    """A dbt project and the settings of its build.

    Everything may be left out: then the folder comes from the environment variable ``GTR_PROJECT_DIR`` when a run
    starts, and the rest from ``GTR_…`` variables, ``gtr.yml`` and the defaults, as for ``gtr build``.

    Attributes:
        project_dir: Folder of dbt_project.yml and gtr.yml.
        manifest: Where dbt's manifest.json is, as a path or an fsspec address; catalog.json and
            semantic_manifest.json are taken from beside it. None: dbt's target folder.
        warehouse, store, encoder: What they are.
        threads: Tables profiled at a time; None: as gtr.yml says.
    """

    project_dir: str | None = None
    manifest: str | None = None
    warehouse: GtrWarehouse = Field(default_factory=GtrWarehouse)
    store: GtrStore = Field(default_factory=GtrStore)
    encoder: GtrEncoder = Field(default_factory=GtrEncoder)
    threads: int | None = None

    def settings(self, *, full_refresh: bool = False) -> BuildSettings:
        """Settings of a build, read anew; artifacts that lie elsewhere are fetched.

        Raises:
            ConfigurationError: No folder is set, or it does not exist, or a setting is wrong.
            DbtError: The manifest's address cannot be read.
        """
        folder = self._folder()
        flags: dict[str, object] = {
            "snapshot_dir": self.store.address,
            "profiles_dir": self.warehouse.profiles_dir,
            "profile": self.warehouse.profile,
            "target": self.warehouse.target,
            "keep": self.store.keep,
            "encoder": self.encoder.name,
            "threads": self.threads,
            **fetched_artifacts(self.manifest_address()),
        }
        return replace(build_settings(folder, read_settings(folder, flags)), full_refresh=full_refresh)

    def manifest_address(self) -> str | None:
        """The manifest's path or address where one is named, here or by ``GTR_MANIFEST``."""
        return self.manifest or os.environ.get("GTR_MANIFEST") or None

    def _folder(self) -> Path:
        named = self.project_dir or os.environ.get(PROJECT_DIR_VARIABLE)
        if not named:
            raise ConfigurationError("No dbt project is set.", _REMEDY)
        folder = Path(named).expanduser()
        if not folder.is_dir():
            raise ConfigurationError(f"There is no folder {folder}.", _REMEDY)
        return folder
