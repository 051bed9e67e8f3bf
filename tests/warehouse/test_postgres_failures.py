"""What a busy PostgreSQL does to a build: failing tables, locked ones, slow statements, lost connections."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlglot import exp, parse_one

pytest.importorskip("psycopg")

import psycopg

from gtr_core.build.former import Former
from gtr_core.build.profiles import profile_tables
from gtr_core.build.progress import Silent
from gtr_core.catalog import Table
from gtr_core.profiling import ProfilingSettings
from gtr_core.warehouse import StatementTimeoutError
from gtr_core.warehouse.postgres import PostgresWarehouse, open_postgres
from tests.postgres_server import postgres


@pytest.fixture(scope="module", name="address")
def _address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, object], str]]:
    with postgres(tmp_path_factory.mktemp("pg")) as server:
        yield server, f"host=127.0.0.1 port={server['port']} user=postgres dbname=postgres"


@pytest.fixture(name="admin")
def _admin(address: tuple[dict[str, object], str]) -> Iterator[psycopg.Connection]:
    """A superuser in a schema of twenty small tables, and a reader of them."""
    with psycopg.connect(address[1], autocommit=True) as connection:
        connection.execute("drop schema if exists s cascade; create schema s")
        for number in range(20):
            connection.execute(
                f"create table s.t{number} as select i as id, 'v' || i % 3 as kind from generate_series(1, 50) i"
            )
        connection.execute(
            "do $$ begin create role reader login; exception when duplicate_object then null; end $$;"
            "grant usage on schema s to reader; grant select on all tables in schema s to reader"
        )
        yield connection


def tables_of(warehouse: PostgresWarehouse) -> list[Table]:
    listed = warehouse.list_relations([("postgres", "s")])
    return [
        Table(one.relation.identifier, one.relation, one.relation.identifier, columns=one.columns) for one in listed
    ]


def test_three_failing_among_twenty(address, admin: psycopg.Connection):
    with open_postgres({**address[0], "user": "reader"}) as warehouse:
        tables = tables_of(warehouse)
        admin.execute("revoke select on s.t3 from reader")
        admin.execute("drop table s.t7")
        admin.execute("drop table s.t11; create view s.t11 as select id / 0 as id, 'v' as kind from s.t1")
        admin.execute("grant select on s.t11 to reader")
        profiled = profile_tables(warehouse, tables, ProfilingSettings(), 2, Silent())
    reasons = {failure.table: failure.text for failure in profiled.failed}
    assert {failure.table: failure.reason for failure in profiled.failed} == {
        "t3": "profile",
        "t7": "profile",
        "t11": "column",
    }
    assert "permission denied" in reasons["t3"]
    assert "does not exist" in reasons["t7"]
    # Of the view that divides by nought only the column that does is not read.
    assert len(profiled.profiles) == 18
    assert "division by zero" in reasons["t11"]


def test_a_table_locked_by_another_session_runs_out_of_time_and_others_go_on(address, admin: psycopg.Connection):
    with psycopg.connect(address[1]) as locking, open_postgres(address[0]) as warehouse:
        tables = tables_of(warehouse)
        locking.execute("lock table s.t5 in access exclusive mode")
        profiled = profile_tables(warehouse, tables, ProfilingSettings(timeout_s=0.3), 1, Silent())
        locking.rollback()
        assert [failure.table for failure in profiled.failed] == ["t5"]
        assert "0.3 seconds" in profiled.failed[0].text
        assert len(profiled.profiles) == 19
        again = profile_tables(warehouse, tables, ProfilingSettings(), 1, Silent(), former=Former())
        assert again.failed == ()


def test_a_slow_statement_is_stopped_by_the_server(address, admin: psycopg.Connection):
    admin.execute("create view s.slow as select pg_sleep(30)::text as id")
    with open_postgres(address[0]) as warehouse:
        slow = parse_one("select id from s.slow", read="postgres")
        assert isinstance(slow, exp.Query)
        with pytest.raises(StatementTimeoutError):
            warehouse.query(slow, timeout_s=0.2)
        running = admin.execute(
            "select count(*) from pg_stat_activity where query like '%slow%' and state = 'active' "
            "and pid <> pg_backend_pid()"
        )
        assert running.fetchone() == (0,)


def test_a_lost_connection_is_opened_again(address, admin: psycopg.Connection):
    with open_postgres(address[0]) as warehouse:
        tables = tables_of(warehouse)
        admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gtr'")
        profiled = profile_tables(warehouse, tables[:2], ProfilingSettings(), 1, Silent())
        assert profiled.failed == ()
        assert set(profiled.profiles) == {"t0", "t1"}


def test_what_changes_a_table_changes_its_mark(address, admin: psycopg.Connection):
    def marks() -> dict[str, str]:
        admin.execute("select pg_stat_force_next_flush()")
        with open_postgres(address[0]) as warehouse:
            listed = warehouse.list_relations([("postgres", "s")])
            return {relation.identifier: mark for relation, mark in warehouse.altered_marks(listed).items()}

    before = marks()
    assert len(before) == 20
    admin.execute("update s.t1 set kind = 'w' where id = 3; select pg_stat_force_next_flush()")
    admin.execute("truncate s.t2")
    after = marks()
    assert {name for name in before if before[name] != after[name]} == {"t1", "t2"}


def test_the_engine_tells_what_a_statement_would_cost(address, admin: psycopg.Connection):
    with open_postgres(address[0]) as warehouse:
        statement = parse_one("select count(*) from s.t1", read="postgres")
        assert isinstance(statement, exp.Query)
        assert "rows" in (warehouse.cost(statement) or "")


def test_columns_whose_names_differ_in_case_alone(address, admin: psycopg.Connection):
    admin.execute('create table s.odd ("Id" integer, id text, "ID" date)')
    admin.execute("insert into s.odd values (1, 'open', '0044-03-15 BC'), (2, 'done', '9999-12-31')")
    with open_postgres(address[0]) as warehouse:
        odd = next(table for table in tables_of(warehouse) if table.name == "odd")
        profile = profile_tables(warehouse, [odd], ProfilingSettings(), 1, Silent()).profiles["odd"]
    assert [(one.name, one.minimum) for one in profile.columns] == [("Id", "1"), ("id", "done"), ("ID", "-0043-03-15")]
