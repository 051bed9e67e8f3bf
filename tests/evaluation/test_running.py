from __future__ import annotations

import pytest

from gtr_core.context.snapshot import Snapshot
from gtr_core.evaluation import abstentions, open_benchmark, run
from gtr_core.retrieval import Retrieval, RetrievalOptions, retrieve
from gtr_core.retrieval.methods import retrieval_method
from tests.evaluation.folders import QUESTIONS, write_folder


class Recorder:
    """Remembers what it was asked, and answers with the default method."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def retrieve(self, question: str, snapshot: Snapshot, options: RetrievalOptions | None = None) -> Retrieval:
        self.asked.append((question, snapshot.id, options.evidence if options else ""))
        return retrieve(question, snapshot, RetrievalOptions(semantic=False))


@pytest.fixture
def benchmark(tmp_path):
    blank = {"id": "q6", "db": "zoo", "question": "?!", "gold_tables": ["animals"]}
    with open_benchmark(write_folder(tmp_path / "small", questions=[*QUESTIONS, blank])) as opened:
        yield opened


def test_each_question_is_put_to_its_own_database(benchmark):
    method = Recorder()
    predictions = run(benchmark, method)
    assert [context for _, context, _ in method.asked] == ["library", "library", "zoo", "library", "zoo", "zoo"]
    assert [prediction.question.id for prediction in predictions] == ["q1", "q2", "q3", "q4", "q5", "q6"]
    assert all(prediction.latency_ms > 0 for prediction in predictions)


def test_evidence_is_handed_on_when_it_is_asked_for(benchmark):
    method = Recorder()
    run(benchmark, method, limit=2)
    run(benchmark, method, limit=2, evidence=True)
    assert [evidence for _, _, evidence in method.asked] == ["", "", "", "fine refers to amount"]


def test_a_question_without_words_is_unresolved(benchmark):
    prediction = run(benchmark, retrieval_method("guided"), options=RetrievalOptions(semantic=False))[-1]
    assert prediction.status == "unresolved"
    assert prediction.tables == ()


def test_a_strangers_context_is_never_the_questions_own(benchmark):
    method = Recorder()
    predictions = abstentions(benchmark, method)
    assert [context for _, context, _ in method.asked] == ["zoo", "zoo", "library", "zoo", "library", "library"]
    lynx = predictions[2]
    assert not set(lynx.tables) & set(lynx.question.gold_tables)


def test_progress_is_told_by_question(benchmark):
    done: list[str] = []
    run(benchmark, Recorder(), limit=3, advance=done.append)
    assert done == ["q1", "q2", "q3"]
