from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.dbt import ConnectionProfile
from gtr_core.warehouse import AdapterNotSupportedError, connect
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.warehouse.databases import write_database


def test_a_duckdb_profile_opens_its_file(tmp_path: Path):
    path = write_database(tmp_path / "shop.duckdb", "CREATE TABLE t (a INTEGER)")
    profile = ConnectionProfile("duckdb", "shop", "dev", "shop", "main", {"path": str(path)})
    with connect(profile) as warehouse:
        assert isinstance(warehouse, DuckDBWarehouse)
        assert warehouse.dialect == "duckdb"
        assert [one.relation.identifier for one in warehouse.list_relations()] == ["t"]


def test_an_unknown_adapter_comes_with_the_known_ones():
    with pytest.raises(AdapterNotSupportedError, match="duckdb") as failure:
        connect(ConnectionProfile("oracle", "shop", "dev", None, None, {}))
    assert failure.value.adapter == "oracle"
    assert failure.value.exit_code == 2
