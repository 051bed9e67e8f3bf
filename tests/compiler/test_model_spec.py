"""A language model, played by a scripted server, fills in query specifications; what does not pass goes back once."""

from __future__ import annotations

import json
from datetime import date

import pytest

from gtr_core.compiler import CompilerError, SpecFormError, UnknownReferenceError, compile_query, model_spec
from gtr_core.llm import Endpoint, LanguageModelAnswerError, OpenAIForm
from tests.compiler import small_tpch
from tests.compiler.marked_questions import retrieval
from tests.llm.scripted_server import scripted_server

TREE = "orders; orders>customer; customer>nation"
QUESTION = "Share of wallet: what do [French|nation.n_name=FRANCE] [customers|customer] spend, by segment?"
SPEC = {
    "measures": [{"name": "spent", "aggregate": "sum", "node": "orders", "column": "o_totalprice"}],
    "dimensions": [{"node": "customer", "column": "c_mktsegment", "grain": None}],
    "filters": [{"node": "nation", "column": "n_name", "op": "=", "values": ["FRANCE"]}],
    "having": [],
    "order": [{"by": "spent", "direction": "desc"}],
    "limit": None,
    "distinct": False,
}
WRONG_COLUMN = {**SPEC, "dimensions": [{"node": "customer", "column": "segment"}]}
OWN_VALUE = {**SPEC, "filters": [{"node": "nation", "column": "n_name", "op": "=", "values": ["GERMANY"]}]}
WRONG_FORM = {**SPEC, "filters": [{"sql": "1 = 1"}]}
HOSTILE = {**SPEC, "measures": [{"name": "x", "aggregate": "sum); DROP TABLE orders; --", "node": "orders"}]}


@pytest.fixture(scope="module", name="opened")
def _opened():
    with small_tpch.connection() as database:
        yield database, small_tpch.graph(database)


def _asked(graph, *script):
    with scripted_server(*(step if isinstance(step, str) else json.dumps(step) for step in script)) as server:
        model = OpenAIForm(Endpoint(server.base_url, "m"))
        found = retrieval(QUESTION, small_tpch.tree(TREE), graph)
        try:
            return model_spec(found, graph, date(2025, 1, 1), model), server
        except CompilerError as error:
            return error, server


def test_a_filled_form_is_compiled_like_any_other(opened):
    database, graph = opened
    intent, server = _asked(graph, SPEC)
    assert intent.understood.startswith("sum of orders.o_totalprice, per customer.c_mktsegment")
    assert [verdict.action for verdict in intent.verdicts] == ["reported"]
    sql = compile_query(intent.tree, intent.spec, graph, "duckdb").sql
    expected = database.execute(
        "SELECT c_mktsegment, sum(o_totalprice) FROM orders JOIN customer ON o_custkey = c_custkey"
        " JOIN nation ON c_nationkey = n_nationkey WHERE n_name = 'FRANCE' GROUP BY 1 ORDER BY 2 DESC"
    ).fetchall()
    assert database.execute(sql).fetchall() == expected
    assert len(server.requests) == 1


@pytest.mark.parametrize("wrong", [WRONG_COLUMN, OWN_VALUE, WRONG_FORM, HOSTILE])
def test_what_does_not_pass_goes_back_once_with_the_error(opened, wrong):
    intent, server = _asked(opened[1], wrong, SPEC)
    assert intent.spec.order[0].by == "spent"
    assert len(server.requests) == 2
    assert "error in your former answer" in server.requests[1]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (WRONG_COLUMN, UnknownReferenceError),
        (OWN_VALUE, CompilerError),
        (WRONG_FORM, SpecFormError),
        (HOSTILE, SpecFormError),
    ],
)
def test_a_second_answer_that_does_not_pass_is_refused(opened, wrong, error):
    found, server = _asked(opened[1], wrong, wrong)
    assert isinstance(found, error)
    assert len(server.requests) == 2


def test_the_schema_lists_what_the_tree_holds_and_no_rows_are_sent(opened):
    _, server = _asked(opened[1], SPEC)
    request = server.requests[0]
    schema = request["response_format"]["json_schema"]["schema"]["properties"]
    dimension = schema["dimensions"]["items"]["properties"]
    assert dimension["node"]["enum"] == ["orders", "customer", "nation"]
    assert "c_mktsegment" in dimension["column"]["enum"]
    assert "l_quantity" not in dimension["column"]["enum"]
    told = request["messages"][1]["content"]
    assert "FRANCE" in told
    assert "GERMANY" not in told


def test_an_answer_that_is_no_json_is_no_specification(opened):
    with pytest.raises(LanguageModelAnswerError):
        _asked(opened[1], "I cannot", "I cannot")
