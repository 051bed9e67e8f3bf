from __future__ import annotations

from dataclasses import replace

import dagster as dg
import pytest

from dagster_project.checks import (
    columns_remain,
    encoder_unchanged,
    every_table_taken_in,
    few_orphans,
    graph_usable,
    joins_hold,
)
from gtr_core.catalog import JoinEdge, JoinMeasurement, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot_info import FailedTable

ORDERS = Table("orders", Relation("db", "main", "orders"), "orders")
CUSTOMER = Table("customer", Relation("db", "main", "customer"), "customer")
EDGE = JoinEdge("orders", ("customer_id",), "customer", ("id",), ("relationships_test",))
MEASURED = replace(EDGE, measurement=JoinMeasurement("many_to_one", 1.0, 0.0, 0.0, 10))


def hidden(table: Table) -> Table:
    return replace(table, hidden=True)


@pytest.mark.parametrize(
    ("tables", "joins", "passed", "said"),
    [
        ([], [], False, "no table"),
        ([hidden(ORDERS), hidden(CUSTOMER)], [MEASURED], False, "no table"),
        ([ORDERS, CUSTOMER], [], True, "2 tables, 0 of 0 joins"),
        ([ORDERS, CUSTOMER], [EDGE], False, "None of the 1 joins"),
        ([ORDERS, CUSTOMER], [MEASURED], True, "1 of 1 joins"),
        ([ORDERS, CUSTOMER], [EDGE, replace(MEASURED, parent_columns=("other",))], True, "1 of 2 joins"),
        ([ORDERS, hidden(CUSTOMER)], [EDGE], True, "0 of 0 joins"),
        ([ORDERS, CUSTOMER], [replace(EDGE, enabled=False)], True, "0 of 0 joins"),
    ],
)
def test_a_graph_is_usable_with_tables_and_measured_joins(
    tables: list[Table], joins: list[JoinEdge], passed: bool, said: str
) -> None:
    result = graph_usable(ContextGraph(tables=tables, joins=joins))
    assert result.passed is passed
    assert said in result.description
    assert result.severity is dg.AssetCheckSeverity.ERROR


def test_failed_tables_are_named_once_and_only_warned_of() -> None:
    failed = [FailedTable("orders", "profile"), FailedTable("orders", "join"), FailedTable("customer", "profile")]
    result = every_table_taken_in(failed)
    assert (result.passed, result.severity) == (False, dg.AssetCheckSeverity.WARN)
    assert result.description == "Failed: customer, orders."
    assert every_table_taken_in([]).passed


def test_joins_that_the_data_contradict_are_listed() -> None:
    assert joins_hold(ContextGraph(tables=[ORDERS, CUSTOMER], joins=[MEASURED])).passed
    result = joins_hold(ContextGraph(tables=[ORDERS, CUSTOMER], joins=[replace(MEASURED, contradicted=True)]))
    assert (result.passed, result.severity) == (False, dg.AssetCheckSeverity.WARN)
    assert result.metadata["which"].value == "- orders (customer_id) to customer (id): many_to_one, match rate 1.000"


@pytest.mark.parametrize(
    ("rate", "origin", "passed"), [(0.05, "constraint", True), (0.06, "constraint", False), (0.5, "inferred", True)]
)
def test_orphans_of_declared_joins_are_bounded(rate: float, origin: str, passed: bool) -> None:
    measurement = JoinMeasurement("many_to_one", 1 - rate, rate, 0.0, 100)
    edge = replace(EDGE, origins=(origin,), measurement=measurement)
    result = few_orphans(ContextGraph(tables=[ORDERS, CUSTOMER], joins=[edge]), 0.05)
    assert result.passed is passed


def test_without_a_former_snapshot_nothing_can_have_changed() -> None:
    graph = ContextGraph(tables=[ORDERS])
    assert columns_remain(graph, None).passed
    assert encoder_unchanged("tiny", None).passed
