"""From settings to a warehouse and to how it is profiled."""

from __future__ import annotations

from gtr_core.build.from_package import PackageWarehouse
from gtr_core.build.retries import with_retries
from gtr_core.build.settings import BuildSettings
from gtr_core.dbt import load_profile
from gtr_core.profiling import ProfilingSettings
from gtr_core.warehouse import Warehouse, connect

__all__ = ["open_warehouse", "profiling_settings"]


def open_warehouse(settings: BuildSettings) -> Warehouse:
    """A read-only connection to the project's warehouse; a refusal that may pass is met by trying again.

    Raises:
        DbtError: The dbt profile cannot be used.
        WarehouseError: There is no connection to be had.
    """
    profile = load_profile(settings.project_dir, settings.profiles_dir, settings.profile, settings.target)
    warehouse = with_retries(lambda: connect(profile, base_dir=settings.project_dir))
    return PackageWarehouse(warehouse) if settings.from_package else warehouse


def profiling_settings(settings: BuildSettings) -> ProfilingSettings:
    """How tables are profiled under those settings."""
    return ProfilingSettings(rows=settings.sample_rows, values=settings.values)
