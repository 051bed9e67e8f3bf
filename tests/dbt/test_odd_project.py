"""A project of every odd shape, built by dbt on DuckDB: what is read must be what is there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pytest

from gtr_core.catalog import Catalog
from gtr_core.dbt import find_project, load_catalog, load_profile, read_manifest, select_nodes

pytest.importorskip("dbt.adapters.duckdb")

_SELECTIONS = (
    "order", "stg_*", "+order", "order+", "@stg_orders", "1+order", "2+order+1", "tag:nightly", "tag:nightly,order+",
    "models/marts", "order.sql", "source:landing.customers+", "@source:landing", "rating", "rating.v1", "rating_v2",
    "version:latest", "version:old", "config.materialized:ephemeral+", "group:sales", "access:public",
    "resource_type:seed", "marts", "*", "+exposure:board", "größen", "+customer,+order", "order customer",
    "config.alias:dim_customer", "config.schema:history", "no_such_node",
)  # fmt: skip
# One process for all, since importing dbt is most of the time.
_RUN = """
import json, sys
from dbt.cli.main import dbtRunner
folder, selections = sys.argv[1], json.loads(sys.argv[2])
where = ["--project-dir", folder, "--profiles-dir", folder]
for command in (["build"], ["docs", "generate"]):
    done = dbtRunner().invoke(["--quiet", *command, *where])
    if not done.success:
        sys.exit(f"{command}: {done.exception or done.result}")
listed = {}
for selection in selections:
    keys = ["--output", "json", "--output-keys", "unique_id"]
    done = dbtRunner().invoke(["--quiet", "ls", "--select", selection, *keys, *where])
    listed[selection] = [json.loads(line)["unique_id"] for line in done.result or []]
with open(sys.argv[3], "w") as file:
    json.dump(listed, file)
"""


@dataclass(frozen=True)
class Built:
    folder: Path
    catalog: Catalog
    listed: dict[str, list[str]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("odd") / "project"
    shutil.copytree(Path(__file__).parent / "odd_project", folder)
    listed = folder / "listed.json"
    environment = {**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false", "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", _RUN, str(folder), json.dumps(_SELECTIONS), str(listed)]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    project = find_project(folder, {})
    catalog = load_catalog(project.manifest, project.catalog, project.semantic_manifest)
    return Built(folder, catalog, json.loads(listed.read_text(encoding="utf-8")))


def test_relations_and_columns_are_those_of_the_warehouse(built: Built) -> None:
    profile = load_profile(built.folder, environment={})
    with duckdb.connect(str(profile.settings["path"]), read_only=True) as connection:
        rows = connection.execute(
            "SELECT table_catalog, table_schema, table_name, list(column_name ORDER BY ordinal_position) "
            "FROM information_schema.columns GROUP BY ALL"
        ).fetchall()
    there = {(database, schema, name): columns for database, schema, name, columns in rows}
    read = {table.relation.parts: [column.name for column in table.columns] for table in built.catalog.tables}
    assert read == there
    assert profile.database == built.catalog.tables[0].relation.database


def test_odd_names_are_read_as_they_are(built: Built) -> None:
    relations = {table.name: str(table.relation) for table in built.catalog.tables}
    assert relations["Articles"] == '"odd"."main_Mixed Case"."Article Prices"'
    assert relations["größen"] == '"odd"."main"."größen"'
    assert relations["order"] == '"odd"."main"."order"'
    assert relations["customer"] == '"odd"."main"."dim_customer"'


def test_joins(built: Built) -> None:
    found = {
        (edge.child.split(".", 2)[2], edge.child_columns, edge.parent.split(".", 2)[2], edge.role, edge.severity)
        for edge in built.catalog.joins
    }
    assert found == {
        ("order", ("customer_id",), "customer", None, "error"),
        ("customer", ("manager_id",), "customer", "manager", "warn"),
        ("order_lines", ("order_id",), "order", None, "error"),
        ("order_lines", ("article_code", "article_year"), "Articles", "article", None),
        ("rating.v1", ("customer_id",), "customer", None, "error"),
        ("rating.v2", ("customer_id",), "customer", None, "error"),
    }


def test_what_is_no_table_says_why(built: Built) -> None:
    reasons = {left.unique_id: left.reason for left in built.catalog.left_out}
    assert reasons == {"model.odd_shop.retired": "disabled", "model.odd_shop.eph_totals": "ephemeral"}


def test_a_seed_that_is_also_a_source_is_one_table(built: Built) -> None:
    table = built.catalog.table("seed.odd_shop.raw_customers")
    assert table is not None
    assert table.also == ("source.odd_shop.landing.customers",)


def test_meaning(built: Built) -> None:
    order, customer = (built.catalog.table(f"model.odd_shop.{name}") for name in ("order", "customer"))
    assert order is not None
    assert customer is not None
    assert (order.synonyms, order.group, order.access, order.exposures) == (
        ("purchase",),
        "sales",
        "public",
        ("board",),
    )
    assert order.owners == ("Sales team", "Board")
    select, name = order.column("select"), customer.column("name")
    assert select is not None
    assert name is not None
    assert (select.known_values, select.description) == (("a", "b"), "What was chosen.")
    assert name.personal is True


@pytest.mark.parametrize("selection", _SELECTIONS)
def test_selections_are_what_dbt_selects(built: Built, selection: str) -> None:
    manifest = read_manifest(find_project(built.folder, {}).manifest)
    theirs = {unique_id for unique_id in built.listed[selection] if not unique_id.startswith("test.")}
    assert select_nodes(manifest, [selection]) == theirs
