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
_URGENT, _FRENCH = "[urgent|orders.o_orderpriority=1-URGENT]", "[French|nation.n_name=FRANCE]"
_OF_CUSTOMERS = "orders; orders>customer; customer>nation"
UNCLEAR_SHARES = [
    # A period behind the condition may restrict either.
    ("orders", f"What percentage of [orders|orders] were {_URGENT} in 1995?"),
    ("orders", f"percentage of {_URGENT} [orders|orders] per [clerk|orders.o_clerk]"),
    ("orders", f"percentage of {_URGENT} [orders|orders] in 1995 for [K1|orders.o_clerk=K1]"),
    # Which of the two is the condition is not said.
    (_OF_CUSTOMERS, f"percentage of [orders|orders] from {_FRENCH} [customers|customer] in the "
                    "[building|customer.c_mktsegment=BUILDING] [segment|customer.c_mktsegment]"),
    (_OF_CUSTOMERS, f"percentage of [orders|orders] that are {_URGENT} and were shipped to {_FRENCH} customers"),
    # Customers with orders are not all customers.
    ("orders; orders>customer", f"What percentage of [customers|customer] with [orders|orders] have {_URGENT} ones?"),
    (_OF_CUSTOMERS, f"What percentage of [customers|customer] are {_FRENCH} and have [orders|orders]?"),
    ("orders; orders>customer", f"What percentage of [customers|customer] have no {_URGENT} [orders|orders]?"),
    ("orders; orders>customer", "What percentage of [customers|customer] have more than 2 [orders|orders]?"),
    # The share of each group in all, and more than a share.
    ("orders", "share of [orders|orders] by [clerk|orders.o_clerk]"),
    ("orders", f"How many [orders|orders] are there and what percentage of [orders|orders] are {_URGENT}?"),
    ("orders", f"Which [clerk|orders.o_clerk] has the highest percentage of {_URGENT} [orders|orders]?"),
    ("customer", "share of [average balance|#average_balance] in [C1|customer.c_name=C1]"),
    ("orders", f"percentage of [clerks|orders.o_clerk] with {_URGENT} orders"),
]  # fmt: skip
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


@pytest.mark.parametrize(("tree", "question"), UNCLEAR_SHARES)
def test_a_share_whose_condition_is_not_told_apart_is_refused(graph, tree: str, question: str):
    intent = derive_spec(retrieval(question, small_tpch.tree(tree), graph), graph, TODAY)
    assert intent.refused
    words = {verdict.where for verdict in intent.verdicts if verdict.action == "refused"}
    assert words & {"share", "percentage"}


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
