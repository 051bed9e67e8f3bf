"""Odd tables of a PostgreSQL server, profiled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("psycopg")

import psycopg

from gtr_core.catalog import Table, TableProfile
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse.postgres import PostgresWarehouse, open_postgres
from tests.postgres_server import postgres

_WIDE = 1_200
_STATEMENTS = f"""
create table nothing (a integer, b text);
create table nulls as select null::integer as a, null::text as b, null::date as c from generate_series(1, 20);
create table wide as select {", ".join(f"{n} as c{n}" for n in range(_WIDE))} from generate_series(1, 3);
create table cells as select repeat('x', 1048576 * (i % 2)) as big, i as id from generate_series(1, 6) i;
create table numbers as select * from (values ('NaN'::float8, 'NaN'::numeric, 1.5::real), ('Infinity', 'Infinity', 2),
  ('-Infinity', 1, null), (7, 3, 4)) as v (f, n, r);
create table days as select * from (values ('infinity'::date, 'infinity'::timestamp), ('0044-03-15 BC', '-infinity'),
  ('9999-12-31', '9999-12-31 23:59:59'), ('1582-10-10', '0001-01-01 00:00:00 BC')) as v (d, t);
create table "We ""ird.table 🦉" ("select" integer, "a.b" text, "two words" text, "🦆" text, "q""uote" text,
  "Id" integer, "ID" text);
insert into "We ""ird.table 🦉" values (1, 'x', 'y', 'z', 'w', 2, 'v'), (3, 'x', 'y', 'z', 'w', 4, 'u');
create table texts as select * from (values (E'tab\\there'), ('ñandú'), (U&'\\0065\\0301t\\00e9'), ('  '), ('N/A'),
  ('')) as v (t);
create type mood as enum ('sad', 'ok'); create domain code as text;
create table kinds as select 'sad'::mood as m, 'A1'::code as c, '10.0.0.1'::inet as i, '[1,5)'::int4range as r,
  '1 day'::interval as v, '\\x00ff'::bytea as b, 'a => 1'::text as h, b'101' as bits, '12:30'::time as at,
  'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'::uuid as u, '$5.00'::money as cash, '<a/>'::xml as x, point(1, 2) as p,
  'the fat cat'::tsvector as search from generate_series(1, 3);
"""


@pytest.fixture(scope="module", name="warehouse")
def _warehouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresWarehouse]:
    with postgres(tmp_path_factory.mktemp("pg")) as server:
        with psycopg.connect(**{**server, "autocommit": True}) as connection:
            connection.execute(_STATEMENTS)
        with open_postgres(server) as opened:
            yield opened


def profiled(warehouse: PostgresWarehouse, name: str) -> TableProfile:
    (listed,) = (one for one in warehouse.list_relations() if one.relation.identifier == name)
    return profile_table(
        warehouse, Table(name, listed.relation, name, columns=listed.columns), ProfilingSettings(values="all")
    )


def test_an_empty_table(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, "nothing")
    assert (profile.rows, profile.sampled, profile.unread) == (0, False, ())
    assert [(one.distinct, one.minimum, one.unique) for one in profile.columns] == [(0, None, False)] * 2


def test_columns_of_nulls(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, "nulls")
    assert [(one.null_share, one.values, one.minimum) for one in profile.columns] == [(1.0, (), None)] * 3


def test_more_than_a_thousand_columns(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, "wide")
    assert len(profile.columns) == _WIDE
    assert [one.minimum for one in profile.columns] == [str(n) for n in range(_WIDE)]


def test_a_megabyte_in_a_cell(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, "cells")
    big = profile.column("big")
    assert big is not None
    assert (big.values, big.length_quantiles[-1]) == ((), 1_048_576)
    assert len(big.maximum or "") <= 100


def test_nan_and_the_infinities(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, "numbers")
    assert profile.unread == ()
    floats, numerics, reals = profile.columns
    assert (floats.minimum, floats.maximum, floats.mean) == ("7", "7", 7.0)
    assert (numerics.minimum, numerics.distinct) == ("1", 4)
    assert (reals.minimum, reals.maximum, reals.mean) == ("1.5", "4", 2.5)


def test_days_far_off(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, "days")
    assert profile.unread == ()
    day, time = profile.columns
    assert (day.minimum, day.distinct, time.distinct) == ("-0043-03-15", 4, 4)
    assert "9999-12-31" in day.values
    assert "0000-01-01T00:00:00" in time.values


def test_odd_names(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, 'We "ird.table 🦉')
    assert [one.name for one in profile.columns] == ["select", "a.b", "two words", "🦆", 'q"uote', "Id", "ID"]
    assert [one.distinct for one in profile.columns] == [2, 1, 1, 1, 1, 2, 2]


def test_odd_texts(warehouse: PostgresWarehouse):
    column = profiled(warehouse, "texts").columns[0]
    assert set(column.values) == {"ñandú", "e\u0301té"}
    assert column.distinct == 6


def test_types_of_its_own(warehouse: PostgresWarehouse):
    profile = profiled(warehouse, "kinds")
    assert profile.unread == ()
    assert {one.name: one.rows for one in profile.columns} == dict.fromkeys((c.name for c in profile.columns), 3)
    assert len(profile.columns) == 14
    cash, mood = profile.column("cash"), profile.column("m")
    assert cash is not None
    assert (cash.minimum, cash.mean, cash.distinct) == ("5", 5.0, 1)
    assert mood is not None
    assert (mood.values, profile.columns[1].values) == (("sad",), ("A1",))
