from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest

from dagster_project.dbt_keys import dbt_asset_key, upstream_keys
from tests.dagster_project.shop import model, write_manifest

NODES = [
    ({"resource_type": "model", "name": "orders"}, ["orders"]),
    ({"resource_type": "model", "name": "orders", "config": {"schema": "sales"}}, ["sales", "orders"]),
    ({"resource_type": "seed", "name": "codes", "config": {"schema": None}}, ["codes"]),
    ({"resource_type": "source", "name": "raw", "source_name": "erp"}, ["erp", "raw"]),
    ({"resource_type": "model", "name": "orders", "version": 2, "alias": "orders_v2"}, ["orders_v2"]),
    ({"resource_type": "model", "name": "a", "config": {"meta": {"dagster": {"asset_key": ["x", "y"]}}}}, ["x", "y"]),
    ({"resource_type": "model", "name": "a", "meta": {"dagster": {"asset_key": ["z"]}}}, ["z"]),
]


@pytest.mark.parametrize(("node", "key"), NODES)
def test_the_rule(node: dict, key: list[str]) -> None:
    assert dbt_asset_key(node) == dg.AssetKey(key)


@pytest.mark.parametrize(("node", "key"), NODES)
def test_dagster_dbt_gives_the_same(node: dict, key: list[str]) -> None:
    dagster_dbt = pytest.importorskip("dagster_dbt")
    complete = {"config": {}, "meta": {}, **node}
    assert dagster_dbt.DagsterDbtTranslator().get_asset_key(complete) == dg.AssetKey(key)


def test_only_what_becomes_a_relation_is_upstream(tmp_path: Path) -> None:
    ephemeral, disabled = model("between", "id"), model("off", "id")
    ephemeral["config"]["materialized"] = "ephemeral"
    disabled["config"]["enabled"] = False
    write_manifest(tmp_path, model("orders", "id"), ephemeral, disabled)
    assert upstream_keys(tmp_path / "target" / "manifest.json") == (dg.AssetKey("orders"),)
