from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.compiler import SpecFormError, spec_from_json, spec_to_json
from gtr_core.compiler.spec import (
    AnyOf,
    Comparison,
    Dimension,
    Having,
    Measure,
    NotExists,
    Order,
    QuerySpec,
)

NAMES = st.text(min_size=1, max_size=12)
SCALARS = st.one_of(st.text(max_size=9), st.integers(), st.floats(allow_nan=False), st.booleans())
COMPARISONS = st.one_of(
    st.builds(Comparison, NAMES, NAMES, st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "like"]), st.tuples(SCALARS)),
    st.builds(Comparison, NAMES, NAMES, st.sampled_from(["in", "not_in"]), st.lists(SCALARS, min_size=1).map(tuple)),
    st.builds(Comparison, NAMES, NAMES, st.just("between"), st.tuples(SCALARS, SCALARS)),
    st.builds(Comparison, NAMES, NAMES, st.sampled_from(["is_null", "not_null"])),
)
FILTERS = st.recursive(
    COMPARISONS,
    lambda inner: st.one_of(
        st.builds(AnyOf, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(NotExists, NAMES, st.lists(inner, max_size=2).map(tuple)),
    ),
    max_leaves=5,
)
_COUNT = {"name": "n", "aggregate": "count", "node": "t"}
_THERE = {"node": "t", "column": "c", "op": "not_null"}
MEASURES = st.one_of(
    st.builds(Measure, NAMES, st.sampled_from(["sum", "avg", "min", "max", "none"]), NAMES, NAMES),
    st.builds(Measure, NAMES, st.sampled_from(["count", "count_distinct"]), NAMES, st.none() | NAMES),
    st.builds(Measure, NAMES, metric=NAMES, node=st.none() | NAMES),
    st.builds(Measure, NAMES, st.just("count"), NAMES, per=NAMES),
    st.builds(
        Measure,
        NAMES,
        st.sampled_from(["sum", "count", "count_distinct"]),
        NAMES,
        NAMES,
        share_of=st.lists(FILTERS, min_size=1, max_size=2).map(tuple),
        scale=st.sampled_from([1, 100]),
    ),
)
SPECS = st.builds(
    QuerySpec,
    measures=st.lists(MEASURES, max_size=3).map(tuple),
    dimensions=st.lists(
        st.builds(Dimension, NAMES, NAMES, st.none() | st.sampled_from(["year", "week"])), max_size=3
    ).map(tuple),
    filters=st.lists(FILTERS, max_size=3).map(tuple),
    having=st.lists(st.builds(Having, NAMES, st.just(">"), st.tuples(SCALARS)), max_size=2).map(tuple),
    order=st.lists(st.builds(Order, NAMES, st.sampled_from(["asc", "desc"])), max_size=2).map(tuple),
    limit=st.none() | st.integers(1, 10**6),
    distinct=st.booleans(),
)


@given(SPECS)
def test_json_gives_the_same_specification_back(spec):
    assert spec_from_json(spec_to_json(spec)) == spec


def test_all_fields_are_optional():
    assert spec_from_json({}) == QuerySpec()


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ([], ""),
        ({"measure": []}, ""),
        ({"measures": "sum"}, "measures"),
        ({"measures": [{"name": "n", "aggregate": "mode", "node": "t", "column": "c"}]}, "measures[0].aggregate"),
        ({"measures": [{"name": "n", "aggregate": "sum", "node": "t"}]}, "measures[0].column"),
        ({"measures": [{"name": "n", "metric": "m", "column": "c"}]}, "measures[0]"),
        ({"measures": [{"aggregate": "count", "node": "t"}]}, "measures[0].name"),
        ({"measures": [{**_COUNT, "scale": 100}]}, "measures[0].scale"),
        ({"measures": [{**_COUNT, "scale": 10, "share_of": [_THERE]}]}, "measures[0].scale"),
        ({"measures": [{**_COUNT, "aggregate": "avg", "column": "c", "share_of": [_THERE]}]}, "measures[0].share_of"),
        ({"measures": [{**_COUNT, "share_of": [{"any": []}]}]}, "measures[0].share_of[0].any"),
        ({"measures": [{**_COUNT, "column": "c", "per": "u"}]}, "measures[0].per"),
        ({"measures": [{"name": "n", "metric": "m", "per": "u"}]}, "measures[0]"),
        ({"dimensions": [{"node": "t", "column": "c", "grain": "decade"}]}, "dimensions[0].grain"),
        ({"dimensions": [{"node": 1, "column": "c"}]}, "dimensions[0].node"),
        ({"filters": [{"node": "t", "column": "c", "op": "~", "values": []}]}, "filters[0].op"),
        ({"filters": [{"node": "t", "column": "c", "op": "=", "values": []}]}, "filters[0].values"),
        ({"filters": [{"node": "t", "column": "c", "op": "=", "values": [None]}]}, "filters[0].values[0]"),
        ({"filters": [{"node": "t", "column": "c", "op": "=", "values": ["a"], "sql": "1"}]}, "filters[0]"),
        ({"filters": [{"any": []}]}, "filters[0].any"),
        ({"filters": [{"not_exists": {"node": "t", "where": "x"}}]}, "filters[0].not_exists"),
        ({"filters": [{"any": [{"node": "t"}]}]}, "filters[0].any[0]"),
        ({"order": [{"by": "n", "direction": "up"}]}, "order[0].direction"),
        ({"limit": 0}, "limit"),
        ({"limit": "1; DROP TABLE t"}, "limit"),
        ({"limit": True}, "limit"),
        ({"distinct": 1}, "distinct"),
    ],
)
def test_what_is_no_specification_is_refused_with_its_place(document, path):
    with pytest.raises(SpecFormError) as raised:
        spec_from_json(document)
    assert raised.value.path == path


def test_nesting_has_an_end():
    document = {"node": "t", "column": "c", "op": "is_null"}
    for _ in range(500):
        document = {"any": [document]}
    with pytest.raises(SpecFormError, match="nested more than"):
        spec_from_json({"filters": [document]})
