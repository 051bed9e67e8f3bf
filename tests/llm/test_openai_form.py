from __future__ import annotations

import pytest

from gtr_core.llm import (
    Choice,
    Endpoint,
    LanguageModelAnswerError,
    LanguageModelSettingError,
    LanguageModelUnavailableError,
    OpenAIForm,
    endpoint_from_environment,
)
from tests.llm.scripted_server import scripted_server

CHOICE = Choice("Which?", {"column": "buyer"}, ("customer.id", "person.id", "none of these"))


def test_a_choice_is_one_call():
    with scripted_server('{"choice": 1}') as server:
        model = OpenAIForm(Endpoint(server.base_url, "m", "secret"))
        chosen = model.choose(CHOICE)
    assert (chosen.number, chosen.calls, model.calls) == (1, 1, 1)
    assert server.headers[0]["Authorization"] == "Bearer secret"
    assert server.requests[0]["model"] == "m"
    assert server.requests[0]["temperature"] == 0


@pytest.mark.parametrize(
    ("response_format", "place"), [("json_schema", ("json_schema", "schema")), ("json_object", ("schema",))]
)
def test_both_forms_of_a_schema(response_format, place):
    with scripted_server('{"choice": 0}') as server:
        OpenAIForm(Endpoint(server.base_url, "m", response_format=response_format)).choose(CHOICE)
    wanted = server.requests[0]["response_format"]
    assert wanted["type"] == response_format
    for key in place:
        wanted = wanted[key]
    assert wanted["properties"]["choice"]["enum"] == [0, 1, 2]


@pytest.mark.parametrize("fault", ["not json", '{"choice": 7}', '{"choice": true}', "[]", b"<html>", 429, 503])
def test_a_fault_is_met_by_one_retry(fault):
    with scripted_server(fault, '{"choice": 2}') as server:
        chosen = OpenAIForm(Endpoint(server.base_url, "m")).choose(CHOICE)
    assert (chosen.number, chosen.calls) == (2, 2)


def test_after_the_retry_it_fails():
    with scripted_server("no", "no") as server, pytest.raises(LanguageModelAnswerError, match="no JSON|no choice"):
        OpenAIForm(Endpoint(server.base_url, "m")).choose(CHOICE)
    with scripted_server(500, 500) as server, pytest.raises(LanguageModelUnavailableError, match="HTTP 500"):
        OpenAIForm(Endpoint(server.base_url, "m")).choose(CHOICE)


def test_a_server_that_hangs_is_left():
    with scripted_server(None, None) as server, pytest.raises(LanguageModelUnavailableError, match="too long"):
        OpenAIForm(Endpoint(server.base_url, "m", timeout_s=0.2)).choose(CHOICE)


def test_nobody_there():
    with pytest.raises(LanguageModelUnavailableError):
        OpenAIForm(Endpoint("http://127.0.0.1:1/v1", "m")).choose(CHOICE)


def test_a_redirect_does_not_carry_the_key_away():
    with scripted_server(302, 302) as server, pytest.raises(LanguageModelAnswerError, match="302"):
        OpenAIForm(Endpoint(server.base_url, "m", "secret")).choose(CHOICE)
    assert all("elsewhere" not in str(request) for request in server.requests)


def test_secrets_show_nowhere():
    endpoint = Endpoint("http://user:word@127.0.0.1:1/v1", "m", "secret")
    assert "secret" not in repr(endpoint)
    with pytest.raises(LanguageModelUnavailableError) as raised:
        OpenAIForm(endpoint).choose(CHOICE)
    assert "secret" not in str(raised.value)
    assert "word" not in str(raised.value)


def test_the_environment():
    given = {"GTR_LLM_BASE_URL": "http://localhost:11434/v1/", "GTR_LLM_MODEL": "small"}
    assert endpoint_from_environment(given) == Endpoint("http://localhost:11434/v1", "small")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"GTR_LLM_BASE_URL": "file:///etc", "GTR_LLM_MODEL": "m"},
        {"GTR_LLM_BASE_URL": "http://localhost/v1"},
        {"GTR_LLM_BASE_URL": "http://localhost/v1", "GTR_LLM_MODEL": "m", "GTR_LLM_RESPONSE_FORMAT": "xml"},
    ],
)
def test_an_incomplete_environment(given):
    with pytest.raises(LanguageModelSettingError, match="GTR_LLM_"):
        endpoint_from_environment(given)
