"""Features of sets of tables: what they cover, what they miss, and how they hang together."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.scoring.blending import NETWORK_FEATURES, Judged, network_features
from gtr_core.retrieval.scoring.candidate_sets import log_odds
from gtr_core.retrieval.scoring.demands import Demands, demands
from gtr_core.retrieval.scoring.relation_aware import NetworkScores
from gtr_core.retrieval.scoring.set_features import SET_FEATURES, set_features
from tests.context.random_graphs import graphs
from tests.context.shapes import edge, table
from tests.retrieval.scoring.scoring_inputs import Inputs, inputs
from tests.retrieval.scoring.trade import grounded, means, members, named, trade, valued


def _judged(columns: NDArray[np.float32], tables: NDArray[np.float32], seed: int = 0) -> Judged:
    """Of forest and network together; the network's own part is made up."""
    chance = np.random.default_rng(seed)
    n = len(tables)
    halves = np.triu(chance.normal(size=(n, n)), 1).astype(np.float32)
    of_tables, alone = (chance.normal(size=n).astype(np.float32) for _ in range(2))
    network = NetworkScores(np.zeros(0, np.float32), of_tables, alone, halves + halves.T)
    return Judged(columns, tables, chance.random(n).astype(np.float32), network)


def _features(
    of: Inputs,
    sets: list[int],
    *,
    columns: dict[tuple[str, str], float] | None = None,
    tables: dict[str, float] | None = None,
    hand_made: dict[int, float] | None = None,
    wanted: Demands | None = None,
) -> list[dict[str, float]]:
    column_scores = np.full(of.candidates.n_columns, 0.01, np.float32)
    for name, score in (columns or {}).items():
        column_scores[of.column(*name)] = score
    table_scores = np.full(len(of.candidates.tables), 0.1, np.float32)
    for table_name, score in (tables or {}).items():
        table_scores[of.row(table_name)] = score
    rows = set_features(
        of.graph,
        of.schema,
        of.candidates,
        of.texts,
        of.cue,
        _judged(column_scores, table_scores),
        sets,
        hand_made or {},
        wanted or Demands((), ()),
    )
    assert rows.shape == (len(sets), len(SET_FEATURES))
    assert rows.dtype == np.float32
    return [dict(zip(SET_FEATURES, row.tolist(), strict=True)) for row in rows]


def _plain(graph: ContextGraph, *names: str) -> list[dict[str, float]]:
    return _features(inputs(graph, grounded("x")), [members(graph, one) for one in names])


def test_how_a_set_hangs_together() -> None:
    tree, apart, whole = _plain(trade(), "line supplier part", "customer part", "line supplier part offer")
    assert (tree["size"], tree["joined"], tree["edges"], tree["edges_beyond_tree"]) == (3, 1, 2, 0)
    assert (tree["roots"], tree["single_root"], tree["leaves"], tree["junctions"]) == (1, 1, 2, 1)
    assert (apart["joined"], apart["edges"], apart["roots"], apart["single_root"]) == (0, 0, 2, 0)
    assert apart["roots_of_one_fact"] == 1.0
    assert (whole["edges"], whole["edges_beyond_tree"], whole["junctions"]) == (5, 2, 2)


def test_siblings_join_without_their_parent() -> None:
    graph = ContextGraph(
        tables=[table("person", "id"), table("height", "person_id"), table("weight", "person_id")],
        joins=[edge("height", "person_id", "person", "id"), edge("weight", "person_id", "person", "id")],
    )
    alone, whole = _plain(graph, "height weight", "height weight person")
    assert (alone["joined"], alone["sibling_joins"], alone["roots_of_one_fact"]) == (0, 1, 0)
    assert (whole["joined"], whole["sibling_joins"], whole["roots"]) == (1, 0, 2)


def test_the_scores_of_tables() -> None:
    graph = trade()
    tables = {"line": 0.9, "supplier": 0.6, "country": 0.3}
    sets = [members(graph, "line supplier"), members(graph, "line"), members(graph, "line supplier country")]
    both, one, three = _features(inputs(graph, grounded("x")), sets, tables=tables)
    assert both["log_odds"] == pytest.approx(log_odds(0.9) + log_odds(0.6), abs=1e-5)
    assert (both["log_odds_to_best"], both["rank"]) == (0.0, 0.0)
    assert one["log_odds_to_best"] == pytest.approx(-math.log(0.6 / 0.4), abs=1e-5)
    assert (one["rank"], three["rank"]) == (1.0, 2.0)
    assert (both["least"], both["mean"]) == (pytest.approx(0.6), pytest.approx(0.75))
    assert (both["most_outside"], both["second_outside"]) == (pytest.approx(0.3), pytest.approx(0.1))
    assert three["least_leaf"] == pytest.approx(0.3)


def test_a_key_outside_is_no_loss_where_a_copy_is_inside() -> None:
    graph = trade()
    made = inputs(graph, grounded("x"))
    sets = [members(graph, "line"), members(graph, "customer")]
    of_line, of_customer = _features(made, sets, columns={("supplier", "id"): 0.9})
    assert of_line["best_columns_missed"] == of_customer["best_columns_missed"] == pytest.approx(0.9)
    assert of_line["columns_missed_without_copies"] == pytest.approx(0.01)
    assert of_customer["columns_missed_without_copies"] == pytest.approx(0.9)


def test_the_columns_of_the_set() -> None:
    graph = trade()
    columns = {("supplier", "id"): 0.7, ("supplier", "supplier_name"): 0.4, ("country", "country_name"): 0.9}
    (found,) = _features(inputs(graph, grounded("x")), [members(graph, "supplier country")], columns=columns)
    assert found["best_column_least"] == pytest.approx(0.7)
    assert found["own_column_least"] == found["leaf_own_column_least"] == pytest.approx(0.4)
    assert found["bridges"] == 0.0
    assert found["columns_missed_sum"] == pytest.approx(0.05, abs=1e-5)


def test_what_of_the_question_is_covered() -> None:
    graph = trade()
    made = inputs(graph, grounded("suppliers in India", means(0, named("supplier")), means(2, valued("India"))))
    sets = [members(graph, name) for name in ("supplier country", "supplier", "part", "supplier country part")]
    both, one, none, more = _features(made, sets, columns={("country", "country_name"): 1.0})
    assert (both["question_covered"], one["question_covered"], none["question_covered"]) == (1.0, 0.5, 0.0)
    assert both["question_missed"] == pytest.approx(0.0, abs=1e-6)
    assert one["question_missed"] == one["question_missed_most"] == pytest.approx(1.0)
    assert none["question_missed"] == pytest.approx(1.8)
    assert one["question_gain_of_best_neighbour"] == pytest.approx(1.0)
    assert (both["question_idle_tables"], more["question_idle_tables"]) == (0.0, 1.0)
    assert (one["question_names_covered"], none["question_names_covered"]) == (1.0, 0.0)
    assert (one["question_names_missed"], none["question_names_missed"]) == (0.0, 1.0)
    assert both["question_fewest_exclusive"] == pytest.approx(0.8)
    assert both["question_exclusive_sum"] == pytest.approx(1.8)


def test_what_two_tables_of_a_set_say_is_neithers_own() -> None:
    graph = trade()
    made = inputs(graph, grounded("offer", means(0, named("offer"), named("line"))))
    (both,) = _features(made, [members(graph, "offer line")])
    assert both["question_exclusive_sum"] == 0.0
    assert both["question_idle_tables"] == 2.0


def test_the_rules_scores_and_demands_are_handed_on() -> None:
    graph = trade()
    words = grounded("India per supplier", means(0, valued("India")), means(2, named("supplier")))
    sets = [members(graph, name) for name in ("supplier", "supplier country", "part")]
    hand_made = {sets[0]: -0.5, sets[1]: 0.0}
    one, both, none = _features(inputs(graph, words), sets, hand_made=hand_made, wanted=demands(graph, words))
    assert [found["hand_made"] for found in (one, both, none)] == [-0.5, 0.0, -3.0]
    assert [found["hand_made_known"] for found in (one, both, none)] == [1.0, 1.0, 0.0]
    assert [found["hand_made_rank"] for found in (one, both, none)] == [1.0, 0.0, 99.0]
    assert [found["values_unmet"] for found in (one, both, none)] == [1.0, 0.0, 1.0]
    assert [found["groups_unmet"] for found in (one, both, none)] == [0.0, 0.0, 1.0]
    assert [found["rows_unmet"] for found in (one, both, none)] == [0.0, 0.0, 0.0]


def test_every_feature_of_the_scores_is_set_once() -> None:
    """Each is filled by its name: the graph's part, the ranks, the rules and the demands are all of them."""
    from gtr_core.retrieval.scoring import set_features as module

    filled = [*module.SCORED_FEATURES, "log_odds_to_best", "rank", "hand_made", "hand_made_known", "hand_made_rank"]
    filled += ["values_unmet", "names_unmet", "rows_unmet", "groups_unmet"]
    assert sorted(filled) == sorted(module._SCORE_FEATURES)
    at = module._SCORE_FEATURES.index("values_unmet")
    assert module._SCORE_FEATURES[at : at + 4] == ("values_unmet", "names_unmet", "rows_unmet", "groups_unmet")


def test_what_forest_and_network_say_of_a_set_stands_last() -> None:
    graph = trade()
    made = inputs(graph, grounded("x"))
    sets = [members(graph, name) for name in ("supplier", "supplier country", "part line")]
    columns = np.full(made.candidates.n_columns, 0.01, np.float32)
    found = _judged(columns, np.full(7, 0.1, np.float32), 3)
    wanted = Demands((), ())
    rows = set_features(graph, made.schema, made.candidates, made.texts, made.cue, found, sets, {}, wanted)
    held = np.array([[bool(whole >> position & 1) for position in made.candidates.tables] for whole in sets])
    assert SET_FEATURES[-len(NETWORK_FEATURES) :] == NETWORK_FEATURES
    assert np.array_equal(rows[:, -len(NETWORK_FEATURES) :], network_features(found, held))


def _random_rows(graph: ContextGraph, seed: int, order: NDArray[np.intp] | None = None) -> NDArray[np.float32]:
    words = grounded("a b", means(0, named("t0")), means(1, named("t1", "id", coverage=0.5)))
    made = inputs(graph, words)
    chance = np.random.default_rng(seed)
    visible = sum(1 << position for position in made.candidates.tables)
    sets = list({int(one) & visible: None for one in chance.integers(1, 1 << len(graph.tables), 8) if one & visible})
    columns = chance.random(made.candidates.n_columns).astype(np.float32)
    tables = chance.random(len(made.candidates.tables)).astype(np.float32)
    if order is not None:
        sets = [sets[k] for k in np.argsort(order[: len(sets)])]
    found, wanted = _judged(columns, tables, seed), demands(graph, words)
    return set_features(graph, made.schema, made.candidates, made.texts, made.cue, found, sets, {}, wanted)


@given(graph=graphs(), seed=st.integers(0, 2**16))
@settings(deadline=None)
def test_any_sets_have_finite_features_in_any_order(graph: ContextGraph, seed: int) -> None:
    rows = _random_rows(graph, seed)
    assert np.isfinite(rows).all()
    order = np.random.default_rng(seed).permutation(8)
    again = _random_rows(graph, seed, order)
    assert again == pytest.approx(rows[np.argsort(order[: len(rows)])], abs=1e-5)
    for name in ("question_covered", "question_covered_weighed", "question_names_covered"):
        column = rows[:, SET_FEATURES.index(name)]
        assert column.min() >= 0.0
        assert column.max() <= 1.0 + 1e-5
    assert rows[:, SET_FEATURES.index("log_odds_to_best")].max() == 0.0
