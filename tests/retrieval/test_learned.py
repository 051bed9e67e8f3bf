"""The default disambiguator: laws that its trees keep on any graph, and what the scorer's sets make of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Grounding, Option
from gtr_core.retrieval.disambiguation import Choice, LocalDisambiguator
from gtr_core.retrieval.exploration import explore
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.learned import MAX_HAND_MADE, LearnedDisambiguator, _with_rows, table_sets
from gtr_core.retrieval.merging import Merged, merge
from gtr_core.retrieval.scoring import ScoredSets, ScoringModel, shipped_model
from gtr_core.retrieval.scoring.forest import Forest
from gtr_core.retrieval.scoring.perceptron import Perceptron
from gtr_core.retrieval.scoring.set_features import SET_FEATURES
from tests.context.random_graphs import graphs, shuffled
from tests.retrieval.scoring.trade import grounded, means, members, named, trade
from tests.retrieval.snapshots import OpenContext, travel
from tests.retrieval.tree_laws import check_tree, is_connected


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> OpenContext:
    return travel(tmp_path_factory.mktemp("index"))


def _choose(graph: ContextGraph, words: Grounding, model: ScoringModel | None = None) -> list[Choice]:
    return LearnedDisambiguator(model).choose(graph, words, explore(graph, words.phrases))


def _tables(graph: ContextGraph, merged: Merged) -> int:
    return sum(1 << graph.positions[one] for one in merged.tree.tables)


@st.composite
def _asked(draw: st.DrawFn) -> tuple[ContextGraph, Grounding]:
    """A graph and a question of two or three phrases, each the name of a table or of a key."""
    graph = draw(graphs())
    visible = [one for one in graph.tables if not one.hidden]
    phrases = []
    for k in range(draw(st.integers(1, 3))):
        options = []
        for where in draw(st.lists(st.sampled_from(visible), min_size=1, max_size=2, unique_by=lambda one: one.id)):
            column = draw(st.sampled_from([None, None, *(one.name for one in where.columns)]))
            options.append(named(where.id, column, weight=draw(st.sampled_from([0.4, 0.9, 1.0]))))
        phrases.append(means(k, *sorted(options, key=lambda option: -option.weight)))
    return graph, grounded("a b c", *phrases)


@given(asked=_asked())
@settings(deadline=None, max_examples=60)
def test_every_tree_keeps_the_laws(asked: tuple[ContextGraph, Grounding]) -> None:
    graph, words = asked
    for choice in _choose(graph, words):
        merged = merge(graph, choice)
        if merged is not None:
            anchors = {graph.tables[choice.tree.instances[one].table].id for one in choice.assignment.anchors}
            check_tree(graph, merged.tree, spoken={alias for alias in merged.aliases if alias}, anchors=anchors)
            assert is_connected(graph, _tables(graph, merged))


def _seen(graph: ContextGraph, words: Grounding) -> list[tuple[Merged | None, float | None, float | None]]:
    return [(merge(graph, choice), choice.probability, choice.confidence) for choice in _choose(graph, words)]


@given(asked=_asked(), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=60)
def test_the_answer_is_the_same_again_and_in_any_order(asked: tuple[ContextGraph, Grounding], seed: int) -> None:
    graph, words = asked
    assert _seen(graph, words) == _seen(graph, words) == _seen(shuffled(graph, seed), words)


@given(asked=_asked())
@settings(deadline=None, max_examples=60)
def test_the_likeliest_come_first(asked: tuple[ContextGraph, Grounding]) -> None:
    graph, words = asked
    choices = _choose(graph, words)
    assert len({choice.confidence for choice in choices}) <= 1
    chances = [choice.probability for choice in choices if choice.probability is not None]
    assert len(chances) in (0, len(choices))
    assert chances[:1] == ([max(chances)] if chances else [])


@given(asked=_asked())
@settings(deadline=None, max_examples=60)
def test_the_rules_answers_by_their_tables(asked: tuple[ContextGraph, Grounding]) -> None:
    graph, words = asked
    found = table_sets(LocalDisambiguator().choose(graph, words, explore(graph, words.phrases)))
    assert sum(len(choices) for choices in found.values()) <= MAX_HAND_MADE
    for whole, choices in found.items():
        for choice in choices:
            merged = merge(graph, choice)
            assert merged is not None
            assert _tables(graph, merged) == whole
        assert [choice.score for choice in choices] == sorted((choice.score for choice in choices), reverse=True)


def _stump(leaf: float) -> Forest:
    return Forest(np.zeros((1, 1), np.int16), np.zeros((1, 1), np.float32), np.full((1, 2), leaf, np.float32))


def _model(sets: float) -> ScoringModel:
    """A model to which all columns and tables are alike, and all sets as likely as said."""
    n = len(SET_FEATURES)
    zeros = np.zeros(n, np.float32)
    even = Perceptron(zeros, zeros + 1, np.zeros((n, 1), np.float32), np.zeros(1, np.float32), np.zeros(1, np.float32))
    shipped = shipped_model()
    return ScoringModel(
        _stump(0.0), _stump(0.0), _stump(sets), even, shipped.network, shipped.words, shipped.calibration
    )


def _words(question: str, context: OpenContext) -> Grounding:
    return ground(question, context.graph, context.index)


@pytest.mark.parametrize("likely", [-9.0, 0.0, 9.0])
def test_the_scorer_answers_however_likely_its_sets_are(likely: float, context: OpenContext) -> None:
    found = _choose(context.graph, _words("Airlines in Norway", context), _model(likely))
    assert found
    assert all(choice.probability is not None and choice.confidence is not None for choice in found)
    assert [choice.probability for choice in found][0] == max(choice.probability or 0.0 for choice in found)


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        ("Number of flights per airline", ("airlines", "flights")),
        ("Ticket revenue by airline", ("airlines", "flights", "tickets")),
        ("Passengers with business tickets", ("passengers", "tickets")),
        ("Crew of Norwegian airlines", ("airlines", "countries", "crew")),
    ],
)
def test_the_first_tree_with_the_weights_that_ship(question: str, tables: Sequence[str], context: OpenContext) -> None:
    choices = _choose(context.graph, _words(question, context))
    merged = merge(context.graph, choices[0])
    assert merged is not None
    assert merged.tree.tables == tables
    assert choices[0].confidence is not None
    assert 0.0 < choices[0].confidence <= 1.0


def test_a_likely_set_without_an_assignment_of_the_rules_gets_its_trees(context: OpenContext) -> None:
    """Every set is alike to the model, so that sets come up which the rules have no tree for."""
    graph = context.graph
    words = _words("Passengers", context)
    rules = table_sets(LocalDisambiguator().choose(graph, words, explore(graph, words.phrases)))
    found = set()
    for choice in _choose(graph, words, _model(9.0)):
        merged = merge(graph, choice)
        assert merged is not None
        found.add(_tables(graph, merged))
    assert found - set(rules)
    assert all(bits(whole) for whole in found)


def test_what_no_table_holds_has_no_choice() -> None:
    graph = ContextGraph(tables=[])
    assert _choose(graph, grounded("nothing")) == []
    assert table_sets([]) == {}


def test_a_value_alone_finds_its_table(context: OpenContext) -> None:
    option = Option(Posting("value", "airlines", "airline_name", "Fjord Air"), "", "exact", 1.0)
    choices = _choose(context.graph, grounded("Fjord Air", means(0, option, last=2)))
    merged = merge(context.graph, choices[0])
    assert merged is not None
    assert "airlines" in merged.tree.tables


def test_sets_without_the_row_that_a_role_means_come_last() -> None:
    graph = trade()
    edge = next(one for one in graph.joins if (one.child, one.parent) == ("orders", "customer"))
    row = Option(Posting("alias", "customer"), "customer", "exact", 0.4, role=edge)
    key = Option(Posting("column", "orders", "customer_id"), "customer", "exact", 0.4)
    words = grounded("each customer", means(1, row, key))
    small, large = members(graph, "orders"), members(graph, "orders customer")
    found = _with_rows(graph, words, ScoredSets((small, large), (0.8, 0.1), 0.8, {}))
    assert found.sets == (large, small)
    assert found.probabilities[0] == 0.1
    assert found.probabilities[1] < 0.1
    unsaid = grounded("each customer", means(1, key))
    assert _with_rows(graph, unsaid, ScoredSets((small, large), (0.8, 0.1), 0.8, {})).sets == (small, large)
