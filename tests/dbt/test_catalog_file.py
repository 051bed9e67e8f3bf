from __future__ import annotations

from gtr_core.catalog import Relation
from tests.dbt.artifacts import catalog_entry, model
from tests.dbt.conftest import Load


def _columns(
    load: Load, relation_name: str, entry: dict[str, object], adapter: str = "duckdb"
) -> list[tuple[str, str]]:
    catalog = load(model("orders", "id", relation_name=relation_name), adapter=adapter, catalog={"any.id": entry})
    return [(column.name, column.data_type) for column in catalog.tables[0].columns]


def test_snowflake_stores_unquoted_names_in_upper_case(load: Load) -> None:
    entry = catalog_entry("DB", "MAIN", "ORDERS", TOTAL="NUMBER", ID="TEXT")
    catalog = load(
        model("orders", {"name": "id", "description": "Key."}, "note", relation_name="db.main.orders"),
        adapter="snowflake",
        catalog={"any.id": entry},
    )
    (table,) = catalog.tables
    assert table.relation == Relation("DB", "MAIN", "ORDERS")
    found = [(column.name, column.data_type, column.position, column.description) for column in table.columns]
    assert found == [("TOTAL", "NUMBER", 0, ""), ("ID", "TEXT", 1, "Key."), ("NOTE", "", 2, "")]


def test_never_by_name_alone(load: Load) -> None:
    entry = catalog_entry("db", "production", "orders", id="INT", secret="TEXT")
    assert _columns(load, '"db"."main"."orders"', entry) == [("id", "")]


def test_not_by_unique_id_alone(load: Load) -> None:
    entry = catalog_entry("db", "production", "orders", id="INT")
    catalog = load(model("orders", "id"), catalog={"model.shop.orders": entry})
    assert catalog.tables[0].columns[0].data_type == ""
    assert any("0 of the project's 1" in warning for warning in catalog.warnings)
    assert any("not in the manifest" in warning for warning in catalog.warnings)


def test_case_is_compared_as_the_adapter_does(load: Load) -> None:
    entry = catalog_entry("DB", "Main", "Orders", id="INT")
    assert _columns(load, '"db"."main"."orders"', entry, "duckdb") == [("id", "INT")]
    assert _columns(load, '"db"."main"."orders"', entry, "postgres") == [("id", "")]


def test_of_two_that_differ_in_case_the_exact_one(load: Load) -> None:
    catalog = load(
        model("orders", relation_name='db.main."Orders"'),
        adapter="snowflake",
        catalog={
            "a": catalog_entry("DB", "MAIN", "ORDERS", UPPER="INT"),
            "b": catalog_entry("DB", "MAIN", "Orders", mixed="INT"),
        },
    )
    # The database and schema of the rendered name are not quoted.
    assert [column.name for column in catalog.tables[0].columns] == ["mixed"]


def test_a_database_that_one_side_leaves_out_is_not_compared(load: Load) -> None:
    entry = catalog_entry(None, "main", "orders", id="INT")
    assert _columns(load, "main.orders", entry, "spark") == [("id", "INT")]
    assert _columns(load, '"db"."main"."orders"', entry) == [("id", "INT")]


def test_an_entry_that_cannot_be_read_is_passed_over_with_a_warning(load: Load) -> None:
    good, bad = catalog_entry("db", "main", "orders", id="INT"), {"metadata": 3}
    catalog = load(model("orders"), catalog={"bad": bad, "good": good})
    assert [column.name for column in catalog.tables[0].columns] == ["id"]
    assert any("bad of catalog.json was passed over" in warning for warning in catalog.warnings)


def test_the_project_describes_before_the_warehouse_does(load: Load) -> None:
    entry = catalog_entry("db", "main", "orders", id="INT", total="INT")
    for column in ("id", "total"):
        entry["columns"][column]["comment"] = "from the warehouse"
    catalog = load(model("orders", {"name": "id", "description": "from dbt"}), catalog={"a": entry})
    assert [column.description for column in catalog.tables[0].columns] == ["from dbt", "from the warehouse"]
