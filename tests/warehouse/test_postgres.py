from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal

import pytest
from sqlglot import exp, parse_one

from gtr_core.catalog import ColumnProfile, JoinEdge, JoinMeasurement, Relation, Table
from gtr_core.dbt import ConnectionProfile
from gtr_core.joins import measure_join
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse import (
    ConnectionLostError,
    LogInError,
    QueryError,
    RelationMissingError,
    StatementTimeoutError,
    WarehousePermissionError,
    WarehouseSettingError,
    connect,
)
from gtr_core.warehouse.listing import DeclaredKey
from gtr_core.warehouse.postgres import PostgresWarehouse, open_postgres
from tests.postgres_server import postgres

psycopg = pytest.importorskip("psycopg")

STATEMENTS = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, "Name" VARCHAR(20) UNIQUE, score DOUBLE PRECISION);
COMMENT ON COLUMN customer."Name" IS 'how we call them';
INSERT INTO customer VALUES (1, 'Ann', 'NaN'), (2, 'Bob', 1.5), (3, 'Cleo', 'Infinity');
CREATE TABLE orders (id INTEGER, part INTEGER, supplier INTEGER, customer_id INTEGER REFERENCES customer (id),
  total NUMERIC(10, 2), day DATE, status TEXT, tags TEXT[], doc JSONB, email TEXT);
INSERT INTO orders SELECT i, i % 3, i % 2, CASE WHEN i % 10 > 0 THEN i % 3 + 1 END, i * 1.5,
  DATE '2024-01-01' + i % 30, (ARRAY['open', 'done', 'n/a'])[i % 3 + 1], ARRAY['a'], '{}', 'u' || i || '@example.org'
  FROM generate_series(1, 1000) AS i;
CREATE TABLE part (supplier INTEGER, part INTEGER, PRIMARY KEY (part, supplier));
ALTER TABLE orders ADD FOREIGN KEY (supplier, part) REFERENCES part (supplier, part) NOT VALID;
CREATE TABLE large AS SELECT i AS id, i % 5 AS kind FROM generate_series(1, 200000) AS i;
ANALYZE;
CREATE TABLE fresh (a INTEGER);
CREATE SCHEMA mart;
CREATE VIEW mart.recent AS SELECT * FROM orders WHERE id > 900;
CREATE VIEW mart.failing AS SELECT id, CAST(status AS INTEGER) AS broken FROM orders;
CREATE ROLE reader LOGIN;
GRANT SELECT ON customer TO reader;
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    with postgres(tmp_path_factory.mktemp("postgres")) as settings:
        with psycopg.connect(**{**settings, "autocommit": True}) as connection:
            connection.execute(STATEMENTS)
        yield settings


@pytest.fixture
def warehouse(server: Mapping[str, object]) -> Iterator[PostgresWarehouse]:
    with open_postgres(server) as opened:
        yield opened


def select(sql: str) -> exp.Query:
    parsed = parse_one(sql, read="postgres")
    assert isinstance(parsed, exp.Query)
    return parsed


def stored(warehouse: PostgresWarehouse, name: str, schema: str = "public") -> Table:
    listed = warehouse.describe(Relation(None, schema, name))
    return Table(name, listed.relation, name, columns=listed.columns)


def test_a_dbt_profile_leads_here(server: Mapping[str, object]):
    with connect(ConnectionProfile("postgres", "shop", "dev", "postgres", "public", server)) as warehouse:
        assert warehouse.dialect == "postgres"


def test_it_lists_relations_with_what_the_server_knows_of_them(warehouse: PostgresWarehouse):
    listed = {
        one.relation.identifier: one for one in warehouse.list_relations([(None, "PUBLIC"), ("postgres", "mart")])
    }
    assert {name: (one.kind, one.row_count) for name, one in listed.items()} == {
        "customer": ("table", 3), "orders": ("table", 1000), "part": ("table", 0), "large": ("table", 200_000),
        "fresh": ("table", None), "recent": ("view", None), "failing": ("view", None),
    }  # fmt: skip
    assert [(one.name, one.data_type, one.description) for one in listed["customer"].columns] == [
        ("id", "integer", ""),
        ("Name", "character varying(20)", "how we call them"),
        ("score", "double precision", ""),
    ]
    assert warehouse.list_relations([("elsewhere", "public")]) == ()
    assert len(warehouse.list_relations()) == 7


def test_it_describes_a_relation_in_its_stored_spelling(warehouse: PostgresWarehouse):
    assert warehouse.describe(Relation(None, "MART", "Recent")).relation == Relation("postgres", "mart", "recent")
    with pytest.raises(RelationMissingError, match="ghost"):
        warehouse.describe(Relation(None, "public", "ghost"))


def test_it_tells_keys_in_their_order(warehouse: PostgresWarehouse):
    customer, orders, part = (Relation("postgres", "public", name) for name in ("customer", "orders", "part"))
    assert set(warehouse.declared_keys()) == {
        DeclaredKey("primary", customer, ("id",)),
        DeclaredKey("unique", customer, ("Name",)),
        DeclaredKey("primary", part, ("part", "supplier")),
        DeclaredKey("foreign", orders, ("customer_id",), customer, ("id",)),
        DeclaredKey("foreign", orders, ("supplier", "part"), part, ("supplier", "part")),
    }


def test_values_come_back_as_python_objects(warehouse: PostgresWarehouse):
    result = warehouse.query(select("SELECT id, total, day, customer_id FROM orders WHERE id IN (1, 10) ORDER BY id"))
    assert result.columns == ("id", "total", "day", "customer_id")
    assert result.types == ("int4", "numeric(10,2)", "date", "int4")
    assert result.rows == [(1, Decimal("1.50"), date(2024, 1, 2), 2), (10, Decimal("15.00"), date(2024, 1, 11), None)]


def test_more_rows_than_asked_for_are_cut(warehouse: PostgresWarehouse):
    result = warehouse.query(select("SELECT id FROM orders"), max_rows=10)
    assert (len(result.rows), result.truncated) == (10, True)


def test_the_session_itself_cannot_write(warehouse: PostgresWarehouse):
    for statement in ("CREATE TABLE x (a INTEGER)", "INSERT INTO fresh VALUES (1)", "DELETE FROM orders"):
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            warehouse._connection.execute(statement)


def test_failures_are_told_apart_and_quote_no_data(warehouse: PostgresWarehouse):
    with pytest.raises(RelationMissingError, match="ghost"):
        warehouse.query(select("SELECT * FROM ghost"))
    with pytest.raises(RelationMissingError, match="phantom"):
        warehouse.query(select("SELECT phantom FROM orders"))
    with pytest.raises(QueryError) as failure:
        warehouse.query(select("SELECT CAST(status AS INTEGER) FROM orders"))
    assert "open" not in str(failure.value)
    assert "done" not in str(failure.value)


def test_what_may_not_be_read_is_said(server: Mapping[str, object]):
    with open_postgres({**server, "user": "reader"}) as warehouse:
        assert warehouse.query(select("SELECT COUNT(*) FROM customer")).rows == [(3,)]
        with pytest.raises(WarehousePermissionError, match="orders"):
            warehouse.query(select("SELECT COUNT(*) FROM orders"))


def test_the_profile_s_role_is_taken(server: Mapping[str, object]):
    with open_postgres({**server, "role": "reader"}) as warehouse, pytest.raises(WarehousePermissionError):
        warehouse.query(select("SELECT COUNT(*) FROM orders"))


def test_a_statement_that_takes_too_long_is_stopped_by_the_server(warehouse: PostgresWarehouse):
    endless = "SELECT COUNT(*) FROM large a, large b WHERE a.kind + b.kind = -1"
    with pytest.raises(StatementTimeoutError):
        warehouse.query(select(endless), timeout_s=0.05)
    assert warehouse.query(select("SELECT COUNT(*) FROM customer"), timeout_s=60).rows == [(3,)]
    assert warehouse.query(select("SELECT COUNT(*) FROM customer")).rows == [(3,)]


def test_a_table_that_another_session_locks_runs_out_of_time(
    server: Mapping[str, object], warehouse: PostgresWarehouse
):
    with psycopg.connect(**server) as other:
        other.execute("LOCK TABLE fresh IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(StatementTimeoutError):
            warehouse.query(select("SELECT COUNT(*) FROM fresh"), timeout_s=0.1)


def test_a_lost_connection_is_told_and_opened_again(server: Mapping[str, object], warehouse: PostgresWarehouse):
    process = warehouse._connection.info.backend_pid
    with psycopg.connect(**{**server, "autocommit": True}) as other:
        other.execute("SELECT pg_terminate_backend(%s)", (process,))
    with pytest.raises(ConnectionLostError) as failure:
        warehouse.query(select("SELECT 1"))
    assert failure.value.transient
    assert warehouse.query(select("SELECT COUNT(*) FROM customer")).rows == [(3,)]


def test_a_server_that_is_not_there_is_named_without_secrets(server: Mapping[str, object]):
    with pytest.raises(LogInError) as failure:
        open_postgres({**server, "port": 1})
    assert "127.0.0.1:1" in str(failure.value)
    assert "hunter2" not in str(failure.value)
    with pytest.raises(LogInError, match='role "nobody" does not exist'):
        open_postgres({**server, "user": "nobody"})


def test_a_profile_without_a_host_is_refused():
    with pytest.raises(WarehouseSettingError, match="host"):
        open_postgres({"dbname": "x"})


def test_tables_are_profiled(warehouse: PostgresWarehouse):
    profile = profile_table(warehouse, stored(warehouse, "orders"))
    assert (profile.row_count, profile.rows, profile.sampled) == (1000, 1000, False)
    assert profile.column("status") == ColumnProfile(
        "status", 1000, 0.0, 3, True, "done", "open", ("done", "open"), False, "category", "dimension",
        length_quantiles=(3, 3, 4, 4, 4), top_counts=(334, 333)
    )  # fmt: skip
    total = profile.column("total")
    assert total is not None
    assert (total.minimum, total.maximum, total.semantic_type) == ("1.5", "1500", "number")
    assert "example.org" not in repr(profile)
    kinds = {one.name: one.semantic_type for one in profile.columns}
    assert (kinds["tags"], kinds["doc"], kinds["day"], kinds["customer_id"]) == ("other", "json", "date", "identifier")
    score = profile_table(warehouse, stored(warehouse, "customer")).column("score")
    assert score is not None
    assert (score.minimum, score.maximum) == ("1.5", "1.5")


def test_arrays_are_taken_apart(server: Mapping[str, object], warehouse: PostgresWarehouse):
    with psycopg.connect(**{**server, "autocommit": True}) as connection:
        connection.execute("DROP TABLE IF EXISTS listed")
        connection.execute(
            "CREATE TABLE listed AS SELECT ARRAY['red', 'say \"hi\", {x}', NULL] AS tags, ARRAY[i, i * 2] AS sizes, "
            "ARRAY[i % 2 = 0] AS flags, ARRAY['p' || i || '@example.org'] AS contacts, ARRAY[[i], [i]] AS grid "
            "FROM generate_series(1, 40) AS i"
        )
    profile = profile_table(warehouse, stored(warehouse, "listed"), ProfilingSettings(values="all"))
    found = {one.name: one for one in profile.columns if one.path}
    assert set(found) == {"tags.[]", "sizes.[]", "flags.[]", "contacts.[]", "grid.[].[]"}
    assert found["tags.[]"].values == ("red", 'say "hi", {x}')
    assert (found["tags.[]"].rows, found["tags.[]"].null_share) == (120, pytest.approx(1 / 3))
    assert (found["sizes.[]"].minimum, found["sizes.[]"].maximum) == ("1", "80")
    assert found["flags.[]"].semantic_type == "boolean"
    assert (found["contacts.[]"].personal, found["contacts.[]"].values) == (True, ())
    assert not any("could not be read" in limit for limit in profile.limits)


def test_large_tables_are_sampled_the_same_way_again(warehouse: PostgresWarehouse):
    settings = ProfilingSettings(rows=50_000)
    first, second = (profile_table(warehouse, stored(warehouse, "large"), settings) for _ in range(2))
    assert first.sampled
    assert 20_000 < first.rows < 80_000
    assert first.columns == second.columns


def test_views_and_columns_that_fail(warehouse: PostgresWarehouse):
    assert profile_table(warehouse, stored(warehouse, "recent", "mart")).rows == 100
    profile = profile_table(warehouse, stored(warehouse, "failing", "mart"))
    assert any(limit.startswith("broken: not read") for limit in profile.limits)


def measured(warehouse: PostgresWarehouse, edge: JoinEdge, tables: Mapping[str, Table]) -> JoinMeasurement:
    found = measure_join(warehouse, edge, tables).measurement
    assert found is not None
    return JoinMeasurement(found.cardinality, found.match_rate, found.orphan_rate, found.null_rate, found.rows)


def test_joins_are_measured(warehouse: PostgresWarehouse):
    tables = {name: stored(warehouse, name) for name in ("orders", "customer", "part")}
    edge = JoinEdge("orders", ("customer_id",), "customer", ("id",))
    assert measured(warehouse, edge, tables) == JoinMeasurement("many_to_one", 1.0, 0.0, 0.1, 1000)
    other = JoinEdge("orders", ("part", "supplier"), "part", ("part", "supplier"))
    assert measured(warehouse, other, tables) == JoinMeasurement("many_to_one", 0.0, 1.0, 0.0, 1000)
    clash = JoinEdge("orders", ("status",), "customer", ("id",))
    assert "operator does not exist" in (measure_join(warehouse, clash, tables).problem or "")
