from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.retrieval.column_vectors import column_vectors
from gtr_core.retrieval.hypergraph.hypergraph import Hypergraph, hypergraph
from gtr_core.retrieval.hypergraph.relational import JOINED_SHARE, Pairs, concatenated, joined, rank_pairs
from tests.retrieval.walk.graphs import chain, star
from tests.retrieval.words import WordEncoder

# Tables 0, 1, 2; table 0 and 1 share hyperedge 0, table 2 stands alone.
SMALL = Hypergraph(np.array([0, 0, 1, 1, 2]), np.array([0, 1, 0, 2, 3]), 4)
COSINES = np.array([0.1, 0.8, 0.2, 0.3, 0.5], np.float32)
ALL = np.ones(3, np.bool_)


def test_columns_that_joins_equate_are_one_hyperedge():
    graph = chain()
    columns = column_vectors(graph, WordEncoder())
    found = hypergraph(graph, columns)
    of = {column: int(number) for column, number in zip(columns.columns, found.hyperedges, strict=True)}
    assert of["a", "b_id"] == of["b", "id"]
    assert of["b", "c_id"] == of["c", "id"]
    assert len(set(of.values())) == found.n_hyperedges == len(of) - 2


def test_a_hyperedge_holds_all_tables_that_a_column_joins():
    graph = star()
    columns = column_vectors(graph, WordEncoder())
    found = hypergraph(graph, columns)
    of = {column: int(number) for column, number in zip(columns.columns, found.hyperedges, strict=True)}
    assert of["f", "p1"] == of["f", "p2"] == of["p", "id"] == of["p", "boss"]


def test_pairs_are_ranked_by_the_operators_score():
    ranked = rank_pairs(SMALL, COSINES, ALL, np.ones(3), concatenated, 3)
    assert ranked == [(1, pytest.approx(0.8)), (4, pytest.approx(0.5)), (3, pytest.approx(0.3))]


def test_a_tables_weight_divides_and_a_weight_not_above_zero_gives_zero():
    ranked = dict(rank_pairs(SMALL, COSINES, ALL, np.array([2.0, 0.5, 0.0]), concatenated, 5))
    assert ranked == pytest.approx({1: 0.4, 3: 0.6, 2: 0.4, 0: 0.05, 4: 0.0})


def test_what_is_not_available_is_passed_over():
    ranked = rank_pairs(SMALL, COSINES, np.array([False, True, True]), np.ones(3), concatenated, 9)
    assert [row for row, _ in ranked] == [4, 3, 2]
    assert rank_pairs(SMALL, COSINES, np.zeros(3, np.bool_), np.ones(3), joined, 9) == []


def test_a_column_that_joins_is_worth_in_part_what_lies_beyond_it():
    scores = joined(Pairs(SMALL, np.arange(5), COSINES.astype(float)))
    # Beyond row 2 lies table 0, whose best is 0.8; beyond row 0 lies table 1, whose best is 0.3.
    assert scores[2] == pytest.approx((1 - JOINED_SHARE) * 0.2 + JOINED_SHARE * 0.8, rel=1e-6)
    assert scores[0] == pytest.approx((1 - JOINED_SHARE) * 0.1 + JOINED_SHARE * 0.3, rel=1e-6)
    assert scores[[1, 3, 4]] == pytest.approx([0.8, 0.3, 0.5])


@given(st.lists(st.floats(-1, 1), min_size=5, max_size=5), st.integers(1, 5))
def test_no_more_pairs_than_asked_for_best_first(cosines: list[float], most: int):
    for operator in (concatenated, joined):
        ranked = rank_pairs(SMALL, np.array(cosines, np.float32), ALL, np.ones(3), operator, most)
        scores = [round(score, 9) for _, score in ranked]
        assert len(ranked) == most
        assert scores == sorted(scores, reverse=True)
