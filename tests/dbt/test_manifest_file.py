from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gtr_core.dbt import load_catalog, read_manifest
from gtr_core.dbt.exceptions import ArtifactFormatError
from tests.dbt.artifacts import manifest, model, written


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"nodes": {}}, "no metadata"),
        ({"metadata": None, "nodes": {}}, "no metadata"),
        ({"metadata": {}}, "no nodes"),
        ({"metadata": {}, "nodes": []}, "nodes"),
        (
            {"metadata": {"dbt_schema_version": "https://schemas.getdbt.com/dbt/catalog/v1.json"}, "nodes": {}},
            "catalog",
        ),
        ({"metadata": {"dbt_schema_version": "https://x/dbt/run-results/v6.json"}, "nodes": {}}, "run-results"),
    ],
)
def test_what_is_no_manifest_is_refused_with_the_reason(tmp_path: Path, document: Any, reason: str) -> None:
    with pytest.raises(ArtifactFormatError, match=reason):
        read_manifest(written(tmp_path, document))


def test_an_unknown_future_version_is_read_with_a_warning(tmp_path: Path) -> None:
    catalog = load_catalog(written(tmp_path, manifest(model("orders"), version=31)))
    assert [table.id for table in catalog.tables] == ["model.shop.orders"]
    assert any("v31" in warning for warning in catalog.warnings)


@pytest.mark.parametrize("version", [*range(1, 13), 20])
def test_known_versions_are_read_without_a_warning(tmp_path: Path, version: int) -> None:
    assert load_catalog(written(tmp_path, manifest(model("orders"), version=version))).warnings == ()


@pytest.mark.parametrize(
    "disabled",
    [
        [{"unique_id": "model.shop.old", "resource_type": "model"}],
        {"model.shop.old": [{"resource_type": "model"}]},
        {"model.shop.old": [{"unique_id": "model.shop.old"}, None]},
    ],
)
def test_disabled_nodes_are_a_list_or_lists_by_id(tmp_path: Path, disabled: Any) -> None:
    assert read_manifest(written(tmp_path, manifest(disabled=disabled))).disabled == {"model.shop.old": "model"}


def test_one_odd_node_does_not_cost_the_others(tmp_path: Path) -> None:
    catalog = load_catalog(written(tmp_path, manifest(model("orders"), model("odd", description=["no", "text"]))))
    assert [table.id for table in catalog.tables] == ["model.shop.orders"]
    (left,) = catalog.left_out
    assert (left.unique_id, left.reason) == ("model.shop.odd", "unreadable")
    assert "$.description" in left.detail


def test_an_odd_section_is_passed_over_with_a_warning(tmp_path: Path) -> None:
    catalog = load_catalog(written(tmp_path, manifest(model("orders"), exposures=3, parent_map={"a": "b"})))
    assert len(catalog.tables) == 1
    assert sum("passed over" in warning for warning in catalog.warnings) == 2


def test_fields_that_fusion_leaves_out_are_the_same_as_null(tmp_path: Path) -> None:
    full, bare = model("orders", "id"), model("orders", "id")
    full |= {"meta": None, "tags": None, "version": None, "constraints": None, "group": None, "description": None}
    for key in ("alias", "fqn", "patch_path"):
        del bare[key]
    tables = [load_catalog(written(tmp_path, manifest(node))).tables[0] for node in (full, bare)]
    assert tables[0] == tables[1]


def test_lineage_comes_from_the_maps_where_nodes_say_nothing(tmp_path: Path) -> None:
    nodes = [{**model(name), "depends_on": None} for name in ("a", "b", "c")]
    sections = {"parent_map": {"model.shop.b": ["model.shop.a"]}, "child_map": {"model.shop.b": ["model.shop.c"]}}
    tables = {table.name: table for table in load_catalog(written(tmp_path, manifest(*nodes, **sections))).tables}
    assert tables["b"].depends_on == ("model.shop.a",)
    assert tables["c"].depends_on == ("model.shop.b",)


def test_the_project_of_old_manifests_is_the_package_of_most_nodes(tmp_path: Path) -> None:
    document = manifest(model("a"), model("b"), model("c", package_name="helper"))
    del document["metadata"]["project_name"]
    assert read_manifest(written(tmp_path, document)).project == "shop"
