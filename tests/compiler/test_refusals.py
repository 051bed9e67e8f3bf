"""Questions that would be answered as another question are refused."""

from __future__ import annotations

from datetime import date

import pytest

from gtr_core.compiler import derive_spec
from tests.compiler import small_tpch
from tests.compiler.marked_questions import retrieval

TODAY = date(2025, 6, 15)

REFUSED = [
    ("supplier", "share of [suppliers|supplier]", "share"),
    ("orders; orders>customer", "[customers|customer] who are not known by name", "not"),
]
ANSWERED = [
    ("supplier; supplier>nation", "[Suppliers|supplier] not in [Germany|nation.n_name=GERMANY]"),
    ("supplier", "average [balance|supplier.s_acctbal] of [suppliers|supplier]"),
    (
        "supplier; supplier>nation",
        "[Suppliers|supplier] in [Germany|nation.n_name=GERMANY] or [France|nation.n_name=FRANCE]",
    ),
]


@pytest.fixture(scope="module", name="graph")
def _graph():
    database = small_tpch.connection()
    yield small_tpch.graph(database)
    database.close()


@pytest.mark.parametrize(("tree", "question", "lost"), REFUSED)
def test_a_lost_word_that_turns_the_question_is_refused(graph, tree: str, question: str, lost: str):
    intent = derive_spec(retrieval(question, small_tpch.tree(tree), graph), graph, TODAY)
    assert intent.refused
    assert lost in {verdict.where for verdict in intent.verdicts if verdict.action == "refused"}


@pytest.mark.parametrize(("tree", "question"), ANSWERED)
def test_a_word_that_is_understood_is_not_refused(graph, tree: str, question: str):
    assert not derive_spec(retrieval(question, small_tpch.tree(tree), graph), graph, TODAY).refused


def test_alternatives_over_different_columns_are_refused(graph):
    question = "[Customers|customer] in [France|nation.n_name=FRANCE] or with a [balance|customer.c_acctbal] over 900"
    found = retrieval(question, small_tpch.tree("customer; customer>nation"), graph)
    intent = derive_spec(found, graph, TODAY)
    assert intent.refused
    assert "or" in {verdict.where for verdict in intent.verdicts}


def test_an_average_of_a_key_is_refused(graph):
    question = "average [order key|orders.o_orderkey] of [orders|orders]"
    intent = derive_spec(retrieval(question, small_tpch.tree("orders"), graph), graph, TODAY)
    assert intent.refused or not any(
        measure.aggregate == "avg" and measure.column == "o_orderkey" for measure in intent.spec.measures
    )
