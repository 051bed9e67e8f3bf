from __future__ import annotations

from gtr_core.evaluation.intervals import bootstrap_intervals
from gtr_core.evaluation.set_metrics import set_scores

RIGHT, WRONG = set_scores({"a"}, {"a"}), set_scores({"b"}, {"a"})


def test_one_database_has_no_width():
    assert bootstrap_intervals(["d", "d"], [RIGHT, WRONG])["exact"] == [0.5, 0.5]


def test_databases_that_differ_give_a_wide_interval():
    low, high = bootstrap_intervals(["a"] * 50 + ["b"] * 50, [RIGHT] * 50 + [WRONG] * 50)["exact"]
    assert (low, high) == (0.0, 1.0)


def test_databases_that_agree_give_a_narrow_one():
    databases = [f"d{i % 20}" for i in range(200)]
    scores = [RIGHT if i // 20 % 2 else WRONG for i in range(200)]
    assert bootstrap_intervals(databases, scores)["exact"] == [0.5, 0.5]


def test_the_draws_are_the_same_on_every_run():
    databases, scores = ["a", "b", "c", "c"], [RIGHT, WRONG, RIGHT, WRONG]
    assert bootstrap_intervals(databases, scores) == bootstrap_intervals(databases, scores)
