from __future__ import annotations

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gtr_core.catalog import (
    Column,
    ColumnProfile,
    JoinEdge,
    JoinMeasurement,
    Key,
    Metric,
    Relation,
    Table,
    TableProfile,
)
from gtr_core.context.graph import ContextGraph
from gtr_core.context.parquet_fields import FILES
from gtr_core.context.parquet_read import read_graph
from gtr_core.context.parquet_write import write_graph
from tests.context.graphs import small_graph


@pytest.mark.parametrize("file", FILES)
def test_no_two_nouns_of_a_row_share_a_name(file: str):
    names = [name for part in FILES[file] for _, name in part.names()]
    assert len(names) == len(set(names))


def test_a_graph_comes_back_as_it_was_but_for_personal_values(tmp_path):
    graph = small_graph()
    write_graph(graph, tmp_path)
    again = read_graph(tmp_path, "snowflake")
    assert again.joins == graph.joins
    assert again.keys == graph.keys
    assert again.metrics == graph.metrics
    assert again.dialect == "snowflake"
    assert again.tables[1:] == graph.tables[1:]
    assert again.profiles.keys() == graph.profiles.keys()
    assert again.column_profile("model.shop.customer", "country").values == ("INDIA", "CHINA")
    assert again.column_profile("model.shop.customer", "country").truncated


def test_personal_values_are_nowhere_in_the_files(tmp_path):
    graph = small_graph()
    write_graph(graph, tmp_path)
    again = read_graph(tmp_path, "duckdb")
    email = again.column_profile("model.shop.customer", "email")
    assert (email.values, email.minimum, email.maximum) == ((), None, None)
    assert (email.distinct, email.null_share, email.personal) == (75, 0.25, True)
    assert again.column("model.shop.customer", "email").known_values == ()
    shown = duckdb.sql(f"select * from '{tmp_path}/values.parquet'").fetchall()
    shown += duckdb.sql(f"select * from '{tmp_path}/columns.parquet'").fetchall()
    assert "@x.org" not in repr(shown)


def test_anyone_can_open_the_files(tmp_path):
    write_graph(small_graph(), tmp_path)
    rows = duckdb.sql(
        f"""select c.name, unnest(v.values) from '{tmp_path}/columns.parquet' c
            join '{tmp_path}/values.parquet' v on v.table = c.table and v.column = c.name"""
    ).fetchall()
    assert rows == [("country", "INDIA"), ("country", "CHINA")]
    assert duckdb.sql(
        f"select match_rate, parent_columns from '{tmp_path}/joins.parquet' where role = 'buyer'"
    ).fetchall() == [(0.99, ["id"])]


words = st.text(st.characters(codec="utf-8"), max_size=8)
columns = st.builds(Column, name=words, personal=st.sampled_from([None, False]))
profiles = st.builds(ColumnProfile, personal=st.just(False), rows=st.integers(0, 2**40), distinct=st.integers(0, 2**40))


@st.composite
def graphs(draw):
    ids = draw(st.lists(words, min_size=1, max_size=4, unique=True))
    tables, table_profiles = [], {}
    for table_id in ids:
        own = draw(st.lists(columns, max_size=3, unique_by=lambda column: column.name))
        relation = draw(st.builds(Relation))
        tables.append(
            draw(st.builds(Table, id=st.just(table_id), relation=st.just(relation), columns=st.just(tuple(own))))
        )
        if draw(st.booleans()):
            seen = tuple(draw(profiles.map(lambda p, c=c: _named(p, c.name))) for c in own)
            table_profiles[table_id] = TableProfile(table_id, draw(st.none() | st.integers(0, 9)), 9, False, seen)
    ends = st.sampled_from(ids)
    measured = st.none() | st.builds(
        JoinMeasurement,
        match_rate=st.floats(0, 1),
        orphan_rate=st.floats(0, 1),
        null_rate=st.floats(0, 1),
        rows=st.integers(0, 9),
    )
    edges = st.builds(JoinEdge, child=ends, parent=ends, confidence=st.floats(0, 1), measurement=measured)
    return ContextGraph(
        tables=tables,
        joins=draw(st.lists(edges, max_size=3)),
        keys=draw(st.lists(st.builds(Key, table=ends), max_size=2)),
        metrics=draw(st.lists(st.builds(Metric), max_size=2, unique_by=lambda metric: metric.name)),
        profiles=table_profiles,
    )


def _named(profile: ColumnProfile, name: str) -> ColumnProfile:
    from dataclasses import replace

    return replace(profile, name=name)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(graphs())
def test_whatever_the_nouns_hold_comes_back(tmp_path, graph):
    write_graph(graph, tmp_path)
    again = read_graph(tmp_path, graph.dialect)
    assert again.tables == graph.tables
    assert again.joins == graph.joins
    assert again.keys == graph.keys
    assert again.metrics == graph.metrics
    assert dict(again.profiles) == {table_id: profile for table_id, profile in graph.profiles.items()}
