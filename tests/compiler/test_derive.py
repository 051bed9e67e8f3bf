"""Every pair of ``fixtures/intent``: a question with marks, what is understood, and what is not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from gtr_core.compiler import UnansweredError, compile_query, derive_spec, spec_from_json, spec_to_json
from tests.compiler import small_tpch
from tests.compiler.fixture_pairs import comparable, pairs
from tests.compiler.marked_questions import retrieval

PAIRS = pairs("intent")
TODAY = date(2025, 6, 15)


@pytest.fixture(scope="module", name="opened")
def _opened():
    database = small_tpch.connection()
    yield database, small_tpch.graph(database)
    database.close()


@pytest.mark.parametrize("pair", [fields for _, fields in PAIRS], ids=[title for title, _ in PAIRS])
def test_question_is_understood(pair, opened):
    _, graph = opened
    intent = derive_spec(retrieval(pair["question"], small_tpch.tree(pair["tree"]), graph), graph, TODAY)
    assert intent.understood == pair["understood"]
    unclear = " ".join(verdict.where for verdict in intent.verdicts)
    assert unclear == pair.get("unclear", "")


@pytest.mark.parametrize("pair", [fields for _, fields in PAIRS], ids=[title for title, _ in PAIRS])
def test_what_is_understood_compiles_runs_and_survives_json(pair, opened):
    database, graph = opened
    intent = derive_spec(retrieval(pair["question"], small_tpch.tree(pair["tree"]), graph), graph, TODAY)
    assert spec_from_json(spec_to_json(intent.spec)) == intent.spec
    compiled = compile_query(intent.tree, intent.spec, graph, "duckdb")
    result = database.execute(compiled.sql)
    assert tuple(column[0] for column in result.description) == compiled.columns
    if "sql" in pair:
        rows, expected = result.fetchall(), database.execute(pair["sql"]).fetchall()
        assert comparable(rows, ordered=False) == comparable(expected, ordered=False), compiled.sql


def test_without_a_tree_there_is_no_specification(opened):
    _, graph = opened
    found = retrieval("[Suppliers|supplier]", small_tpch.tree("supplier"), graph)
    with pytest.raises(UnansweredError, match="no join connects them"):
        derive_spec(replace(found, tree=None, reason="no join connects them"), graph, TODAY)


def test_a_value_without_a_place_in_the_tree_is_said(opened):
    _, graph = opened
    found = retrieval("[Suppliers|supplier] in [Germany|nation.n_name=GERMANY]", small_tpch.tree("supplier"), graph)
    intent = derive_spec(found, graph, TODAY)
    assert [verdict.where for verdict in intent.verdicts] == ["Germany"]


def test_a_faint_likeness_to_a_table_groups_nothing(opened):
    _, graph = opened
    question = "Which [clerks|orders.o_clerk] [earned|orders] the most [revenue|#revenue]?"
    found = retrieval(question, small_tpch.tree("lineitem; lineitem>orders"), graph)
    mentions = tuple(
        replace(mention, weight=0.25, posting=replace(mention.posting, kind="semantic"))
        if mention.text == "earned"
        else mention
        for mention in found.mentions
    )
    intent = derive_spec(replace(found, mentions=mentions), graph, TODAY)
    assert intent.understood == "metric revenue, per orders.o_clerk, largest revenue first"


def test_a_verb_between_tables_that_merely_share_a_parent_is_not_understood(opened):
    _, graph = opened
    tree = small_tpch.tree("customer; customer>nation; nation>>supplier")
    question = "[Names|customer.c_name] of [customers|customer] who bought from [suppliers|supplier]"
    intent = derive_spec(retrieval(question, tree, graph), graph, TODAY)
    assert [verdict.where for verdict in intent.verdicts] == ["bought"]
