from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.evaluation.set_metrics import SetScores, mean_scores, ranking_scores, set_scores

TABLES = st.sets(st.sampled_from("abcdefgh"), max_size=6)


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        ("ab", "ab", SetScores(1.0, 1.0, 1.0, 1.0, 1.0, 1.0)),
        ("a", "ab", SetScores(0.0, 0.5, 1.0, 0.5, 2 / 3, 0.0)),
        ("abc", "ab", SetScores(0.0, 2 / 3, 2 / 3, 1.0, 0.8, 1.0)),
        ("ac", "ab", SetScores(0.0, 1 / 3, 0.5, 0.5, 0.5, 0.0)),
        ("", "ab", SetScores(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)),
        ("c", "ab", SetScores(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_scores_of_a_set(predicted: str, gold: str, expected: SetScores):
    found = set_scores(set(predicted), set(gold))
    assert found.to_json() == pytest.approx(expected.to_json(), abs=1e-6)


def test_means_are_over_questions_not_over_tables():
    found = mean_scores([set_scores({"a"}, {"a"}), set_scores({"a", "b"}, {"c", "d", "e", "f"})])
    assert (found.precision, found.recall, found.exact) == (0.5, 0.5, 0.5)


def test_rankings_are_scored_at_each_depth_and_precision_is_divided_by_it():
    ranked = [["a", "b", "c", "d"], ["x"]]
    gold = [{"b", "d"}, {"y"}]
    assert ranking_scores(ranked, gold, [1, 2, 4]) == {
        "1": {"precision": 0.0, "recall": 0.0, "perfect_recall": 0.0},
        "2": {"precision": 0.25, "recall": 0.25, "perfect_recall": 0.0},
        "4": {"precision": 0.25, "recall": 0.5, "perfect_recall": 0.5},
    }


@given(TABLES, TABLES.filter(bool))
def test_what_always_holds_of_scores(predicted: set[str], gold: set[str]):
    found = set_scores(predicted, gold)
    values = found.to_json().values()
    assert all(0.0 <= value <= 1.0 for value in values)
    assert found.jaccard <= min(found.f1, 1.0) + 1e-12
    assert found.exact == float(found.jaccard == 1.0)
    assert found.exact <= found.perfect_recall <= float(found.recall == 1.0)


@given(st.lists(st.permutations("abcdef"), min_size=1, max_size=4), st.integers(1, 8))
def test_recall_never_falls_with_depth(ranked: list[list[str]], depth: int):
    gold = [{"a", "d"}] * len(ranked)
    found = ranking_scores(ranked, gold, [depth, depth + 1])
    assert found[str(depth)]["recall"] <= found[str(depth + 1)]["recall"]
    assert found[str(depth)]["perfect_recall"] <= found[str(depth)]["recall"]
