"""``gtr eval`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from gtr_core.cli.main import main
from gtr_core.schemas.library import load_schema
from tests.evaluation.folders import QUESTIONS, write_folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.setenv("GTR_CACHE_DIR", str(tmp_path / "cache"))
    return write_folder(tmp_path / "small")


@pytest.mark.parametrize("method", ["guided", "joingr", "joingr-heuristic", "csr-rag", "dense"])
def test_every_method_gives_the_form_and_its_predictions(folder: Path, tmp_path: Path, capsys, method: str):
    lines = tmp_path / "p.jsonl"
    assert main(["eval", str(folder), "--method", method, "--json", "--predictions", str(lines)]) == 0
    form = json.loads(capsys.readouterr().out)
    jsonschema.validate(form, load_schema("eval"))
    assert (form["method"], form["questions"], form["scored"]) == (method, 5, 4)
    predictions = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert [one["id"] for one in predictions] == ["q1", "q2", "q3", "q4", "q5"]
    for prediction in predictions:
        jsonschema.validate(prediction, load_schema("prediction"))


def test_the_union_hides_the_database_and_depths_are_taken(folder: Path, tmp_path: Path, capsys):
    lines = tmp_path / "p.jsonl"
    flags = ["--union", "--method", "dense", "--k", "3,1,3", "--predictions", str(lines)]
    assert main(["eval", str(folder), "--json", *flags]) == 0
    assert list(json.loads(capsys.readouterr().out)["at_k"]) == ["1", "3"]
    first = json.loads(lines.read_text(encoding="utf-8").splitlines()[0])
    assert len(first["ranked"]) == 6


def test_a_limit_and_left_out_parts_are_taken(folder: Path, capsys):
    flags = ["--limit", "2", "--no-values", "--no-descriptions", "--no-graph", "--no-embeddings", "--evidence"]
    assert main(["eval", str(folder), "--json", *flags]) == 0
    assert json.loads(capsys.readouterr().out)["questions"] == 2


def test_a_history_is_read_and_no_question_finds_itself(folder: Path, capsys):
    flags = ["--method", "csr-rag", "--history", str(folder / "questions.jsonl")]
    assert main(["eval", str(folder), "--json", *flags]) == 0
    assert json.loads(capsys.readouterr().out)["scored"] == 4


def test_people_see_figures_and_the_report_is_written(folder: Path, tmp_path: Path, capsys):
    report = tmp_path / "r.html"
    assert main(["eval", str(folder), "--no-embeddings", "--report", str(report)]) == 0
    shown = capsys.readouterr().out
    assert "perfect recall" in shown
    assert "Figures" in shown
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_without_gold_the_predictions_are_the_same_and_there_are_no_scores(folder: Path, tmp_path: Path, capsys):
    bare = write_folder(tmp_path / "bare", questions=[{k: q[k] for k in ("id", "db", "question")} for q in QUESTIONS])
    files = [tmp_path / "with.jsonl", tmp_path / "without.jsonl"]
    forms = []
    for place, file in zip((folder, bare), files, strict=True):
        assert main(["eval", str(place), "--no-embeddings", "--json", "--predictions", str(file)]) == 0
        forms.append(json.loads(capsys.readouterr().out))
    assert files[0].read_text(encoding="utf-8") == files[1].read_text(encoding="utf-8")
    assert forms[1]["scored"] == 0
    assert "exact" not in forms[1]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--method", "magic"], "There is no method 'magic'"),
        (["--k", "5,x"], "'5,x' are no depths"),
        (["--k", "0"], "'0' are no depths"),
        (["--report", "r.txt"], "does not say which format"),
        (["--history", "nowhere.jsonl", "--method", "csr-rag"], "nowhere.jsonl cannot be used"),
        (["--no-embeddings", "--predictions", "nowhere/at/all.jsonl"], "cannot be written"),
    ],
)
def test_wrong_usage_ends_with_two_and_says_what_is_wrong(folder: Path, capsys, flags: list[str], said: str):
    assert main(["eval", str(folder), *flags]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_folder_that_is_no_benchmark_ends_with_two(tmp_path: Path, capsys):
    assert main(["eval", str(tmp_path), "--no-embeddings"]) == 2
    assert "schema.json is missing" in capsys.readouterr().err


@pytest.mark.parametrize("method", ["joingr", "joingr-heuristic", "csr-rag", "dense"])
def test_retrieve_answers_single_questions_by_each_method(shop: Path, tmp_path: Path, monkeypatch, capsys, method: str):
    monkeypatch.setenv("GTR_CACHE_DIR", str(tmp_path / "cache"))
    history = tmp_path / "history.jsonl"
    history.write_text('{"question": "Orders of a customer", "tables": ["orders", "Customer"]}\n', encoding="utf-8")
    flags = ["--method", method, "--history", str(history), "--json", "--quiet"]
    assert main(["retrieve", "Which country does each customer live in?", *flags]) == 0
    form = json.loads(capsys.readouterr().out)
    jsonschema.validate(form, load_schema("retrieval"))
    assert any(table.endswith("customer") for table in form["tables"])
    assert form["trace"]["method"] == method


def test_retrieve_refuses_an_unknown_method(shop: Path, capsys):
    assert main(["retrieve", "customers", "--method", "magic"]) == 2
    assert "joingr-heuristic" in " ".join(capsys.readouterr().err.split())
