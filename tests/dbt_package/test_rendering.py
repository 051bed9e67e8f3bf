"""What the package would send to each warehouse: rendered without a connection, and parsed in its dialect."""

from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from gtr_core.profiling.name_hints import name_words
from tests.dbt_package.rendering import ADAPTERS, FakeRelation, Package, package_for

COLUMNS = [
    {"name": "id", "data_type": "bigint", "kind": "integer", "personal": False},
    {"name": "it's", "data_type": "varchar", "kind": "text", "personal": False},
    {"name": "E-Mail", "data_type": "varchar", "kind": "text", "personal": True},
    {"name": "price", "data_type": "double", "kind": "float", "personal": False},
    {"name": "active", "data_type": "boolean", "kind": "boolean", "personal": False},
    {"name": "made_on", "data_type": "date", "kind": "date", "personal": False},
    {"name": "nested", "data_type": "struct", "kind": "other", "personal": False},
]
NODE = {"unique_id": "model.shop.o'brien"}


@pytest.fixture(params=ADAPTERS)
def package(request: pytest.FixtureRequest) -> Package:
    return package_for(request.param)


def parsed(package: Package, sql: str) -> exp.Expression:
    (statement,) = sqlglot.parse(sql, dialect=package.adapter)
    assert isinstance(statement, exp.Query)
    assert not list(statement.find_all(exp.Command))
    return statement


def test_statistics_of_every_kind_of_column(package: Package) -> None:
    relation = FakeRelation("orders", package.adapter)
    sql = package.column_statistics(NODE, relation, COLUMNS, package.source_rows(relation), "mark", "now")
    statement = parsed(package, sql)
    assert statement.named_selects == parsed(package, package.no_column_profiles()).find(exp.Subquery).named_selects
    (aggregated,) = [cte for cte in statement.find_all(exp.CTE) if cte.alias == "aggregated"]
    reads = [column.name for column in aggregated.this.find_all(exp.Column)]
    assert {"id", "it's", "price", "active", "made_on"} <= set(reads)
    # Of a personal column rows and distinct values are counted, and nothing else is computed.
    assert reads.count("E-Mail") == 2
    assert reads.count("nested") == 1
    assert {literal.this for literal in statement.find_all(exp.Literal)} >= {"model.shop.o'brien", "it's"}


@pytest.mark.parametrize(("is_view", "rows"), [(False, 10), (False, 5_000_000), (True, 10)])
def test_a_relation_is_read_whole_sampled_or_cut(package: Package, is_view: bool, rows: int) -> None:
    large = package_for(package.adapter, rows)
    source = large.source_rows(FakeRelation("orders", package.adapter, is_view=is_view))
    statement = parsed(package, f"select count(*) as n from {source['from']}")
    assert source["whole"] is (not is_view and rows == 10)
    if is_view:
        assert statement.find(exp.Limit) is not None
    elif rows > 10:
        assert statement.find(exp.TableSample) or statement.find(exp.Rand)


def test_values_are_counted_and_ties_broken(package: Package) -> None:
    column = {"name": "it's", "kind": "text", "most": 5, "profiled_at": "now"}
    statement = parsed(package, package.column_values(NODE, {"from": "orders"}, column))
    assert statement.find(exp.Limit) is not None
    assert len(list(statement.find_all(exp.Ordered))) == 2


def test_joins_and_tests_return_counts_alone(package: Package) -> None:
    child, parent = (FakeRelation(name, package.adapter) for name in ("lines", "orders"))
    keys = {"a", "b"}
    for sql in (
        package.join_check(child, ["a", "b"], parent, ["a", "b"]),
        package.test_gtr_join_match_rate(child, parent, ["a", "b"], 0.9, ["a", "b"]),
        package.test_gtr_unique_grain(child, ["a", "b"]),
        package.test_gtr_many_to_one(child, parent, ["a", "b"], ["a", "b"]),
    ):
        statement = parsed(package, sql)
        assert keys.isdisjoint({column.name for select in statement.selects for column in select.find_all(exp.Column)})


def test_what_has_no_row_yet_has_its_columns(package: Package) -> None:
    for sql, columns in ((package.no_sample_values(), 5), (package.no_join_checks(), 13)):
        assert len(parsed(package, sql).find(exp.Subquery).named_selects) == columns


@pytest.mark.parametrize(
    ("data_type", "kind"),
    [
        ("character varying(256)", "text"), ("STRING", "text"), ("NUMBER(38,0)", "integer"), ("bigint", "integer"),
        ("INT64", "integer"), ("numeric(10,2)", "decimal"), ("TIMESTAMP_NTZ(9)", "timestamp"), ("DATE", "date"),
        ("time", "time"),
        ("FLOAT64", "float"), ("double precision", "float"), ("BOOLEAN", "boolean"), ("VARIANT", "other"),
        ("varchar[]", "other"), ("interval", "other"), ("UUID", "uuid"), ("array<string>", "other"), ("bit", "other"),
    ],
)  # fmt: skip
def test_kinds_of_types(data_type: str, kind: str) -> None:
    assert package_for("duckdb").kind_of(data_type) == kind


def test_what_the_library_takes_for_a_key_is_no_key_less_here() -> None:
    package = package_for("duckdb")
    assert [package.values_wanted(name, "integer", 100, 5, None, "1", "5") for name in ("customer_id", "status")] == [
        0,
        1000,
    ]
    assert package.values_wanted("comment", "text", 100, 100, 61.0, None, None) == 300
    assert package.values_wanted("status", "text", 100, 5, 6.0, None, None) == 10_001
    assert package.values_wanted("number", "integer", 100, 100, None, "1", "490301234567") == 300
    assert name_words("customer_id")[-1] == "id"


@pytest.mark.parametrize(
    ("name", "table", "key", "speaks"),
    [
        ("customer_id", "customers", "id", True), ("id", "customers", "id", False),
        ("customer_id", "orders", "customer_id", True),
        ("o_custkey", "customer", "c_custkey", True), ("position", "profile", "position", False),
        ("c_name", "customer", "s_name", False),
    ],
)  # fmt: skip
def test_names_that_speak_of_a_key(name: str, table: str, key: str, speaks: bool) -> None:
    assert bool(package_for("duckdb").speaks_of(name, table, key)) is speaks


@pytest.mark.parametrize("percent", [0, 101])
def test_a_sample_outside_of_a_hundred_percent_is_refused(package: Package, percent: int) -> None:
    with pytest.raises(ValueError, match="must lie above 0"):
        package.sampled(FakeRelation("orders", package.adapter), percent)


@pytest.mark.parametrize("percent", [10, 12.5])
def test_what_an_adapter_brings_parses_in_its_dialect(package: Package, percent: float) -> None:
    source = package.sampled(FakeRelation("orders", package.adapter), percent)
    statement = parsed(package, f"select {package.distinct_count('a')} as n from {source}")
    assert statement.find(exp.TableSample) or statement.find(exp.Rand)
