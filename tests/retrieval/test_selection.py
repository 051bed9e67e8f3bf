from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.retrieval.methods import METHODS
from gtr_core.retrieval.selection import (
    Ranking,
    SelectionRule,
    margin,
    outcome_of_ranking,
    selected,
    selection_rule,
)
from tests.retrieval.walk.graphs import chain

RULE = SelectionRule(share=0.6, most=3, bridges=0, least=0.3, slope=4.0, intercept=-1.0)


def ranking(*scores: float, likeness: float = 0.5) -> Ranking:
    return Ranking(tuple(range(len(scores))), scores, likeness, {})


@pytest.mark.parametrize(
    ("scores", "count"),
    [((1.0, 0.7, 0.59), 2), ((1.0, 0.9, 0.8, 0.7), 3), ((1.0, 0.1), 1), ((0.0, 0.0), 1), ((), 0)],
)
def test_tables_near_the_best_are_selected(scores: tuple[float, ...], count: int):
    assert selected(ranking(*scores), RULE) == count


def test_the_margin_is_a_share_of_the_best_score():
    assert margin(ranking(0.8, 0.6, 0.2), 2) == pytest.approx(0.5)
    assert margin(ranking(0.8), 1) == 1.0
    assert margin(ranking(), 0) == 0.0
    assert margin(ranking(0.0, 0.0), 1) == 0.0


def test_the_outcome_joins_what_it_can_and_says_what_it_cannot():
    graph = chain()
    found = outcome_of_ranking("q", graph, Ranking((0, 3, 1), (1.0, 0.9, 0.8), 0.9, {}), RULE, {}, {"method": "m"})
    assert found.tree is not None
    assert found.tree.tables == ("a", "b")
    assert found.trace["selected"] == ["a", "d", "b"]
    assert found.trace["not_joined"] == ["d"]
    assert found.ranked == (("a", 1.0), ("d", 0.9), ("b", 0.8))


def test_what_is_like_nothing_is_unresolved():
    graph = chain()
    for given_ranking in (ranking(1.0, likeness=0.29), ranking(likeness=0.9)):
        found = outcome_of_ranking("q", graph, given_ranking, RULE, {}, {})
        assert (found.status, found.tree, found.confidence) == ("unresolved", None, 0.0)


def test_every_method_that_only_ranks_has_a_rule():
    for method in METHODS:
        if method.name != "guided":
            rule = selection_rule(method.name)
            assert 0 < rule.share <= 1
            assert rule.most >= 1
            assert 0 <= rule.least < 1


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_a_wider_margin_is_never_less_sure(scores: list[float]):
    ordered = ranking(*sorted(scores, reverse=True))
    count = selected(ordered, RULE)
    assert 1 <= count <= RULE.most
    assert 0.0 <= margin(ordered, count) <= 1.0
