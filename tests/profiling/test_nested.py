from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.catalog import TableProfile
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.warehouse.databases import open_database, stored_table


@pytest.fixture
def warehouse(tmp_path: Path):
    with open_database(
        tmp_path / "x.duckdb",
        "CREATE TABLE t AS SELECT i AS id, {'city': ['Rome', 'Oslo'][1 + i % 2], 'deep': {'a': {'b': {'c': i}}}} AS s, "
        "[{'sku': 'A' || i % 3, 'price': i * 0.5}] AS items, MAP {'colour': 'red'} AS m, "
        "json_object('user', json_object('email', 'p' || i || '@example.org', 'vip', i % 2 = 0), 'n', i) AS j, "
        "CASE WHEN i = 1 THEN json_array(repeat('x', 30000)) ELSE NULL END AS long "
        "FROM range(1, 101) r(i)",
    ) as opened:
        yield opened


def paths(profile: TableProfile) -> dict[str, tuple[str, ...]]:
    return {column.name: column.path for column in profile.columns if column.path}


def test_paths_are_columns_of_their_own(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "t"))
    assert paths(profile) == {
        "s.city": ("city",),
        "items.[].sku": ("[]", "sku"),
        "items.[].price": ("[]", "price"),
        "m.colour": ("colour",),
        "j.user.email": ("user", "email"),
        "j.user.vip": ("user", "vip"),
        "j.n": ("n",),
    }
    city = profile.column("s.city")
    assert city is not None
    assert (city.values, city.distinct, city.rows, city.top_counts) == (("Oslo", "Rome"), 2, 100, (50, 50))
    price = profile.column("items.[].price")
    assert price is not None
    assert (price.minimum, price.maximum, price.use, price.mean) == ("0.5", "50", "measure", 25.25)
    vip = profile.column("j.user.vip")
    assert vip is not None
    assert vip.semantic_type == "boolean"


def test_nested_personal_values_are_withheld(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "t"), ProfilingSettings(values="all"))
    email = profile.column("j.user.email")
    assert email is not None
    assert (email.personal, email.values, email.minimum) == (True, (), None)
    assert "@example.org" not in repr(profile)


def test_what_is_cut_is_said(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "t"), ProfilingSettings(nested_paths=2))
    assert "j: only the first 2 paths were looked at" in profile.limits
    assert "long: 1 cells of more than 20,000 characters were not taken apart" in profile.limits


def test_depth_is_counted_in_keys(warehouse: DuckDBWarehouse):
    deep = paths(profile_table(warehouse, stored_table(warehouse, "t"), ProfilingSettings(nested_depth=4)))
    assert "s.deep.a.b.c" in deep
    assert paths(profile_table(warehouse, stored_table(warehouse, "t"), ProfilingSettings(nested_depth=0))) == {}
