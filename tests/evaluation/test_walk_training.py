from __future__ import annotations

import numpy as np
import pytest

from gtr_core.evaluation import open_benchmark
from gtr_core.evaluation.reader import ReaderOptions
from gtr_core.evaluation.walk_examples import walk_examples
from gtr_core.evaluation.walk_plans import Plans
from gtr_core.evaluation.walk_training import TrainingSettings, train_walk
from gtr_core.retrieval.walk import WalkSettings, join_graph, walk
from tests.evaluation.folders import write_folder
from tests.retrieval.words import WordEncoder

pytest.importorskip("torch", reason="training needs torch")


@pytest.fixture
def prepared(tmp_path):
    model = WordEncoder()
    with open_benchmark(write_folder(tmp_path / "small"), ReaderOptions(union=True, values=False)) as benchmark:
        questions = [question for question in benchmark.questions if question.scored]
        snapshot = benchmark.context(questions[0])
        graph = join_graph(snapshot.graph, model)
        vectors = model.encode([question.text for question in questions])
        yield graph, walk_examples(graph, dict(snapshot.graph.positions), questions, vectors), vectors


def test_examples_hold_what_the_walk_would_find(prepared):
    graph, examples, vectors = prepared
    for row, vector in enumerate(vectors):
        walked = walk(graph, vector, train_walk(graph, examples, TrainingSettings(epochs=0)))
        assert examples.similarities[row] == pytest.approx(walked.similarities, abs=1e-6)
    assert [len(gold) for gold in examples.gold] == [1, 2, 2, 2]
    assert [len(own) for own in examples.own] == [4, 4, 2, 4]


def test_the_training_walks_as_retrieval_does(prepared):
    """Scores with gradients and those of the walk itself are the same numbers."""
    from gtr_core.evaluation import walk_training

    graph, examples, vectors = prepared
    settings = TrainingSettings(epochs=2, batch=2, dropout=0.0)
    network = walk_training._network(graph, settings)
    plans = Plans(graph, settings.hops)
    anchors = [walk_training._anchors(row, None, settings.anchors) for row in examples.similarities]
    scores = walk_training._table_scores(network, plans, examples, anchors, 0.0).detach().numpy()
    scorer = walk_training._scorer(network)
    for row, vector in enumerate(vectors):
        walked = walk(graph, vector, scorer, WalkSettings(kept=0.0))
        assert scores[row] == pytest.approx(walked.tables, abs=1e-5)


def test_training_lowers_the_loss_and_repeats_itself(prepared):
    graph, examples, _ = prepared
    lines: list[str] = []
    settings = TrainingSettings(epochs=30, batch=4, dropout=0.0, kept=0.0, own_share=0.0)
    first = train_walk(graph, examples, settings, report=lines.append)
    losses = [float(line.split("loss ")[1].split(",")[0]) for line in lines]
    assert losses[-1] < losses[0]
    again = train_walk(graph, examples, settings)
    assert np.array_equal(first.output, again.output)
    assert ((first.decay > 0) & (first.decay < 1)).all()
