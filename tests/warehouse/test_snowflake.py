from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest
from sqlglot import exp, parse_one

from gtr_core.catalog import JoinEdge, JoinMeasurement, Relation, Table
from gtr_core.joins import measure_join
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse import QueryError, RelationMissingError, WarehouseSettingError
from gtr_core.warehouse.listing import DeclaredKey
from gtr_core.warehouse.snowflake import SnowflakeWarehouse, open_snowflake
from gtr_core.warehouse.snowflake_catalog import keys_from_rows, show_keys
from gtr_core.warehouse.snowflake_errors import statement_error

fakesnow = pytest.importorskip("fakesnow")
connector = pytest.importorskip("snowflake.connector")

STATEMENTS = (
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR)",
    "INSERT INTO customer VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cleo')",
    "CREATE TABLE orders (id INTEGER, customer_id INTEGER, total NUMBER(10, 2), status VARCHAR, email VARCHAR)",
    "INSERT INTO orders SELECT seq, CASE WHEN seq % 10 > 0 THEN seq % 3 + 1 END, seq * 1.5, "
    "CASE WHEN seq % 2 = 0 THEN 'open' ELSE 'done' END, 'u' || seq || '@example.org' "
    "FROM (SELECT ROW_NUMBER() OVER (ORDER BY a.value, b.value, c.value) AS seq FROM "
    "TABLE(FLATTEN(ARRAY_CONSTRUCT(1,2,3,4,5,6,7,8,9,10))) a, TABLE(FLATTEN(ARRAY_CONSTRUCT(1,2,3,4,5,6,7,8,9,10))) b, "
    "TABLE(FLATTEN(ARRAY_CONSTRUCT(1,2,3,4,5,6,7,8,9,10))) c)",
    "CREATE VIEW recent AS SELECT * FROM orders WHERE id > 900",
)
SETTINGS = {"account": "shop", "user": "reader", "password": "hunter2", "database": "shop", "schema": "mart"}


@pytest.fixture
def warehouse() -> Iterator[SnowflakeWarehouse]:
    with fakesnow.patch():
        with connector.connect(database="SHOP", schema="MART") as connection, connection.cursor() as cursor:
            for statement in STATEMENTS:
                cursor.execute(statement)
        with open_snowflake(SETTINGS) as opened:
            yield opened


def select(sql: str) -> exp.Query:
    parsed = parse_one(sql, read="snowflake")
    assert isinstance(parsed, exp.Query)
    return parsed


def stored(warehouse: SnowflakeWarehouse, name: str) -> Table:
    listed = warehouse.describe(Relation("shop", "mart", name))
    return Table(name, listed.relation, name, columns=listed.columns)


def test_it_lists_relations_of_the_profile_s_lower_case_names(warehouse: SnowflakeWarehouse):
    listed = {one.relation.identifier: one for one in warehouse.list_relations([("shop", "mart")])}
    assert {name: one.kind for name, one in listed.items()} == {
        "CUSTOMER": "table",
        "ORDERS": "table",
        "RECENT": "view",
    }
    assert [(one.name, one.data_type) for one in listed["ORDERS"].columns][:3] == [
        ("ID", "NUMBER(38,0)"),
        ("CUSTOMER_ID", "NUMBER(38,0)"),
        ("TOTAL", "NUMBER(10,2)"),
    ]


def test_it_describes_a_relation_in_its_stored_spelling(warehouse: SnowflakeWarehouse):
    assert warehouse.describe(Relation("shop", "mart", "orders")).relation == Relation("SHOP", "MART", "ORDERS")
    with pytest.raises(RelationMissingError, match="ghost"):
        warehouse.describe(Relation("shop", "mart", "ghost"))


def test_values_come_back_as_python_objects(warehouse: SnowflakeWarehouse):
    result = warehouse.query(select("SELECT id, total, status FROM orders WHERE id = 1"), timeout_s=30)
    assert result.columns == ("ID", "TOTAL", "STATUS")
    assert result.rows == [(1, Decimal("1.50"), "done")]
    assert result.types == ("FIXED", "FIXED", "TEXT")


def test_more_rows_than_asked_for_are_cut(warehouse: SnowflakeWarehouse):
    result = warehouse.query(select("SELECT id FROM orders"), max_rows=10)
    assert (len(result.rows), result.truncated) == (10, True)


def test_a_missing_table_is_told_apart(warehouse: SnowflakeWarehouse):
    with pytest.raises(RelationMissingError, match="GHOST"):
        warehouse.query(select("SELECT * FROM shop.mart.ghost"))


def test_tables_are_profiled(warehouse: SnowflakeWarehouse):
    profile = profile_table(warehouse, stored(warehouse, "orders"), ProfilingSettings(values="all"))
    assert profile.rows == 1000
    status = profile.column("STATUS")
    assert status is not None
    assert (status.distinct, status.values, status.semantic_type) == (2, ("done", "open"), "category")
    total = profile.column("TOTAL")
    assert total is not None
    assert (total.minimum, total.maximum) == ("1.5", "1500")
    assert "example.org" not in repr(profile)


def test_joins_are_measured(warehouse: SnowflakeWarehouse):
    tables = {name: stored(warehouse, name) for name in ("orders", "customer")}
    edge = JoinEdge("orders", ("CUSTOMER_ID",), "customer", ("ID",))
    found = measure_join(warehouse, edge, tables).measurement
    assert found is not None
    told = JoinMeasurement(found.cardinality, found.match_rate, found.orphan_rate, found.null_rate, found.rows)
    assert told == JoinMeasurement("many_to_one", 1.0, 0.0, 0.1, 1000)


def test_a_profile_without_an_account_is_refused():
    with pytest.raises(WarehouseSettingError, match="account"):
        open_snowflake({"database": "x"})


def test_keys_are_shown_by_schema_in_quoted_names():
    assert show_keys("foreign", "shop", 'Odd "Schema"') == 'SHOW IMPORTED KEYS IN SCHEMA "SHOP"."Odd ""Schema"""'
    assert show_keys("primary", "A", "B") == 'SHOW PRIMARY KEYS IN SCHEMA "A"."B"'


PRIMARY_NAMES = (
    "created_on", "database_name", "schema_name", "table_name", "column_name", "key_sequence", "constraint_name",
    "rely", "comment",
)  # fmt: skip
IMPORTED_NAMES = (
    "created_on", "pk_database_name", "pk_schema_name", "pk_table_name", "pk_column_name", "fk_database_name",
    "fk_schema_name", "fk_table_name", "fk_column_name", "key_sequence", "update_rule", "delete_rule", "fk_name",
    "pk_name", "deferrability", "rely", "comment",
)  # fmt: skip


def test_rows_of_primary_keys_are_grouped_by_constraint_and_ordered():
    rows = [
        (None, "D", "S", "PART", "SUPPLIER", 2, "PK1", "false", None),
        (None, "D", "S", "PART", "PART", 1, "PK1", "false", None),
        (None, "D", "S", "OTHER", "ID", 1, "PK2", "false", None),
    ]
    assert list(keys_from_rows("primary", PRIMARY_NAMES, rows)) == [
        DeclaredKey("primary", Relation("D", "S", "PART"), ("PART", "SUPPLIER")),
        DeclaredKey("primary", Relation("D", "S", "OTHER"), ("ID",)),
    ]


def test_rows_of_imported_keys_keep_two_keys_to_one_parent_apart():
    def row(name: str, child: str, parent: str, sequence: int) -> tuple[object, ...]:
        return (
            None,
            "D",
            "S",
            "ADDRESS",
            parent,
            "D",
            "S",
            "ORDERS",
            child,
            sequence,
            "",
            "",
            name,
            "PK",
            "",
            "",
            None,
        )

    rows = [row("FK1", "SHIP_ID", "ID", 1), row("FK2", "BILL_B", "B", 2), row("FK2", "BILL_A", "A", 1)]
    orders, address = Relation("D", "S", "ORDERS"), Relation("D", "S", "ADDRESS")
    assert list(keys_from_rows("foreign", IMPORTED_NAMES, rows)) == [
        DeclaredKey("foreign", orders, ("SHIP_ID",), address, ("ID",)),
        DeclaredKey("foreign", orders, ("BILL_A", "BILL_B"), address, ("A", "B")),
    ]


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (2003, "RelationMissingError"), (904, "RelationMissingError"), (3001, "WarehousePermissionError"),
        (604, "StatementTimeoutError"), (390114, "ConnectionLostError"), (100038, "QueryError"),
    ],
)  # fmt: skip
def test_errors_by_their_number(number: int, kind: str):
    error = connector.errors.ProgrammingError(msg="Numeric value 'Ann' is not recognized", errno=number)
    told = statement_error(error, 5.0, lost=False)
    assert type(told).__name__ == kind
    if isinstance(told, QueryError) and kind == "QueryError":
        assert "Ann" not in str(told)
