from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from gtr_core.llm import (
    Choice,
    CortexModel,
    LanguageModelAnswerError,
    LanguageModelSettingError,
    cortex_model_name,
    cortex_statement,
)
from gtr_core.llm.choice import prompt_of
from gtr_core.warehouse.read_only import render_read_only

CHOICE = Choice("Which?", {"column": "x\\' OR 'a' = 'a'; DROP TABLE y -- \\"}, ("one", "two"))


def test_the_statement_passes_the_guard_and_holds_the_prompt_as_a_literal():
    sql = render_read_only(cortex_statement("mistral-large2", CHOICE), "snowflake")
    (parsed,) = sqlglot.parse(sql, read="snowflake")
    assert isinstance(parsed, exp.Select)
    model, prompt = parsed.find(exp.Anonymous).expressions
    assert (model.this, prompt.this) == ("mistral-large2", "\n\n".join(prompt_of(CHOICE)))
    assert parsed.find(exp.Table) is None


def test_an_answer_is_checked_and_asked_for_once_more():
    answers = iter(["I would take 7", '{"choice": 1}'])
    sent: list[exp.Select] = []

    def run(select: exp.Select) -> object:
        sent.append(select)
        return next(answers)

    model = CortexModel("m", run)
    chosen = model.choose(CHOICE)
    assert (chosen.number, chosen.calls, model.calls, len(sent)) == (1, 2, 2, 2)


@pytest.mark.parametrize("answer", [None, "", '{"choice": 2}', '{"choice": "0"}', '{"choice": true}', "[1]"])
def test_what_is_no_option_is_refused(answer: object):
    with pytest.raises(LanguageModelAnswerError):
        CortexModel("m", lambda _: answer).choose(CHOICE)


def test_a_model_must_be_named():
    assert cortex_model_name({"GTR_LLM_MODEL": "m"}) == "m"
    with pytest.raises(LanguageModelSettingError):
        cortex_model_name({})
