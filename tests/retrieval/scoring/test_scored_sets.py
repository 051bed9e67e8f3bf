"""The scorer over a small warehouse with the weights that ship."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.disambiguation import LocalDisambiguator
from gtr_core.retrieval.exploration import explore
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.learned import table_sets
from gtr_core.retrieval.scoring import ScoredSets, score_sets, shipped_model
from gtr_core.retrieval.scoring.candidate_sets import MAX_SETS
from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES
from gtr_core.retrieval.scoring.forest import Forest
from gtr_core.retrieval.scoring.scored_sets import (
    IDLE,
    UNKNOWN,
    active_columns,
    column_scores,
    hand_made_vector,
    unexplained_share,
)
from tests.context.shapes import table
from tests.retrieval.scoring.trade import grounded, means, named
from tests.retrieval.snapshots import OpenContext, travel

QUESTIONS = {
    "Number of flights per airline": "airlines flights",
    "Airlines in Norway": "airlines countries",
    "Which airports are in Italy?": "airports cities countries",
    "How many airlines are there?": "airlines",
}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> OpenContext:
    return travel(tmp_path_factory.mktemp("index"))


def _scored(question: str, context: OpenContext, *more: int) -> ScoredSets:
    """As the rules' answers hand their sets on, and more sets, as if they were as good as the best."""
    words = ground(question, context.graph, context.index)
    choices = LocalDisambiguator().choose(context.graph, words, explore(context.graph, words.phrases))
    trees = table_sets(choices)
    top = max(found[0].score for found in trees.values())
    hand_made = {whole: found[0].score - top for whole, found in trees.items()}
    return score_sets(context.graph, shipped_model(), words, None, hand_made | dict.fromkeys(more, 0.0))


def _named(context: OpenContext, whole: int) -> str:
    return " ".join(context.graph.tables[position].id for position in bits(whole))


@pytest.mark.parametrize(("question", "tables"), QUESTIONS.items(), ids=list(QUESTIONS))
def test_the_likeliest_set_is_the_right_one(question: str, tables: str, context: OpenContext) -> None:
    assert _named(context, _scored(question, context).sets[0]) == tables


@pytest.mark.parametrize("question", QUESTIONS)
def test_probabilities_fall_and_are_probabilities(question: str, context: OpenContext) -> None:
    found = _scored(question, context)
    assert len(found.sets) == len(found.probabilities) == len(set(found.sets)) <= MAX_SETS
    assert list(found.probabilities) == sorted(found.probabilities, reverse=True)
    assert all(0.0 <= one <= 1.0 for one in (*found.probabilities, *found.tables.values(), found.confidence))
    assert set(found.tables) == set(range(len(context.graph.tables)))


def test_the_answer_is_the_same_again_and_in_any_order(context: OpenContext, tmp_path: Path) -> None:
    other = travel(tmp_path, 3)
    for question in QUESTIONS:
        assert _scored(question, context) == _scored(question, context) == _scored(question, other)


def test_sets_of_the_rules_are_always_judged(context: OpenContext) -> None:
    far = 1 << context.graph.positions["warehouses"] | 1 << context.graph.positions["crew"]
    found = _scored("Airlines in Norway", context, far)
    assert far in found.sets
    assert found.sets[0] != far


def test_a_context_whose_tables_are_all_hidden_has_no_sets() -> None:
    graph = ContextGraph(tables=[table("a", "id", hidden=True)])
    words = grounded("a", means(0, named("a")))
    assert score_sets(graph, shipped_model(), words, None, {}) == ScoredSets((), (), 0.0, {})


def test_tables_without_a_visible_column_are_no_sets() -> None:
    bare = replace(table("a"), columns=(replace(table("a", "id").columns[0], hidden=True),))
    words = grounded("a", means(0, named("a")))
    graph = ContextGraph(tables=[bare])
    assert score_sets(graph, shipped_model(), words, None, {1: 0.0}) == ScoredSets((), (), 0.0, {})


def test_a_table_without_a_visible_column_stands_beside_others() -> None:
    bare = replace(table("a"), columns=(replace(table("a", "id").columns[0], hidden=True),))
    words = grounded("a b", means(0, named("a")), means(1, named("b")))
    found = score_sets(ContextGraph(tables=[bare, table("b", "id")]), shipped_model(), words, None, {1: 0.0, 2: -1.0})
    assert {0b01, 0b10} <= set(found.sets)
    assert all(np.isfinite(found.probabilities))


def test_a_question_without_a_word_is_scored() -> None:
    found = score_sets(
        ContextGraph(tables=[table("a", "id"), table("b", "id")]), shipped_model(), grounded(""), None, {1: 0.0}
    )
    assert 1 in found.sets
    assert all(np.isfinite(found.probabilities))


def test_a_context_of_one_table_has_one_set() -> None:
    graph = ContextGraph(tables=[table("a", "id")])
    assert score_sets(graph, shipped_model(), grounded("a", means(0, named("a"))), None, {}).sets == (1,)


def test_columns_of_which_nobody_speaks_are_idle() -> None:
    rows = np.zeros((4, len(COLUMN_FEATURES)), np.float32)
    rows[1, COLUMN_FEATURES.index("question_any_share")] = 0.1
    rows[2, COLUMN_FEATURES.index("foreign_key")] = 1.0
    rows[3, COLUMN_FEATURES.index("siblings")] = 5.0
    assert active_columns(rows).tolist() == [False, True, True, False]
    even = Forest(np.zeros((1, 1), np.int16), np.zeros((1, 1), np.float32), np.zeros((1, 2), np.float32))
    assert column_scores(even, rows).tolist() == pytest.approx([IDLE, 0.5, 0.5, IDLE])


def test_a_table_has_the_score_of_the_best_set_that_holds_it() -> None:
    assert hand_made_vector((0, 2, 5), {0b101: -0.5, 0b1: 0.0, 0b1000: 0.0}).tolist() == [0.0, -0.5, UNKNOWN]


def test_the_share_of_words_left_unexplained() -> None:
    assert unexplained_share(grounded("a b c d", means(0, named("a")))) == 0.75
    assert unexplained_share(grounded("")) == 0.0
