"""``--llm`` of ``gtr retrieve``, ``explain``, ``ask`` and ``eval``: a model chooses among the trees that are listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gtr_core.cli.ask_model_use import ModelUse
from gtr_core.cli.exceptions import UnusedLanguageModelError, UnwritableFileError
from gtr_core.cli.language_model import chooser_of, model_of
from gtr_core.cli.main import main
from gtr_core.llm import Recording, Replay
from gtr_core.schemas.library import load_schema
from tests.evaluation.folders import write_folder
from tests.llm.scripted_server import ScriptedServer, Step, scripted_server

QUESTION = "Which country do orders come from?"
FIRST = '{"choice": 0}'


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GTR_LLM_BASE_URL", "GTR_LLM_MODEL", "GTR_LLM_API_KEY", "GTR_LLM_RECORD", "GTR_LLM_REPLAY"):
        monkeypatch.delenv(name, raising=False)


def _served(monkeypatch: pytest.MonkeyPatch, *steps: Step) -> Any:
    monkeypatch.setenv("GTR_LLM_MODEL", "m")
    server = scripted_server(*steps)

    class Opened:
        def __enter__(self) -> ScriptedServer:
            state = server.__enter__()
            monkeypatch.setenv("GTR_LLM_BASE_URL", state.base_url)
            return state

        def __exit__(self, *error: Any) -> None:
            server.__exit__(*error)

    return Opened()


def test_retrieve_asks_and_counts(shop: Path, run_json, monkeypatch) -> None:
    with _served(monkeypatch, FIRST, FIRST) as server:
        code, form = run_json("retrieval", "retrieve", QUESTION, "--llm", "always")
    assert code == 0
    assert form["trace"]["llm_calls"] == len(server.requests) > 0
    asked = form["trace"]["llm"]["questions"][0]
    assert form["tables"] == asked["readings"][asked["chosen"]]
    assert form["trace"]["llm"]["fallbacks"] == 0


def test_another_choice_is_another_tree(shop: Path, run_json, monkeypatch) -> None:
    with _served(monkeypatch, '{"choice": 1}', FIRST):
        _, form = run_json("retrieval", "retrieve", QUESTION, "--llm", "always")
    _, local = run_json("retrieval", "retrieve", QUESTION)
    assert form["tables"] == form["trace"]["llm"]["questions"][0]["readings"][1] != local["tables"]
    assert "llm" not in local["trace"]


def test_where_it_fails_the_local_choice_stands_and_people_are_told(shop: Path, run_json, monkeypatch, capsys) -> None:
    code, local = run_json("retrieval", "retrieve", QUESTION)
    with _served(monkeypatch, 429, 429):
        assert main(["retrieve", QUESTION, "--llm", "always", "--json"]) == code
    printed = capsys.readouterr()
    form = json.loads(printed.out)
    assert (form["tree"], form["status"], form["trace"]["llm_calls"]) == (local["tree"], local["status"], 2)
    assert form["trace"]["llm"]["fallbacks"] == 1
    told = " ".join(printed.err.split())
    assert "HTTP 429" in told
    assert "The local choice of tables stands." in told


def test_a_run_is_recorded_and_replayed(shop: Path, run_json, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "record.jsonl"
    monkeypatch.setenv("GTR_LLM_RECORD", str(path))
    with _served(monkeypatch, '{"choice": 1}', FIRST):
        _, recorded = run_json("retrieval", "retrieve", QUESTION, "--llm", "always")
    monkeypatch.delenv("GTR_LLM_BASE_URL")
    monkeypatch.setenv("GTR_LLM_REPLAY", str(path))
    _, replayed = run_json("retrieval", "retrieve", QUESTION, "--llm", "always")
    assert replayed["tree"] == recorded["tree"]
    assert replayed["trace"]["llm"]["questions"] == recorded["trace"]["llm"]["questions"]
    assert (recorded["trace"]["llm_calls"] > 0, replayed["trace"]["llm_calls"]) == (True, 0)


def test_explain_shows_what_was_asked(shop: Path, monkeypatch, capsys) -> None:
    with _served(monkeypatch, FIRST, FIRST):
        assert main(["explain", QUESTION, "--llm", "always"]) == 0
    assert "Asked of m" in capsys.readouterr().out


def test_ask_lets_it_choose_the_tables_too(shop: Path, monkeypatch, capsys) -> None:
    with _served(monkeypatch, *[FIRST] * 6) as server:
        main(["ask", QUESTION, "--llm", "always", "--json", "--quiet"])
    capsys.readouterr()
    names = [request["response_format"]["json_schema"]["name"] for request in server.requests]
    assert names[0] == "choice"
    assert "form" in names


def test_eval_counts_calls_and_fallbacks(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("GTR_CACHE_DIR", str(tmp_path / "cache"))
    folder = write_folder(tmp_path / "small")
    with _served(monkeypatch, "no", "no", *[FIRST] * 40) as server:
        assert main(["eval", str(folder), "--llm", "always", "--no-embeddings", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    jsonschema.validate(form, load_schema("eval"))
    assert form["llm_calls"] == len(server.requests) > 2
    assert form["llm_fallbacks"] == 1
    assert main(["eval", str(folder), "--no-embeddings", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["llm_calls"] == 0
    assert "llm_fallbacks" not in form


@pytest.mark.parametrize("command", ["retrieve", "explain", "ask"])
def test_without_an_endpoint_it_ends_with_two(shop: Path, command: str, capsys) -> None:
    assert main([command, QUESTION, "--llm", "uncertain"]) == 2
    assert "GTR_LLM_BASE_URL" in capsys.readouterr().err


def test_methods_that_ask_none(shop: Path, capsys) -> None:
    assert main(["retrieve", QUESTION, "--llm", "always", "--method", "dense"]) == 2
    assert "--method guided" in " ".join(capsys.readouterr().err.split())
    with pytest.raises(UnusedLanguageModelError):
        chooser_of(ModelUse.always, "dense")


def test_whom_the_environment_names(tmp_path: Path, monkeypatch) -> None:
    assert model_of(ModelUse.never) is chooser_of(ModelUse.never) is None
    monkeypatch.setenv("GTR_LLM_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("GTR_LLM_MODEL", "m")
    plain = chooser_of(ModelUse.always)
    assert plain is not None
    assert plain.name == "m"
    record = tmp_path / "record.jsonl"
    monkeypatch.setenv("GTR_LLM_RECORD", str(record))
    assert isinstance(chooser_of(ModelUse.uncertain), Recording)
    monkeypatch.setenv("GTR_LLM_RECORD", str(tmp_path / "missing" / "record.jsonl"))
    with pytest.raises(UnwritableFileError):
        chooser_of(ModelUse.uncertain)
    record.write_text("")
    monkeypatch.setenv("GTR_LLM_REPLAY", str(record))
    assert isinstance(chooser_of(ModelUse.uncertain), Replay)
