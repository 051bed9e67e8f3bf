"""Phrases that the project's glossary explains by a condition: from the question to the rows."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from gtr_core.compiler import (
    MisplacedReferenceError,
    QuerySpec,
    Stated,
    UnknownReferenceError,
    compile_query,
    derive_spec,
    spec_from_json,
    spec_to_json,
)
from gtr_core.compiler.spec import Measure
from gtr_core.context.graph import ContextGraph
from tests.compiler import shop
from tests.compiler.marked_questions import retrieval

GLOSSARY = {
    "line": (
        ("bulk line", "quantity > 3 or price > 100"),
        ("cheaper than it counts", "price < quantity"),
        ("first sku", "sku like 'A%'"),
        ("stolen", "(select max(total) from purchase) > price"),
    ),
    "purchase": (("overdue", "due_on < placed_at or paid = false"), ("paid", "paid = true")),
}


@pytest.fixture(scope="module", name="opened")
def _opened():
    with shop.connection() as database:
        graph = shop.graph(database)
        tables = [replace(table, glossary=GLOSSARY.get(table.id, ())) for table in graph.tables]
        yield (
            database,
            ContextGraph(
                tables=tables, joins=graph.joins, keys=graph.keys, metrics=graph.metrics, profiles=graph.profiles
            ),
        )


@pytest.mark.parametrize(
    ("question", "tree", "sql"),
    [
        ("How many bulk [lines|line] are there?", "line", None),
        (
            "How many [lines|line] with bulk line are there?",
            "line",
            "SELECT count(*) FROM line WHERE quantity > 3 OR price > 100",
        ),
        ("Count of [lines|line] of the first sku", "line", "SELECT count(*) FROM line WHERE sku LIKE 'A%'"),
        (
            "How many [purchases|purchase] are overdue?",
            "purchase",
            "SELECT count(*) FROM purchase WHERE due_on < placed_at OR paid = false",
        ),
        (
            "Count of [lines|line] of overdue [purchases|purchase]",
            "line; line>purchase",
            "SELECT count(*) FROM line JOIN purchase ON purchase_id = id WHERE due_on < placed_at OR paid = false",
        ),
    ],
)
def test_a_phrase_filters_by_its_condition(question, tree, sql, opened):
    database, graph = opened
    intent = derive_spec(retrieval(question, shop.tree(tree), graph), graph, date(2025, 1, 1))
    assert (sql is None) == (not intent.spec.filters)
    if sql is not None:
        assert not intent.verdicts
        compiled = compile_query(intent.tree, intent.spec, graph, "duckdb")
        assert database.execute(compiled.sql).fetchall() == database.execute(sql).fetchall()


def test_a_condition_that_is_no_scalar_is_no_filter(opened):
    _, graph = opened
    intent = derive_spec(
        retrieval("How many stolen [lines|line] are there?", shop.tree("line"), graph), graph, date(2025, 1, 1)
    )
    assert intent.spec.filters == ()
    assert "stolen" in intent.verdicts[0].where
    spec = QuerySpec(measures=(Measure("n", "count", "line"),), filters=(Stated("line", "stolen"),))
    with pytest.raises(MisplacedReferenceError, match="SELECT|SUBQUERY"):
        compile_query(shop.tree("line"), spec, graph, "duckdb")


def test_a_phrase_that_the_glossary_does_not_hold_is_refused(opened):
    _, graph = opened
    spec = QuerySpec(measures=(Measure("n", "count", "line"),), filters=(Stated("line", "1 = 1; DROP TABLE line"),))
    with pytest.raises(UnknownReferenceError, match="glossary"):
        compile_query(shop.tree("line"), spec, graph, "duckdb")


def test_its_json_form():
    spec = QuerySpec(filters=(Stated("line", "bulk line"),))
    assert spec_to_json(spec)["filters"] == [{"node": "line", "stated": "bulk line"}]
    assert spec_from_json(spec_to_json(spec)) == spec
