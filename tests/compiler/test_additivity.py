from __future__ import annotations

from dataclasses import replace

import pytest

from gtr_core.catalog import Metric
from gtr_core.compiler import compile_query, spec_from_json
from gtr_core.context.graph import ContextGraph
from tests.compiler import trap_schemas

SUM = {"name": "total", "aggregate": "sum", "node": "daily_balances", "column": "balance"}
DAY = {"node": "daily_balances", "column": "balance_day"}
TREE = "daily_balances; daily_balances>accounts"


@pytest.fixture(scope="module", name="graph")
def _graph():
    with trap_schemas.connection("bank") as database:
        graph = trap_schemas.graph("bank", database)
    profiles = dict(graph.profiles)
    of_table = profiles["daily_balances"]
    columns = [replace(c, additivity="semi_additive") if c.name == "balance" else c for c in of_table.columns]
    profiles["daily_balances"] = replace(of_table, columns=tuple(columns))
    metric = Metric(
        "held", "simple", ("daily_balances",), "sum", "balance", time_column="balance_day", non_additive_dimension="day"
    )
    return ContextGraph(
        tables=graph.tables, joins=graph.joins, keys=graph.keys, metrics=[metric], profiles=profiles, dialect="duckdb"
    )


def _compiled(graph, spec):
    return compile_query(trap_schemas.tree("bank", TREE), spec_from_json(spec), graph, "duckdb")


@pytest.mark.parametrize("measure", [SUM, {"name": "total", "metric": "held"}], ids=["column", "metric"])
def test_balances_of_several_days_are_not_added(graph, measure):
    refused = _compiled(graph, {"measures": [measure], "dimensions": [{"node": "accounts", "column": "account_type"}]})
    assert refused.refused
    assert "day" in refused.verdicts[0].text


@pytest.mark.parametrize("measure", [SUM, {"name": "total", "metric": "held"}], ids=["column", "metric"])
def test_balances_of_one_day_or_for_each_day_are_added(graph, measure):
    one = {"measures": [measure], "filters": [{**DAY, "op": "=", "values": ["2025-01-31"]}]}
    assert not _compiled(graph, one).refused
    assert not _compiled(graph, {"measures": [measure], "dimensions": [DAY]}).refused
    assert _compiled(graph, {"measures": [measure], "dimensions": [{**DAY, "grain": "month"}]}).refused


def test_balances_may_be_averaged_and_compared_over_days(graph):
    for aggregate in ("avg", "min", "max"):
        assert not _compiled(graph, {"measures": [{**SUM, "aggregate": aggregate}]}).refused
