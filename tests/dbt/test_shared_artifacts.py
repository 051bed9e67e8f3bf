"""What is understood of artifacts that dbt wrote for public projects, in numbers.

The folder's own counts differ from these in four ways: ephemeral models are no tables; a seed and a source that are
one relation are one table; edges that several statements claim are one; and of the 30 distinct tests of
``constraints``, two differ only in that a list of one column stands for that column, and one has no parent.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from gtr_core.catalog import Catalog
from gtr_core.dbt import load_catalog
from gtr_core.dbt.join_entities import entity_pairs
from gtr_core.dbt.semantic_manifest import read_semantic_manifest
from gtr_core.dbt.semantic_models import to_semantic_model

# File, tables by kind (model, seed, snapshot, source), nodes merged into others, edges, edges by origin, keys of which
# primary, metrics, nodes left out by reason.
_ORIGINS = {"r": "relationships_test", "f": "foreign_key_test", "c": "constraint", "e": "semantic_entity"}
_COUNTS: dict[str, tuple[tuple[int, int, int, int], int, int, dict[str, int], tuple[int, int], int, dict[str, int]]] = {
    "ad-reporting-v06-bigquery": ((225, 58, 0, 79), 0, 0, {}, (138, 137), 0, {"ephemeral": 1, "test": 1}),
    "bouncer-v12-duckdb": (
        (36, 3, 2, 13), 0, 1, {"r": 1}, (9, 9), 1, {"ephemeral": 3, "operation": 1, "test": 2, "unit_test": 4},
    ),
    "constraints-v09-postgres": (
        (12, 6, 0, 6), 0, 28, {"f": 8, "r": 21}, (30, 22), 0, {"operation": 1, "test": 1, "unused_join_test": 1},
    ),
    "ethereum-v04-snowflake": ((53, 3, 0, 20), 0, 0, {}, (19, 1), 0, {"disabled": 1, "operation": 5, "test": 227}),
    "jaffle-shop-v12-duckdb": ((13, 6, 0, 0), 6, 6, {"r": 3, "e": 4}, (12, 12), 23, {"test": 4, "unit_test": 3}),
    "jaffle-shop-v12-snowflake": (
        (15, 6, 0, 0), 6, 8, {"c": 3, "r": 3, "e": 4}, (14, 14), 23, {"test": 4, "unit_test": 3},
    ),
    "jaffle-v01-bigquery": ((8, 3, 0, 0), 0, 1, {"r": 1}, (6, 5), 0, {}),
    "jaffle-v02-bigquery": ((8, 3, 0, 0), 0, 1, {"r": 1}, (6, 5), 0, {}),
    "jaffle-v03-bigquery": ((8, 3, 0, 0), 0, 1, {"r": 1}, (5, 5), 0, {}),
    "jaffle-v05-bigquery": ((21, 3, 0, 6), 0, 1, {"r": 1}, (5, 5), 0, {"ephemeral": 4, "operation": 1}),
    "jaffle-v08-bigquery": ((7, 3, 0, 0), 0, 2, {"r": 2}, (5, 5), 0, {}),
    "jaffle-v10-bigquery": ((6, 3, 0, 0), 0, 1, {"r": 1}, (5, 5), 0, {}),
    "jaffle-v11-duckdb": ((7, 3, 0, 0), 0, 1, {"r": 1}, (6, 6), 4, {}),
    "resto-v07-sqlserver": ((23, 1, 0, 0), 1, 10, {"r": 10}, (31, 16), 0, {"disabled": 2, "test": 85}),
    "shopify-v07-bigquery": ((79, 34, 0, 34), 0, 0, {}, (44, 43), 0, {"disabled": 10, "ephemeral": 12, "test": 7}),
    "tuva-v12-redshift": (
        (689, 132, 0, 0), 0, 44, {"r": 44}, (74, 55), 0,
        {"disabled": 510, "ephemeral": 48, "operation": 4, "test": 793, "unit_test": 3},
    ),
}  # fmt: skip


def _load(shared: Path, stem: str) -> Catalog:
    folder = shared / "dbt"
    (manifest,) = folder.glob(f"{stem}.manifest.json*")
    catalog = folder / f"{stem}.catalog.json"
    return load_catalog(manifest, catalog if catalog.exists() else None)


def test_every_file_is_counted(shared: Path) -> None:
    stems = {path.name.split(".manifest.json")[0] for path in (shared / "dbt").glob("*.manifest.json*")}
    assert stems == set(_COUNTS)


@pytest.mark.parametrize("stem", sorted(_COUNTS))
def test_counts(shared: Path, stem: str) -> None:
    catalog = _load(shared, stem)
    ids = {table.id for table in catalog.tables}
    kinds = Counter(table.kind for table in catalog.tables)
    merged = sum(unique_id not in ids for table in catalog.tables for unique_id in table.also)
    origins = Counter(origin for edge in catalog.joins for origin in edge.origins)
    assert (
        tuple(kinds[kind] for kind in ("model", "seed", "snapshot", "source")),
        merged,
        len(catalog.joins),
        dict(origins),
        (len(catalog.keys), sum(key.primary for key in catalog.keys)),
        len(catalog.metrics),
        dict(Counter(left.reason for left in catalog.left_out)),
    ) == (*_COUNTS[stem][:3], {_ORIGINS[name]: count for name, count in _COUNTS[stem][3].items()}, *_COUNTS[stem][4:])


def test_conditions_are_kept(shared: Path) -> None:
    joins = _load(shared, "resto-v07-sqlserver").joins
    assert sum(bool(edge.conditions) for edge in joins) == 7
    assert {edge.role for edge in joins if edge.parent.endswith("dim_date")} >= {"last_appearance_pos_1"}


def test_tuva_only_warns(shared: Path) -> None:
    assert {edge.severity for edge in _load(shared, "tuva-v12-redshift").joins} == {"warn"}


def test_composite_keys_of_dbt_constraints(shared: Path) -> None:
    joins = _load(shared, "constraints-v09-postgres").joins
    composite = {(edge.child.rsplit(".", 1)[-1], edge.pairs) for edge in joins if len(edge.child_columns) > 1}
    assert ("fact_order_line", (("l_partkey", "ps_partkey"), ("l_suppkey", "ps_suppkey"))) in composite
    # A concatenation on both sides is the composite key that it stands for.
    assert ("lineitem", (("l_partkey", "ps_partkey"), ("l_suppkey", "ps_suppkey"))) in composite


def test_snowflake_names_are_those_of_the_catalog(shared: Path) -> None:
    catalog = _load(shared, "jaffle-shop-v12-snowflake")
    table = catalog.table("model.jaffle_shop.orders")
    assert table is not None
    assert (table.relation.identifier, table.columns[0].name) == ("ORDERS", "ORDER_ID")


def test_versions(shared: Path) -> None:
    catalog = _load(shared, "bouncer-v12-duckdb")
    latest = catalog.table("model.dbt_bouncer_test_project.customers.v3")
    assert latest is not None
    assert [name.rsplit(".", 1)[-1] for name in latest.also] == ["v1", "v2"]
    assert [edge.parent for edge in catalog.joins] == [latest.id]


@pytest.mark.parametrize(
    ("stem", "models", "metrics", "edges", "alone"),
    [("metricflow-simple", 15, 99, 26, 4), ("metricflow-multihop", 5, 3, 4, 0)],
)
def test_semantic_manifests(shared: Path, stem: str, models: int, metrics: int, edges: int, alone: int) -> None:
    read = read_semantic_manifest(shared / "dbt" / f"{stem}.semantic_manifest.json")
    found = [to_semantic_model(model, None) for model in read.semantic_models]
    pairs = list(entity_pairs(found))
    foreign = [(model.name, entity.name) for model in found for entity in model.entities if entity.kind == "foreign"]
    joined = {(child.name, entity.name) for child, entity, _, _ in pairs}
    assert (len(found), len(read.metrics), len(pairs)) == (models, metrics, edges)
    assert sum(one not in joined for one in foreign) == alone
    assert read.warnings == ()
