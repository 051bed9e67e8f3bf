from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gtr_core.catalog import Metric, MetricInput
from gtr_core.dbt import load_catalog
from tests.dbt.artifacts import manifest, model, written
from tests.dbt.conftest import Load
from tests.dbt.semantic import metric, semantic_model

_TABLE = "model.shop.orders"
_ORDERS = model("orders", "id", "Price", "ordered_at", "customer_id")
_SEMANTIC = semantic_model(
    "orders",
    defaults={"agg_time_dimension": "ordered"},
    dimensions=[{"name": "ordered", "type": "time", "expr": "ordered_at"}],
    measures=[
        {
            "name": "revenue",
            "agg": "sum",
            "expr": "price * (1 - discount)",
            "description": "Net of discount.",
            "label": "Rev",
        },
        {"name": "average_price", "agg": "average", "expr": "PRICE"},
        {"name": "orders", "agg": "count", "expr": "1"},
        {"name": "balance", "agg": "sum", "expr": "id", "non_additive_dimension": {"name": "ordered"}},
    ],
)


def _metrics(load: Load, *metrics: dict[str, Any], **rest: Any) -> dict[str, Metric]:
    merged = {key: value for one in metrics for key, value in one.items()}
    sections = {"semantic_models": _SEMANTIC, "metrics": merged, **rest}
    return {metric.name: metric for metric in load(_ORDERS, **sections).metrics}


def test_a_simple_metric_is_its_measure(load: Load) -> None:
    found = _metrics(load, metric("sales", "simple", {"measure": {"name": "revenue"}}, description="All sales."))
    assert found["sales"] == Metric(
        "sales",
        tables=(_TABLE,),
        aggregate="sum",
        expression="price * (1 - discount)",
        label="Rev",
        description="All sales. Net of discount.",
        time_column="ordered_at",
    )
    assert "revenue" not in found


def test_measures_that_no_metric_wraps_are_metrics(load: Load) -> None:
    found = _metrics(load)
    assert {name: (one.kind, one.aggregate, one.expression) for name, one in found.items()} == {
        "revenue": ("simple", "sum", "price * (1 - discount)"),
        "average_price": ("simple", "avg", "Price"),
        "orders": ("simple", "count", "1"),
        "balance": ("simple", "sum", "id"),
    }
    assert found["balance"].non_additive_dimension == "ordered"


def test_a_metric_without_a_measure_as_dbt_1_12_writes_it(load: Load) -> None:
    params = {"semantic_model": "orders", "agg": "count_distinct", "agg_time_dimension": "ordered"}
    found = _metrics(
        load,
        metric("buyers", "simple", {"expr": "CUSTOMER_ID", "metric_aggregation_params": params}, label="Buyers"),
        metric("price", "simple", {"metric_aggregation_params": {**params, "agg": "median"}}),
    )
    buyers = found["buyers"]
    assert (buyers.aggregate, buyers.expression, buyers.time_column, buyers.label) == (
        "count_distinct",
        "customer_id",
        "ordered_at",
        "Buyers",
    )
    # Without an expression, the column of the metric's name.
    assert (found["price"].aggregate, found["price"].expression) == ("median", "Price")


def test_ratio_derived_and_cumulative_metrics_use_others(load: Load) -> None:
    window = {"count": 1, "granularity": "month"}
    found = _metrics(
        load,
        metric("share", "ratio", {"numerator": {"name": "revenue", "filter": "x"}, "denominator": {"name": "orders"}}),
        metric(
            "growth",
            "derived",
            {"expr": "now / before", "metrics": [
                {"name": "revenue", "alias": "now"}, {"name": "revenue", "alias": "before", "offset_window": window}
            ]},
        ),
        metric("deep", "derived", {"expr": "growth", "metrics": [{"name": "growth"}, "share"]}),
        metric("running", "cumulative", {"cumulative_type_params": {"metric": {"name": "revenue"}}}),
        metric("running_measure", "cumulative", {"measure": {"name": "orders"}}),
    )  # fmt: skip
    assert found["share"].inputs == ("revenue", "orders")
    assert found["share"].uses[0] == MetricInput("revenue", "revenue", filter="x")
    assert found["growth"].inputs == ("revenue",)
    assert found["growth"].uses[1] == MetricInput("revenue", "before", offset="1 month")
    assert found["growth"].expression == "now / before"
    assert found["running"].inputs == ("revenue",)
    assert (found["running_measure"].kind, found["running_measure"].aggregate) == ("cumulative", "count")
    assert all(one.tables == (_TABLE,) for one in found.values())


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"where_filters": [{"where_sql_template": "{{ Dimension('x') }} = 1\n"}]}, "{{ Dimension('x') }} = 1"),
        ({"where_filters": [{"where_sql_template": "a"}, {"where_sql_template": "b"}]}, "(a) and (b)"),
        ("a > 1", "a > 1"),
        (None, ""),
        ({"where_filters": None}, ""),
    ],
)
def test_filters_are_kept_as_text(load: Load, said: object, text: str) -> None:
    assert _metrics(load, metric("m", "simple", {"measure": {"name": "revenue"}}, filter=said))["m"].filter == text


def test_the_filter_of_a_measure_joins_that_of_the_metric(load: Load) -> None:
    params = {"measure": {"name": "revenue", "filter": {"where_filters": [{"where_sql_template": "b"}]}}}
    assert _metrics(load, metric("m", "simple", params, filter="a"))["m"].filter == "a and b"


def test_metrics_of_dbt_1_0_to_1_5(load: Load) -> None:
    old = {
        "metric.shop.spend": {
            "name": "spend", "calculation_method": "sum", "expression": "PRICE", "model": "ref('orders')",
            "timestamp": "ordered_at", "package_name": "shop",
            "filters": [{"field": "id", "operator": ">", "value": "3"}],
        }
    }  # fmt: skip
    found = _metrics(load, old)["spend"]
    assert (found.aggregate, found.expression, found.tables, found.filter) == ("sum", "Price", (_TABLE,), "id > 3")
    assert found.time_column == "ordered_at"


def test_words_of_the_project(load: Load) -> None:
    said = {"config": {"meta": {"gtr": {"synonyms": ["turnover"]}}}}
    found = _metrics(load, metric("sales", "simple", {"measure": "revenue"}, **said))
    assert found["sales"].synonyms == ("turnover",)


def test_a_metric_that_is_hidden_or_rests_on_nothing_is_left_out(load: Load) -> None:
    catalog = load(
        _ORDERS,
        semantic_models=_SEMANTIC,
        metrics={
            **metric("secret", "simple", {"measure": "revenue"}, meta={"gtr": {"hidden": True}}),
            **metric("lost", "ratio", {"numerator": "a", "denominator": "b"}),
            **metric("loop", "derived", {"metrics": ["loop"]}),
        },
    )
    assert "revenue" not in {one.name for one in catalog.metrics}
    assert {left.unique_id for left in catalog.left_out if left.reason == "unused_metric"} == {
        "metric.shop.secret",
        "metric.shop.lost",
        "metric.shop.loop",
    }


def test_the_semantic_manifest_adds_what_the_manifest_lacks(tmp_path: Path) -> None:
    document = {
        "semantic_models": list(_SEMANTIC.values()),
        "metrics": [{"name": "sales", "type": "simple", "type_params": {"measure": {"name": "revenue"}}}],
    }
    beside = written(tmp_path, document, "semantic_manifest.json")
    catalog = load_catalog(written(tmp_path, manifest(_ORDERS)), semantic_manifest=beside)
    assert {one.name for one in catalog.metrics} == {"sales", "average_price", "orders", "balance"}
