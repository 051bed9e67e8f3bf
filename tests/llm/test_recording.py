from __future__ import annotations

from pathlib import Path

import pytest
import sqlglot
from sqlglot import exp

from gtr_core.llm import Choice, Endpoint, LanguageModelAnswerError, LanguageModelSettingError, OpenAIForm
from gtr_core.llm.cortex import CortexModel
from gtr_core.llm.exceptions import NotRecordedError
from gtr_core.llm.recording import Recording, Replay
from tests.llm.scripted_server import scripted_server

CHOICE = Choice("Which?", {"column": "buyer"}, ("customer.id", "none of these"))


def test_what_was_recorded_is_replayed_without_a_call(tmp_path: Path):
    path = tmp_path / "record.jsonl"
    with scripted_server('{"choice": 1}') as server:
        recording = Recording(OpenAIForm(Endpoint(server.base_url, "m", "secret")), path)
        assert recording.choose(CHOICE).number == 1
        assert recording.calls == 1
    replay = Replay(path)
    assert (replay.choose(CHOICE).number, replay.calls) == (1, 0)
    assert "secret" not in path.read_text()
    with pytest.raises(NotRecordedError):
        replay.choose(Choice("Another?", {}, ("a", "b")))


def test_a_file_that_is_no_record(tmp_path: Path):
    path = tmp_path / "record.jsonl"
    path.write_text("{}\n")
    with pytest.raises(LanguageModelSettingError):
        Replay(path)


def test_cortex_is_asked_in_one_select():
    asked: list[exp.Select] = []
    answers = ["what?", '{"choice": 0}']

    def run(select: exp.Select) -> object:
        asked.append(select)
        return answers.pop(0)

    model = CortexModel("llama", run)
    assert model.choose(Choice("It's?", {"column": "a'b"}, ("x",))).number == 0
    assert model.calls == 2
    sql = asked[0].sql("snowflake")
    assert sql.startswith("SELECT SNOWFLAKE.CORTEX.COMPLETE('llama', '")
    literals = [literal.this for literal in sqlglot.parse_one(sql, dialect="snowflake").find_all(exp.Literal)]
    assert any("It's?" in literal for literal in literals)
    with pytest.raises(LanguageModelAnswerError):
        CortexModel("llama", lambda _: None).choose(CHOICE)
