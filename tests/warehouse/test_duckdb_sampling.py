from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from gtr_core.catalog import Column, Relation
from gtr_core.warehouse import ListedRelation, ResultSet
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from gtr_core.warehouse.duckdb_sampling import block_sample, has_row_ids
from gtr_core.warehouse.read_only import check_read_only
from tests.warehouse.databases import open_database

RELATION = Relation(None, "main", "t")


def summary(warehouse: DuckDBWarehouse, rows: int | None, seed: int = 42) -> ResultSet:
    """Rows, their sum, and how many of ten equal parts of the table they come from."""
    drawn = warehouse.sample(warehouse.describe(RELATION), ["a"], rows, seed)
    a = exp.column("a", quoted=True)
    part = exp.Floor(this=exp.Div(this=a.copy(), expression=exp.Literal.number(30000)))
    counts = (exp.Count(this=exp.Star()), exp.Sum(this=a), exp.Count(this=exp.Distinct(expressions=[part])))
    return warehouse.query(exp.select(*counts).from_(drawn.select.subquery("s")))


@pytest.mark.parametrize("rows", [100_000, 50_000, 1000, 25])
def test_the_same_seed_gives_the_same_rows_from_all_over_the_table(tmp_path: Path, rows: int):
    with open_database(tmp_path / "x.duckdb", "CREATE TABLE t AS SELECT range AS a FROM range(300000)") as warehouse:
        results = [summary(warehouse, rows).rows for _ in range(5)]
        other = summary(warehouse, rows, seed=43).rows
    assert all(result == results[0] for result in results)
    count, total, parts = results[0][0]
    assert 0.9 * rows <= count <= 1.1 * rows + 2 * 2048
    assert parts == 10
    assert total != other[0][1]


@pytest.mark.parametrize("rows", [None, 300_000, 10**9])
def test_a_table_that_is_small_enough_is_read_whole(tmp_path: Path, rows: int | None):
    with open_database(tmp_path / "x.duckdb", "CREATE TABLE t AS SELECT range AS a FROM range(300000)") as warehouse:
        assert summary(warehouse, rows).rows[0][0] == 300_000


def test_deleted_rows_do_not_keep_the_end_of_the_table_out(tmp_path: Path):
    with open_database(
        tmp_path / "x.duckdb",
        "CREATE TABLE t AS SELECT range AS a FROM range(300000)",
        "DELETE FROM t WHERE a < 150000 AND a % 4 <> 0",
        "CHECKPOINT",
    ) as warehouse:
        count, _, parts = summary(warehouse, 50_000).rows[0]
    assert 30_000 < count < 80_000
    assert parts == 10


def test_views_and_tables_that_hide_their_row_ids_are_cut(tmp_path: Path):
    with open_database(
        tmp_path / "x.duckdb",
        "CREATE TABLE base AS SELECT range AS a FROM range(3000)",
        "CREATE VIEW t AS SELECT * FROM base",
        "CREATE TABLE hidden AS SELECT range AS a, 'x' AS RowId FROM range(3000)",
    ) as warehouse:
        assert warehouse.sample(warehouse.describe(RELATION), ["a"], 10, 1).form == "limit"
        hidden = warehouse.describe(Relation(None, "main", "hidden"))
        assert warehouse.sample(hidden, ["a"], 10, 1).form == "limit"


def test_row_ids_are_of_tables():
    assert has_row_ids(ListedRelation(RELATION, "table", (Column("a"),)))
    assert not has_row_ids(ListedRelation(RELATION, "table", (Column("ROWID"),)))
    assert not has_row_ids(ListedRelation(RELATION, "view", (Column("a"),)))


@settings(deadline=None)
@given(
    low=st.integers(0, 10**6),
    span=st.integers(2, 10**9),
    share=st.floats(0.01, 1),
    most=st.integers(1, 200_000),
    seed=st.integers(0, 100),
)
def test_blocks_lie_within_the_table_and_apart(low: int, span: int, share: float, most: int, seed: int):
    size = max(2, int(span * share))
    rows = min(most, size - 1)
    listed = ListedRelation(RELATION, "table", (Column("a"),), row_count=size)
    drawn = block_sample(listed, ["a"], rows, seed, (low, low + span - 1))
    check_read_only(drawn.select)
    blocks = sorted(
        (int(one.args["low"].name), int(one.args["high"].name)) for one in drawn.select.find_all(exp.Between)
    )
    assert all(low <= first <= last <= low + span - 1 for first, last in blocks)
    assert all(last < first for (_, last), (first, _) in zip(blocks, blocks[1:], strict=False))
    assert len(blocks) <= 501
    assert sum(last - first + 1 for first, last in blocks) <= 3 * rows / (size / span) + 2 * 2048
