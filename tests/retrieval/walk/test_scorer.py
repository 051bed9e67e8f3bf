from __future__ import annotations

import numpy as np
import pytest

from gtr_core.retrieval.walk import join_graph, shipped_scorer
from gtr_core.retrieval.walk.scorer import LearnedScorer, Steps, fixed_scorer
from tests.retrieval.walk.graphs import chain
from tests.retrieval.words import WordEncoder

ENCODER = WordEncoder()


def random_scorer(hidden: int = 8) -> LearnedScorer:
    random = np.random.default_rng(3)

    def drawn(*shape: int) -> np.ndarray:
        return random.normal(size=shape).astype(np.float32)

    d = ENCODER.dimensions
    return LearnedScorer(
        drawn(d, hidden), drawn(d, hidden), drawn(d, hidden), drawn(d, hidden), drawn(hidden), drawn(hidden),
        drawn(hidden), drawn(hidden), drawn(hidden), drawn(hidden), np.full(5, 0.5, np.float32),
    )  # fmt: skip


def test_the_parts_add_up_to_one_layer_over_all_features():
    graph = join_graph(chain(), ENCODER)
    scorer = random_scorer()
    question = ENCODER.encode(["alpha gamma"])[0]
    best = np.array([1, 3, 6, 7])
    steps = Steps(np.array([0, 1]), np.array([1, 1]), np.array([0, 2]), np.array([0.4, 0.2], np.float32), 2)
    expected = []
    for edge, left, right, deposit in zip(steps.edges, steps.frontier, steps.reached, steps.deposits, strict=True):
        vectors = graph.nodes.vectors
        features = np.concatenate(
            [question, graph.edge_vectors[edge], vectors[best[left]], vectors[best[right]], [deposit, steps.hop]]
        )
        weights = np.vstack([scorer.question, scorer.edge, scorer.frontier, scorer.reached, scorer.deposit, scorer.hop])
        hidden = features @ weights + scorer.bias
        normal = (hidden - hidden.mean()) / np.sqrt(hidden.var() + 1e-5)
        expected.append(np.maximum(normal * scorer.scale + scorer.shift, 0) @ scorer.output)
    assert scorer.scores(graph, question, best, steps) == pytest.approx(expected, rel=1e-3)


def test_the_shipped_scorer_fits_the_default_encoder():
    scorer = shipped_scorer()
    assert scorer.question.shape == (384, 64)
    assert scorer.edge.shape == scorer.frontier.shape == scorer.reached.shape == (384, 64)
    assert scorer.output.shape == scorer.bias.shape == (64,)
    assert scorer.decay.shape == (5,)
    assert ((scorer.decay > 0) & (scorer.decay < 1)).all()
    assert scorer.question.dtype == np.float32


def test_fixed_weights_prefer_what_is_like_the_question():
    graph = join_graph(chain(), ENCODER)
    question = ENCODER.encode(["gamma"])[0]
    best = np.array([0, 3, 6, 7])
    steps = Steps(np.array([0, 1]), np.array([1, 1]), np.array([0, 2]), np.ones(2, np.float32), 1)
    towards_a, towards_c = fixed_scorer().scores(graph, question, best, steps)
    assert towards_c > towards_a
