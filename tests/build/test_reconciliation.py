from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.build.reconciliation import NOT_IN_WAREHOUSE, reconcile
from gtr_core.build.settings import BuildSettings
from gtr_core.build.sources import read_sources
from gtr_core.build.warehouse_access import open_warehouse
from gtr_core.catalog import Catalog, Column, JoinEdge, Key, Metric, Relation, Table
from tests.build.shop import make_shop


@pytest.fixture
def settings(tmp_path: Path) -> BuildSettings:
    make_shop(tmp_path, missing=("ghost",))
    return BuildSettings(project_dir=tmp_path, snapshot_dir=tmp_path / "store", profiles_dir=tmp_path)


def test_tables_take_the_warehouse_s_spelling_types_and_order(settings: BuildSettings):
    with open_warehouse(settings) as warehouse:
        reconciled = reconcile(read_sources(settings).catalog, warehouse)
    customer = reconciled.catalog.table("model.shop.customer")
    assert customer is not None
    assert customer.relation.identifier == "Customer"
    assert [(column.name, column.data_type) for column in customer.columns] == [
        ("id", "INTEGER"),
        ("name", "VARCHAR"),
        ("email", "VARCHAR"),
        ("country_id", "INTEGER"),
    ]


def test_a_table_that_is_not_there_is_a_failure_and_no_table(settings: BuildSettings):
    with open_warehouse(settings) as warehouse:
        reconciled = reconcile(read_sources(settings).catalog, warehouse)
    assert [(failure.table, failure.reason) for failure in reconciled.failed] == [
        ("model.shop.ghost", NOT_IN_WAREHOUSE)
    ]
    assert reconciled.catalog.table("model.shop.ghost") is None
    assert len(reconciled.catalog.tables) == 3


def test_what_names_columns_that_do_not_exist_is_dropped_and_said(settings: BuildSettings):
    orders = Table(
        "o", Relation("shop", "main", "ORDERS"), "o", columns=(Column("ID"), Column("gone", description="x"))
    )
    country = Table("c", Relation(None, "main", "country"), "c")
    ghost = Table("g", Relation("shop", "main", "ghost"), "g")
    catalog = Catalog(
        tables=(orders, country, ghost),
        keys=(Key("o", ("ID",), "tests"), Key("o", ("gone",), "tests"), Key("g", ("id",), "tests")),
        joins=(
            JoinEdge("o", ("Customer_ID",), "c", ("id",)),
            JoinEdge("o", ("gone",), "c", ("id",)),
            JoinEdge("o", ("id",), "g", ("id",)),
        ),
        metrics=(Metric("kept", tables=("o",)), Metric("lost", tables=("o", "g"))),
    )
    with open_warehouse(settings) as warehouse:
        reconciled = reconcile(catalog, warehouse)
    assert [key.columns for key in reconciled.catalog.keys] == [("id",)]
    assert [edge.child_columns for edge in reconciled.catalog.joins] == [("customer_id",)]
    assert [metric.name for metric in reconciled.catalog.metrics] == ["kept"]
    assert len(reconciled.warnings) == 3
    assert "gone" in reconciled.warnings[0]
    found = reconciled.catalog.table("o")
    assert found is not None
    assert found.relation == Relation("shop", "main", "orders")
    assert found.columns[0].name == "id"


def test_a_name_that_two_relations_share_but_for_case_is_matched_exactly_or_not_at_all():
    class Two:
        dialect = "duckdb"

        def list_relations(self, schemas):
            from gtr_core.warehouse import ListedRelation

            names = ("orders", "ORDERS")
            return tuple(ListedRelation(Relation("d", "s", name), "table", (Column("id", name),)) for name in names)

        def declared_keys(self, schemas):
            return ()

    tables = (Table("exact", Relation("d", "s", "ORDERS"), "a"), Table("neither", Relation("d", "s", "Orders"), "b"))
    reconciled = reconcile(Catalog(tables=tables), Two())  # type: ignore[arg-type]
    assert [(table.id, table.columns[0].data_type) for table in reconciled.catalog.tables] == [("exact", "ORDERS")]
    assert [failure.table for failure in reconciled.failed] == ["neither"]
