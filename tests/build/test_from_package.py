"""Builds from what the dbt package stores, its SQL run here without dbt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from sqlglot import exp

from gtr_core.build.from_package import NotProfiledByPackageError, PackageMissingError, PackageWarehouse
from gtr_core.catalog import Column, JoinEdge, Relation, Table, TableProfile
from gtr_core.dbt.profiles import explicit_profile
from gtr_core.joins import measure_join
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse import Warehouse, connect
from gtr_core.warehouse.exceptions import StatementRefusedError
from tests.dbt_package.rendering import FakeRelation, package_for

NOW = "2024-01-01T00:00:00Z"
SETTINGS = ProfilingSettings(nested_depth=0)
COLUMNS = (
    ("id", "INTEGER"), ("customer_id", "INTEGER"), ("status", "VARCHAR"), ("remark", "VARCHAR"), ("e_mail", "VARCHAR"),
    ("price", "DOUBLE"), ("amount", "DECIMAL(10,2)"), ("paid", "BOOLEAN"), ("made_on", "DATE"),
    ("made_at", "TIMESTAMP"),
    ("contact", "VARCHAR"), ("phone_no", "BIGINT"),
)  # fmt: skip
ROWS = """
    SELECT i::INT AS id, nullif(i % 7, 0)::INT AS customer_id, ['OPEN', 'SHIPPED', 'N/A'][1 + i % 3] AS status,
        repeat('words of a remark ', 1 + i % 9) AS remark, 'p' || i || '@example.org' AS e_mail,
        CASE WHEN i % 50 = 0 THEN 'nan'::DOUBLE ELSE i / 3 END AS price, (i * 1.25)::DECIMAL(10,2) AS amount,
        i % 4 = 0 AS paid, DATE '2024-01-01' + (i % 30)::INT AS made_on,
        TIMESTAMP '2024-01-01' + INTERVAL (i) MINUTE AS made_at, 'q' || i || '@example.org' AS contact,
        491701000000 + i AS phone_no
    FROM range(500) AS t(i)
"""
ORDERS = Table(
    "model.shop.orders",
    Relation("shop", "main", "orders"),
    "orders",
    columns=tuple(Column(name, kind, place) for place, (name, kind) in enumerate(COLUMNS)),
)
CUSTOMERS = Table("model.shop.customers", Relation("shop", "main", "customers"), "customers")
EDGE = JoinEdge("model.shop.orders", ("customer_id",), "model.shop.customers", ("id",), ("constraint",))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE orders AS {ROWS}")
        connection.execute("CREATE TABLE customers AS SELECT i AS id FROM range(1, 6) AS t(i)")
    return path


@pytest.fixture
def stored(database: Path) -> Path:
    """The package's three tables, made by its own macros."""
    package = package_for("duckdb")
    columns = [
        {"name": name, "data_type": kind, "kind": package.kind_of(kind), "personal": name == "e_mail"}
        for name, kind in COLUMNS
    ]
    orders, customers = (replace_database(FakeRelation(name, "duckdb")) for name in ("orders", "customers"))
    node = {"unique_id": ORDERS.id}
    source = {"from": str(orders), "rows": 500, "whole": True, "most": None}
    statistics = package.column_statistics(node, orders, columns, source, "mark", NOW)
    with duckdb.connect(str(database)) as connection:
        connection.execute(f"CREATE TABLE gtr_column_profiles AS {statistics}")
        rows = connection.sql(
            "SELECT column_name, kind, filled, distinct_values, mean_length, minimum, maximum FROM gtr_column_profiles"
            " WHERE NOT personal AND filled > 0"
        ).fetchall()
        parts = [
            package.column_values(node, source, {"name": row[0], "kind": row[1], "most": most, "profiled_at": NOW})
            for row in rows
            if (most := package.values_wanted(*row))
        ]
        connection.execute(f"CREATE TABLE gtr_sample_values AS {' UNION ALL '.join(parts)}")
        check = package.join_check(orders, ["customer_id"], customers, ["id"])
        connection.execute(
            "CREATE TABLE gtr_join_checks AS SELECT 'model.shop.orders' AS child_id, 'customer_id' AS child_columns,"
            " 'model.shop.customers' AS parent_id, 'id' AS parent_columns, c.*, 'now' AS checked_at"
            f" FROM ({check}) AS c"
        )
    return database


def replace_database(relation: FakeRelation) -> FakeRelation:
    return replace(relation, database="shop")


def opened(database: Path) -> Warehouse:
    return connect(explicit_profile({"type": "duckdb", "path": str(database)}, database.parent))


@pytest.fixture
def package_warehouse(stored: Path) -> Iterator[PackageWarehouse]:
    with PackageWarehouse(opened(stored)) as warehouse:
        warehouse.list_relations({("shop", "main")})
        yield warehouse


def bare(profile: TableProfile) -> TableProfile:
    return replace(profile, seconds=0.0)


def test_the_profile_is_the_librarys_own(stored: Path, package_warehouse: PackageWarehouse) -> None:
    with opened(stored) as warehouse:
        warehouse.list_relations({("shop", "main")})
        own = profile_table(warehouse, ORDERS, SETTINGS)
    assert bare(package_warehouse.stored_profile(ORDERS, SETTINGS)) == bare(own)
    assert [column.name for column in own.columns if column.personal] == ["e_mail", "contact", "phone_no"]


def test_the_measurement_is_the_librarys_own(stored: Path, package_warehouse: PackageWarehouse) -> None:
    with opened(stored) as warehouse:
        warehouse.list_relations({("shop", "main")})
        own = measure_join(warehouse, EDGE, {ORDERS.id: ORDERS, CUSTOMERS.id: CUSTOMERS})
    found = package_warehouse.stored_measurement(EDGE)
    assert own.measurement is not None
    assert found.measurement is not None
    assert replace(found.measurement, measured_at=None) == replace(own.measurement, measured_at=None)
    other = replace(EDGE, child_columns=("id",))
    assert package_warehouse.stored_measurement(other) == other
    conditional = replace(EDGE, conditions=("paid",))
    assert package_warehouse.stored_measurement(conditional) == conditional


def test_no_other_table_is_read(package_warehouse: PackageWarehouse) -> None:
    with pytest.raises(StatementRefusedError, match="only the dbt package's tables"):
        package_warehouse.query(exp.select("id").from_("orders"))
    with pytest.raises(NotProfiledByPackageError, match=r"model\.shop\.customers"):
        package_warehouse.stored_profile(CUSTOMERS, SETTINGS)


def test_what_was_personal_in_the_warehouse_stays_so(package_warehouse: PackageWarehouse) -> None:
    cleared = tuple(replace(column, personal=False) for column in ORDERS.columns)
    profile = package_warehouse.stored_profile(replace(ORDERS, columns=cleared), SETTINGS)
    mail = profile.column("e_mail")
    assert mail is not None
    assert (mail.personal, mail.values, mail.minimum) == (True, (), None)


def test_without_the_packages_tables_it_says_what_to_run(database: Path) -> None:
    with PackageWarehouse(opened(database)) as warehouse, pytest.raises(PackageMissingError, match="gtr_enabled: true"):
        warehouse.list_relations({("shop", "main")})
