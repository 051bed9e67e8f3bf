from __future__ import annotations

import pytest

from gtr_core.catalog import Relation
from gtr_core.warehouse.dialect_sampling import dialect_sample
from gtr_core.warehouse.listing import ListedRelation
from gtr_core.warehouse.read_only import render_read_only

RELATION = Relation("p", "d", "t")
LARGE = ListedRelation(RELATION, "table", (), 1_000_000)


@pytest.mark.parametrize(
    ("dialect", "ending", "form"),
    [
        ("bigquery", "TABLESAMPLE SYSTEM (0.1 PERCENT)", "block"),
        ("trino", "TABLESAMPLE BERNOULLI (0.1)", "row"),
        ("athena", "TABLESAMPLE BERNOULLI (0.1)", "row"),
        ("databricks", "TABLESAMPLE (0.1 PERCENT) REPEATABLE (42)", "block"),
        ("spark", "TABLESAMPLE (0.1 PERCENT)", "block"),
        ("tsql", "TABLESAMPLE (0.1 PERCENT) REPEATABLE (42)", "block"),
        ("mysql", "LIMIT 1000", "limit"),
        ("redshift", "LIMIT 1000", "limit"),
        ("clickhouse", "LIMIT 1000", "limit"),
        ("postgres", "TABLESAMPLE BERNOULLI (0.1) REPEATABLE (42)", "row"),
    ],
)
def test_a_large_table_is_drawn_as_the_dialect_can(dialect: str, ending: str, form: str):
    drawn = dialect_sample(dialect, LARGE, ["a"], 1000, 42)
    assert (drawn.form, drawn.whole) == (form, False)
    assert render_read_only(drawn.select, dialect).endswith(ending)


@pytest.mark.parametrize("dialect", ["bigquery", "mysql", "trino"])
def test_small_tables_are_read_whole_and_what_has_no_known_size_is_cut(dialect: str):
    small = ListedRelation(RELATION, "table", (), 500)
    assert dialect_sample(dialect, small, ["a"], 1000, 42).whole
    assert dialect_sample(dialect, ListedRelation(RELATION, "table"), ["a"], 1000, 42).form == "limit"
    assert dialect_sample(dialect, ListedRelation(RELATION, "view", (), 5), ["a"], 1000, 42).form == "limit"
    assert dialect_sample(dialect, LARGE, ["a"], None, 42).whole
