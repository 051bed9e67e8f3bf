from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from gtr_core.context.join_tree import JoinTree
from gtr_core.evaluation import Prediction, ReaderOptions, evaluation_form, open_benchmark
from gtr_core.evaluation.tree_metrics import join_pairs, join_scores, roles_exact
from gtr_core.retrieval.connecting import connect
from gtr_core.schemas.library import load_schema
from tests.evaluation.folders import write_folder


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory):
    folder = write_folder(tmp_path_factory.mktemp("scores") / "small")
    with open_benchmark(folder, ReaderOptions(values=False)) as opened:
        yield opened


def predicted(benchmark, number: int, *tables: str, status: str = "resolved", confidence: float = 0.9) -> Prediction:
    question = benchmark.questions[number]
    graph = benchmark.context(question).graph
    tree: JoinTree | None = None
    if tables:
        tree = connect(graph, [graph.positions[f"{question.db}.{table}"] for table in tables], bridges=0)
    names = () if tree is None else tree.tables
    return Prediction(question, status, confidence, names, names, tree, latency_ms=number + 1.0)  # type: ignore[arg-type]


@pytest.fixture
def answers(benchmark) -> list[Prediction]:
    return [
        predicted(benchmark, 0, "books"),
        predicted(benchmark, 1, "fines", "loans", "books", confidence=0.4),
        predicted(benchmark, 2, status="unresolved", confidence=0.0),
        predicted(benchmark, 3, "books", "persons", status="ambiguous", confidence=0.6),
        predicted(benchmark, 4, "animals"),
    ]


def test_the_form_is_that_of_the_schema(benchmark, answers: list[Prediction]):
    form = evaluation_form("small", answers, benchmark.names) | {"method": "guided"}
    jsonschema.validate(form, load_schema("eval"))
    for prediction in answers:
        jsonschema.validate(prediction.to_json(), load_schema("prediction"))


def test_scores_are_those_computed_by_hand(benchmark, answers: list[Prediction]):
    form = evaluation_form("small", answers, benchmark.names, [1, 2])
    assert (form["questions"], form["scored"]) == (5, 4)
    assert form["status"] == {"resolved": 3, "ambiguous": 1, "unresolved": 1}
    assert form["exact"] == 0.5
    assert form["jaccard"] == pytest.approx((1 + 2 / 3 + 0 + 1) / 4, abs=1e-6)
    assert form["precision"] == pytest.approx((1 + 2 / 3 + 0 + 1) / 4, abs=1e-6)
    assert form["recall"] == 0.75
    assert form["perfect_recall"] == 0.75
    assert form["at_k"]["1"] == {"precision": 0.5, "recall": 0.375, "perfect_recall": 0.25}
    assert form["by_database"]["zoo"]["questions"] == 1
    assert form["by_database"]["zoo"]["exact"] == 0.0
    assert form["by_gold_size"]["1"]["exact"] == 1.0
    assert form["by_gold_size"]["2"]["questions"] == 3
    assert form["latency_ms"]["p50"] == 3.0
    assert form["ambiguity"] == {"ambiguous": 1, "first_exact": 1.0, "among_alternatives": 1.0}


def test_joins_are_unordered_pairs_counted_as_often_as_they_stand(benchmark, answers: list[Prediction]):
    assert join_pairs(answers[1].tree, benchmark.names) == {
        ("fines.book_id", "loans.book_id"): 1,
        ("fines.copy_no", "loans.copy_no"): 1,
        ("books.book_id", "loans.book_id"): 1,
    }
    found = join_scores(answers, benchmark.names)
    # Two of three pairs right, nothing predicted, and one of the two roles.
    assert found["scored"] == 3
    assert found["exact"] == 0.0
    assert found["precision"] == pytest.approx((2 / 3 + 0 + 1) / 3, abs=1e-6)
    assert found["recall"] == pytest.approx((1 + 0 + 0.5) / 3, abs=1e-6)


def test_roles_are_exact_where_each_table_stands_as_often_as_it_should(benchmark, answers: list[Prediction]):
    assert roles_exact(answers) == (0.0, 1)
    assert roles_exact(answers[:3]) == (None, 0)


def test_without_gold_there_are_no_scores(benchmark):
    incomplete = [predicted(benchmark, 4, "animals")]
    form = evaluation_form("small", incomplete, benchmark.names) | {"method": "dense"}
    assert form["scored"] == 0
    assert "exact" not in form
    jsonschema.validate(form, load_schema("eval"))


def test_without_questions_there_is_a_form(benchmark):
    form = evaluation_form("small", [], benchmark.names) | {"method": "dense"}
    assert form["latency_ms"] == {"p50": None, "p95": None, "p99": None}
    jsonschema.validate(form, load_schema("eval"))


def test_the_schema_refuses_scores_out_of_range(benchmark, answers: list[Prediction], tmp_path: Path):
    form = evaluation_form("small", answers, benchmark.names) | {"method": "guided", "exact": 1.2}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(form, load_schema("eval"))
