from __future__ import annotations

from typing import Any

import pytest

from gtr_core.dbt import Manifest, read_manifest, select_nodes
from gtr_core.dbt.exceptions import SelectionError
from tests.dbt.artifacts import manifest, model, seed, source, written
from tests.dbt.conftest import Load


def _node(name: str, folder: str, *parents: str, **fields: Any) -> dict[str, Any]:
    return model(
        name,
        fqn=["shop", folder, name],
        original_file_path=f"models\\{folder}\\{name}.sql",
        depends_on={"nodes": list(parents)},
        **fields,
    )


def _version(number: int) -> dict[str, Any]:
    node = _node("v", "marts", version=number, latest_version=2, relation_name=f"db.main.v_{number}")
    return {**node, "unique_id": f"model.shop.v.v{number}", "fqn": ["shop", "v", f"v{number}"]}


# raw.events -> stg_a -> (eph) -> a ; raw.events -> stg_b -> b ; a, b -> top <- board (exposure)
_NODES = (
    source("events"),
    seed("codes", fqn=["shop", "codes"], original_file_path="seeds/codes.csv"),
    _node("stg_a", "staging", "source.shop.raw.events", tags=["daily", "x"], config={"materialized": "view"}),
    _node("stg_b", "staging", "source.shop.raw.events", config={"materialized": "view", "tags": ["daily"]}),
    _node("eph", "marts", "model.shop.stg_a", config={"materialized": "ephemeral"}),
    _node("a", "marts", "model.shop.eph", group="g", access="public", meta={"owner": "ann"}),
    _node("b", "marts", "model.shop.stg_b", package_name="shop"),
    _node("top", "marts", "model.shop.a", "model.shop.b"),
    _version(1),
    _version(2),
    {**_node("off", "marts", "model.shop.top"), "config": {"enabled": False}},
)
_EXPOSURES = {"exposure.shop.board": {"name": "board", "depends_on": {"nodes": ["model.shop.top"]}}}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    return read_manifest(written(tmp_path_factory.mktemp("selection"), manifest(*_NODES, exposures=_EXPOSURES)))


@pytest.mark.parametrize(
    ("selection", "names"),
    [
        ("a", "a"),
        ("a b", "a b"),
        ("stg_*", "stg_a stg_b"),
        ("shop.staging", "stg_a stg_b"),
        ("staging", "stg_a stg_b"),
        ("staging.*", "stg_a stg_b"),
        ("shop.marts.a", "a"),
        ("tag:daily", "stg_a stg_b"),
        ("tag:daily,tag:x", "stg_a"),
        ("tag:daily,tag:x b", "stg_a b"),
        ("path:models/staging", "stg_a stg_b"),
        ("models/staging", "stg_a stg_b"),
        ("models/staging/stg_a.sql", "stg_a"),
        ("models/**/stg_*", "stg_a stg_b"),
        ("file:stg_a.sql", "stg_a"),
        ("stg_b.sql", "stg_b"),
        ("source:raw", "events"),
        ("source:raw.events", "events"),
        ("source:shop.raw.*", "events"),
        ("source:other", ""),
        ("+a", "events stg_a eph a"),
        ("1+a", "eph a"),
        ("2+a", "stg_a eph a"),
        ("stg_a+", "stg_a eph a top board"),
        ("stg_a+1", "stg_a eph"),
        ("1+eph+1", "stg_a eph a"),
        ("@stg_a", "events stg_a eph a stg_b b top board"),
        ("source:raw+,tag:daily", "stg_a stg_b"),
        ("+exposure:board,resource_type:source", "events"),
        ("resource_type:seed", "codes"),
        ("config.materialized:view", "stg_a stg_b"),
        ("config.meta.owner:ann", "a"),
        ("config.tags:daily", "stg_a stg_b"),
        ("group:g", "a"),
        ("access:public", "a"),
        ("package:shop,resource_type:model,marts", "eph a b top"),
        ("package:this,codes", "codes"),
        ("version:latest", "v2"),
        ("version:old", "v1"),
        ("v", "v1 v2"),
        ("v.v1", "v1"),
        ("v_v1", "v1"),
        ("off", ""),
        ("nothing", ""),
    ],
)
def test_what_is_selected(project: Manifest, selection: str, names: str) -> None:
    found = {unique_id.rsplit(".", 1)[-1] for unique_id in select_nodes(project, [selection])}
    assert found == set(names.split())


def test_several_selections_are_a_union_less_what_is_excluded(project: Manifest) -> None:
    found = select_nodes(project, ["stg_a+", "codes"], ["exposure:* eph", "top"])
    assert found == {"model.shop.stg_a", "model.shop.a", "seed.shop.codes"}


def test_without_a_selection_everything_is_selected(project: Manifest) -> None:
    assert len(select_nodes(project)) == len(_NODES) + len(_EXPOSURES) - 1
    assert select_nodes(project, [" "]) == select_nodes(project)


@pytest.mark.parametrize("selection", ["state:modified", "tags:x", "@a+", "+", "@", "config:x"])
def test_what_cannot_be_read_is_refused(project: Manifest, selection: str) -> None:
    with pytest.raises(SelectionError) as raised:
        select_nodes(project, [selection])
    assert selection in str(raised.value)


def test_a_catalog_of_selected_nodes_is_whole_in_itself(load: Load) -> None:
    catalog = load(*_NODES, select=("+a",))
    assert {table.name for table in catalog.tables} == {"events", "stg_a", "a"}
    reasons = {left.unique_id: left.reason for left in catalog.left_out}
    assert reasons["model.shop.b"] == "not_selected"
    assert reasons["model.shop.eph"] == "ephemeral"


def test_a_selection_overrides_a_preference(load: Load) -> None:
    (table,) = load(*_NODES, select=("v.v1",)).tables
    assert (table.id, table.preferred, table.hidden) == ("model.shop.v.v1", None, False)


def test_an_exclusion_alone_does_not(load: Load) -> None:
    catalog = load(*_NODES, exclude=("v.v2",))
    table = catalog.table("model.shop.v.v1")
    assert table is not None
    assert table.hidden


def test_a_selection_of_nothing_is_a_warning(load: Load) -> None:
    catalog = load(*_NODES, select=("no_such_model",))
    assert catalog.tables == ()
    assert any("no_such_model" in warning for warning in catalog.warnings)
