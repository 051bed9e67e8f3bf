from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlglot import exp

from gtr_core.catalog import Column, ColumnProfile, Relation, Table, TableProfile
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse import QueryError, RelationMissingError, ResultSet, StatementTimeoutError
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.warehouse.databases import open_database, stored_table

ORDERS = (
    "CREATE TABLE orders AS SELECT i AS order_id, i % 7 AS customer_id, (i % 3 = 0)::BOOLEAN AS is_paid, "
    "CASE WHEN i % 10 = 0 THEN NULL ELSE ['1-URGENT', '2-HIGH', 'n/a'][i % 3 + 1] END AS priority, "
    "(i * 1.5)::DECIMAL(10, 2) AS total, DATE '2024-01-01' + (i % 30)::INTEGER AS day, "
    "'person' || i || '@example.org' AS email, 'note ' || i AS comment, 'Thing ' || i AS thing_name "
    "FROM range(1, 1001) AS r(i)"
)


@pytest.fixture
def warehouse(tmp_path: Path):
    with open_database(
        tmp_path / "shop.duckdb",
        ORDERS,
        "CREATE VIEW recent AS SELECT * FROM orders WHERE order_id > 900",
        "CREATE TABLE empty (a INTEGER, b VARCHAR)",
        "CREATE TABLE nulls AS SELECT NULL::VARCHAR AS a, NULL::DOUBLE AS b FROM range(5)",
        "CREATE TABLE nested AS SELECT {'x': 1} AS s, [1, 2] AS l, MAP {'k': 1} AS m, 'ab'::BLOB AS bin, "
        "'{}'::JSON AS j, INTERVAL 1 DAY AS i, 7 AS plain",
        "CREATE TABLE large AS SELECT range AS id, range % 5 AS kind FROM range(300000)",
        "CREATE TABLE long AS SELECT repeat('x', 1000000) AS cell, 'short' AS other FROM range(3)",
        'CREATE TABLE odd AS SELECT 1 AS "select", \'v\' AS "a.b", \'w\' AS "with ""quotes""", \'x\' AS "😀"',
        "CREATE VIEW failing AS SELECT order_id, CAST(comment AS INTEGER) AS broken FROM orders",
        "CREATE VIEW hopeless AS SELECT CAST(comment AS INTEGER) AS broken FROM orders",
    ) as opened:
        yield opened


def column(profile: TableProfile, name: str) -> ColumnProfile:
    found = profile.column(name)
    assert found is not None
    return found


def test_a_small_table_is_looked_at_as_a_whole(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "orders"))
    assert (profile.row_count, profile.rows, profile.sampled) == (1000, 1000, False)
    assert [one.name for one in profile.columns] == [
        "order_id", "customer_id", "is_paid", "priority", "total", "day", "email", "comment", "thing_name",
    ]  # fmt: skip
    assert column(profile, "order_id") == ColumnProfile(
        "order_id", 1000, 0.0, 1000, True, "1", "1000", (), True, "identifier", "key", unique=True,
        mean=500.5, deviation=pytest.approx(288.8194)
    )  # fmt: skip
    assert column(profile, "priority") == ColumnProfile(
        "priority", 1000, 0.1, 3, True, "1-URGENT", "n/a", ("1-URGENT", "2-HIGH"), False, "code", "dimension",
        length_quantiles=column(profile, "priority").length_quantiles, top_counts=(300, 300)
    )  # fmt: skip
    assert (column(profile, "total").minimum, column(profile, "total").maximum) == ("1.5", "1500")
    assert column(profile, "total").values == ()
    assert column(profile, "day").values[:2] == ("2024-01-02", "2024-01-03")
    assert len(column(profile, "day").values) == 30
    assert column(profile, "customer_id").values == ()


def test_a_profile_takes_two_statements(warehouse: DuckDBWarehouse, monkeypatch: pytest.MonkeyPatch):
    sent: list[exp.Query] = []
    query = DuckDBWarehouse.query

    def counting(self: DuckDBWarehouse, select: exp.Query, **keywords: object) -> ResultSet:
        sent.append(select)
        return query(self, select, **keywords)  # type: ignore[arg-type]

    monkeypatch.setattr(DuckDBWarehouse, "query", counting)
    profile_table(warehouse, stored_table(warehouse, "orders"))
    assert len(sent) == 2
    assert not any(one.find(exp.Column) and "email" in one.sql() and "gtr_rows" in one.sql() for one in sent)


def test_personal_columns_are_counted_and_no_more(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "orders"), ProfilingSettings(values="all"))
    email = column(profile, "email")
    assert email.personal
    assert (email.distinct, email.values, email.minimum, email.maximum) == (1000, (), None, None)
    assert "example.org" not in repr(profile)
    assert any(limit.startswith("email: personal data") for limit in profile.limits)


def test_what_the_project_declares_overrules_names_and_values(warehouse: DuckDBWarehouse):
    table = stored_table(warehouse, "orders")
    columns = tuple(replace(one, personal={"email": False, "priority": True}.get(one.name)) for one in table.columns)
    profile = profile_table(warehouse, replace(table, columns=columns), ProfilingSettings(values="all"))
    assert column(profile, "email").values[:1] == ("person1000@example.org",)
    assert column(profile, "priority").personal
    assert column(profile, "priority").values == ()
    assert column(profile, "priority").personal_reason == "the project declares it"


def test_detection_can_be_switched_off_and_declarations_cannot(warehouse: DuckDBWarehouse):
    table = stored_table(warehouse, "orders")
    tagged = tuple(replace(one, tags=("pii",)) if one.name == "comment" else one for one in table.columns)
    profile = profile_table(
        warehouse, replace(table, columns=tagged), ProfilingSettings(values="all", detect_personal=False)
    )
    assert not column(profile, "email").personal
    assert column(profile, "comment").personal


@pytest.mark.parametrize(
    ("policy", "kept"),
    [
        ("none", set()),
        ("codes", {"priority", "thing_name", "day"}),
        ("all", {"priority", "thing_name", "comment", "day"}),
    ],
)
def test_the_policy_says_what_values_are_kept(warehouse: DuckDBWarehouse, policy: str, kept: set[str]):
    settings = ProfilingSettings(values=policy)  # type: ignore[arg-type]
    profile = profile_table(warehouse, stored_table(warehouse, "orders"), settings)
    assert {one.name for one in profile.columns if one.values} == kept
    if policy == "none":
        assert column(profile, "priority").minimum is None
        assert column(profile, "total").minimum == "1.5"


def test_what_a_limit_cuts_is_marked_and_told(warehouse: DuckDBWarehouse):
    table = stored_table(warehouse, "orders")
    by_count = profile_table(warehouse, table, ProfilingSettings(keep=400))
    assert len(column(by_count, "thing_name").values) == 400
    assert column(by_count, "thing_name").truncated
    assert "thing_name: 400 of 1000 values kept" in by_count.limits
    by_bytes = profile_table(warehouse, table, ProfilingSettings(keep_bytes=100))
    assert 0 < sum(len(value) for value in column(by_bytes, "thing_name").values) <= 100
    assert column(by_bytes, "thing_name").truncated
    assert not column(by_bytes, "priority").truncated


def test_a_large_table_is_sampled_by_the_engine_and_the_same_way_again(warehouse: DuckDBWarehouse):
    table = stored_table(warehouse, "large")
    first, second = (profile_table(warehouse, table, ProfilingSettings(rows=50_000)) for _ in range(2))
    assert first.sampled
    assert first.row_count == 300_000
    assert 20_000 < first.rows < 80_000
    assert first.limits[0] == f"A sample of {first.rows:,} out of about 300,000 rows was looked at"
    assert replace(first, seconds=0) == replace(second, seconds=0)
    assert column(first, "kind").values == column(second, "kind").values
    assert not column(first, "kind").truncated


def test_an_unsampled_large_table_is_estimated_and_its_keys_are_counted(warehouse: DuckDBWarehouse):
    settings = ProfilingSettings(rows=None, exact_distinct_rows=1000)
    profile = profile_table(warehouse, stored_table(warehouse, "large"), settings)
    assert not profile.sampled
    assert (column(profile, "id").distinct, column(profile, "id").distinct_exact) == (300_000, True)
    assert column(profile, "id").unique
    assert not column(profile, "kind").distinct_exact
    assert 4 <= column(profile, "kind").distinct <= 6


def test_a_view_is_cut_by_a_limit_and_its_size_is_known_only_if_all_was_seen(warehouse: DuckDBWarehouse):
    view = stored_table(warehouse, "recent")
    whole = profile_table(warehouse, view)
    assert (whole.row_count, whole.rows, whole.sampled) == (100, 100, False)
    cut = profile_table(warehouse, view, ProfilingSettings(rows=50))
    assert (cut.row_count, cut.rows, cut.sampled) == (None, 50, True)
    assert "unknown number of rows" in cut.limits[0]


def test_an_empty_table(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "empty"))
    assert (profile.row_count, profile.rows, profile.sampled) == (0, 0, False)
    assert column(profile, "b") == ColumnProfile("b", semantic_type="category", use="dimension")


def test_columns_of_nulls(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "nulls"))
    for name in ("a", "b"):
        assert column(profile, name).null_share == 1.0
        assert not column(profile, name).unique
        assert column(profile, name).minimum is None


def test_nested_and_binary_columns_are_counted(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "nested"))
    kinds = {one.name: one.semantic_type for one in profile.columns if not one.path}
    assert kinds == {
        "s": "other", "l": "other", "m": "other", "bin": "other", "j": "json", "i": "other", "plain": "number",
    }  # fmt: skip
    assert all(not one.distinct_exact for one in profile.columns if not one.path and one.name != "plain")


def test_long_cells_stay_in_the_warehouse(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "long"), ProfilingSettings(values="all"))
    cell = column(profile, "cell")
    assert cell.values == ()
    assert cell.truncated
    assert len(cell.maximum or "") <= 100
    assert column(profile, "other").values == ("short",)


def test_odd_column_names(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "odd"))
    assert {one.name: one.values for one in profile.columns} == {
        "select": ("1",), "a.b": ("v",), 'with "quotes"': ("w",), "😀": ("x",),
    }  # fmt: skip


def test_a_column_that_cannot_be_read_does_not_stop_the_rest(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "failing"))
    assert column(profile, "order_id").distinct == 1000
    assert column(profile, "broken") == ColumnProfile("broken", distinct_exact=False)
    assert any(limit.startswith("broken: not read (conversion") for limit in profile.limits)


def test_a_relation_of_which_nothing_can_be_read_fails(warehouse: DuckDBWarehouse):
    with pytest.raises(QueryError):
        profile_table(warehouse, stored_table(warehouse, "hopeless"))


def test_a_table_that_is_gone_is_named(warehouse: DuckDBWarehouse):
    with pytest.raises(RelationMissingError, match="ghost"):
        profile_table(warehouse, Table("ghost", Relation("shop", "main", "ghost"), "ghost"))


def test_a_statement_that_takes_too_long_fails_the_table(warehouse: DuckDBWarehouse, monkeypatch: pytest.MonkeyPatch):
    def late(*_: object, timeout_s: float, **__: object) -> ResultSet:
        raise StatementTimeoutError(timeout_s)

    table = stored_table(warehouse, "orders")
    monkeypatch.setattr(DuckDBWarehouse, "query", late)
    with pytest.raises(StatementTimeoutError, match="3 seconds"):
        profile_table(warehouse, table, ProfilingSettings(timeout_s=3))


def test_wide_tables_are_read_in_slices(tmp_path: Path):
    columns = ", ".join(f"{position} AS c{position}" for position in range(250))
    with open_database(tmp_path / "wide.duckdb", f"CREATE TABLE wide AS SELECT {columns}") as warehouse:
        profile = profile_table(warehouse, stored_table(warehouse, "wide"), ProfilingSettings(columns_per_statement=60))
    assert [one.name for one in profile.columns] == [f"c{position}" for position in range(250)]
    assert [one.values for one in profile.columns] == [(str(position),) for position in range(250)]


def test_what_people_wrote_is_found_whatever_the_case(warehouse: DuckDBWarehouse):
    table = replace(stored_table(warehouse, "orders"), columns=(Column("PRIORITY", personal=True),))
    profile = profile_table(warehouse, table)
    assert column(profile, "priority").personal
    assert len(profile.columns) == 9


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    values=st.lists(
        st.one_of(st.none(), st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)),
        max_size=60,
    )
)
def test_counts_agree_with_the_rows_and_values_with_what_is_stored(
    tmp_path_factory: pytest.TempPathFactory, values: list[str | None]
):
    import duckdb

    path = tmp_path_factory.mktemp("property") / "x.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t (colour VARCHAR)")
        if values:
            connection.executemany("INSERT INTO t VALUES (?)", [[value] for value in values])
    with open_database(path) as warehouse:
        profile = profile_table(warehouse, stored_table(warehouse, "t"), ProfilingSettings(values="all"))
    found = column(profile, "colour")
    filled = [value for value in values if value is not None]
    assert found.rows == len(values)
    assert found.distinct == len(set(filled))
    assert found.unique == (bool(filled) and len(set(filled)) == len(filled))
    assert set(found.values) <= set(filled)
    if values:
        assert found.null_share == pytest.approx(1 - len(filled) / len(values))


def test_top_values_come_with_their_rows(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "large"))
    kind = column(profile, "kind")
    assert len(kind.top_counts) == len(kind.values) == 5
    assert sum(kind.top_counts) == profile.rows
    assert column(profile, "id").top_counts == ()


def test_of_a_personal_column_no_statistics_are_kept(warehouse: DuckDBWarehouse):
    email = column(profile_table(warehouse, stored_table(warehouse, "orders")), "email")
    assert email.personal
    assert (email.mean, email.deviation, email.length_quantiles, email.top_counts) == (None, None, (), ())


def test_measures_say_how_they_add_up(warehouse: DuckDBWarehouse):
    profile = profile_table(warehouse, stored_table(warehouse, "orders"))
    assert column(profile, "total").additivity == "additive"
    assert column(profile, "order_id").additivity is None
