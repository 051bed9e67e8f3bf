"""The way in: from a dbt profile to a warehouse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.warehouse.warehouse import Warehouse

if TYPE_CHECKING:
    from gtr_core.dbt import ConnectionProfile

__all__ = ["connect"]

_ADAPTERS = ("duckdb", "postgres", "snowflake")


def connect(profile: ConnectionProfile, *, base_dir: Path | None = None) -> Warehouse:
    """Open a read-only connection with the settings of a dbt profile.

    Args:
        profile: What ``gtr_core.dbt.load_profile`` found.
        base_dir: Where the profile's relative paths start, the current folder by default.

    Raises:
        AdapterNotSupportedError: No module here speaks to that adapter, and dbt's own is not installed.
        WarehouseError: The connection cannot be opened; each cause has its own subclass.
    """
    if profile.adapter == "duckdb":
        from gtr_core.warehouse.duckdb_opening import open_duckdb

        return open_duckdb(profile.settings, base_dir)
    if profile.adapter == "postgres":
        from gtr_core.warehouse.postgres import open_postgres

        return open_postgres(profile.settings)
    if profile.adapter == "snowflake":
        from gtr_core.warehouse.snowflake import open_snowflake

        return open_snowflake(profile.settings)
    from gtr_core.warehouse.dbt_adapter import open_with_dbt

    return open_with_dbt(profile, _ADAPTERS)
