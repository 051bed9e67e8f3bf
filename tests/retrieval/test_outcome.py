"""Resolved, ambiguous or unresolved: by hand, with choices whose scores and probabilities are set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.index import Posting
from gtr_core.retrieval.assignment import Costs
from gtr_core.retrieval.candidate import Grounding, Option
from gtr_core.retrieval.disambiguation import Choice
from gtr_core.retrieval.merging import Merged, merge
from gtr_core.retrieval.outcome import (
    MARGIN,
    MAX_ALTERNATIVES,
    PATH_MARGIN,
    RUNNER_UP,
    SURE_OF_PATH,
    decide,
    unavailable,
)
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.retrieval.set_trees import trees_of_set
from tests.context.shapes import table
from tests.retrieval.scoring.trade import grounded, means, members, named, trade, valued

GRAPH = trade()
ASKED = grounded("suppliers parts", means(0, named("supplier")), means(1, named("part")))


def _found(
    names: str,
    score: float = 1.0,
    probability: float | None = None,
    confidence: float | None = None,
    words: Grounding = ASKED,
) -> tuple[Choice, Merged]:
    """The best tree of a set of tables, as if it had these scores."""
    choice = trees_of_set(GRAPH, words, members(GRAPH, names), Costs(), SaidRoles(GRAPH, words.tokens))[0]
    scored = replace(
        choice,
        assignment=replace(choice.assignment, score=score),
        probability=probability,
        confidence=confidence,
    )
    merged = merge(GRAPH, scored)
    assert merged is not None
    return scored, merged


def test_one_tree_is_resolved() -> None:
    found = decide(GRAPH, ASKED, [_found("offer supplier part")])
    assert (found.status, found.reason, found.alternatives) == ("resolved", None, ())
    assert found.tree is not None
    assert found.tree.tables == ("offer", "part", "supplier")
    assert 0.5 < found.confidence <= 1.0


def test_the_scorers_confidence_is_told_as_it_is() -> None:
    assert decide(GRAPH, ASKED, [_found("offer supplier part", 1.0, 0.9, 0.77)]).confidence == 0.77


@pytest.mark.parametrize("words", [grounded("x"), grounded("x", means(0, named("part", weight=0.19)))])
def test_no_word_of_meaning_is_unresolved(words: Grounding) -> None:
    found = decide(GRAPH, words, [_found("part")])
    assert (found.status, found.confidence, found.tree) == ("unresolved", 0.0, None)
    assert found.reason is not None
    assert "No word" in found.reason


def test_no_tree_is_unresolved() -> None:
    found = decide(GRAPH, ASKED, [])
    assert (found.status, found.tree) == ("unresolved", None)
    assert found.reason is not None


@pytest.mark.parametrize(("second", "status"), [(RUNNER_UP * 0.8, "ambiguous"), (RUNNER_UP * 0.8 - 0.01, "resolved")])
def test_another_set_ties_by_its_probability(second: float, status: str) -> None:
    one = _found("offer supplier part", 1.0, 0.8, 0.7)
    two = _found("line supplier part orders", 0.2, second, 0.7)
    found = decide(GRAPH, ASKED, [one, two])
    assert found.status == status
    assert found.tree == one[1].tree
    assert [other.tree for other in found.alternatives] == ([two[1].tree] if status == "ambiguous" else [])


def test_an_alternative_says_what_differs_and_is_no_surer_than_the_first() -> None:
    one = _found("offer supplier part", 1.0, 0.8, 0.7)
    two = _found("line supplier part orders", 0.2, 0.79, 0.7)
    (other,) = decide(GRAPH, ASKED, [one, two]).alternatives
    assert other.differs_in == "only the first uses offer; only the other uses line, orders"
    assert other.confidence == pytest.approx(0.7 * 0.79 / 0.8, abs=1e-4)


@pytest.mark.parametrize(
    ("behind", "confidence", "status"),
    [
        (PATH_MARGIN - 0.01, SURE_OF_PATH - 0.01, "ambiguous"),
        (PATH_MARGIN - 0.01, SURE_OF_PATH, "resolved"),
        (PATH_MARGIN + 0.01, SURE_OF_PATH - 0.01, "resolved"),
    ],
)
def test_other_joins_to_the_same_meanings_tie_unless_the_first_is_sure(
    behind: float, confidence: float, status: str
) -> None:
    one = _found("offer supplier part", 1.0, 0.8, confidence)
    two = _found("line supplier part", 1.0 - behind, 0.1, confidence)
    assert decide(GRAPH, ASKED, [one, two]).status == status


@pytest.mark.parametrize(("behind", "status"), [(MARGIN - 0.01, "ambiguous"), (MARGIN + 0.01, "resolved")])
def test_without_a_scorer_other_meanings_tie_by_the_score(behind: float, status: str) -> None:
    words = grounded("names", means(0, named("supplier"), named("part", weight=0.95)))
    one, two = _found("supplier", 1.0, words=words), _found("part", 1.0 - behind, words=words)
    assert decide(GRAPH, words, [one, two]).status == status


def test_no_more_alternatives_than_a_person_reads() -> None:
    sets = ("offer supplier part", "line supplier part", "line offer supplier part", "line supplier part orders")
    more = ("line supplier part orders customer", "offer supplier part country")
    found = decide(GRAPH, ASKED, [_found(names, 1.0, 0.8, 0.5) for names in (*sets, *more)])
    assert len(found.alternatives) == MAX_ALTERNATIVES
    assert found.reason is not None
    assert found.alternatives[0].differs_in in found.reason


def test_a_value_that_holds_a_tables_name_is_no_value_alone() -> None:
    words = grounded("managers of branches earn", means(0, valued("India"), last=3))
    assert decide(GRAPH, words, [_found("country", words=words)]).status == "unresolved"
    named_in_it = replace(words, spans=(*words.spans, means(2, named("supplier"))))
    assert decide(GRAPH, named_in_it, [_found("country", words=named_in_it)]).status == "resolved"


def test_values_alone_answer_nothing_where_other_words_are_unknown() -> None:
    words = grounded("weather India", means(1, valued("India")))
    found = decide(GRAPH, words, [_found("country", 1.0, 0.9, 0.9, words)])
    assert found.status == "unresolved"
    assert found.reason == "Only the values 'India' are known of this question, and not 'weather'."
    alone = grounded("India", means(0, valued("India")))
    assert decide(GRAPH, alone, [_found("country", 1.0, 0.9, 0.9, alone)]).status == "resolved"


@pytest.mark.parametrize(("weight", "status"), [(0.6, "unresolved"), (0.59, "resolved")])
def test_a_decisive_phrase_that_nothing_joins_is_named(weight: float, status: str) -> None:
    graph = ContextGraph(tables=[*GRAPH.tables, table("depot", "id")], joins=GRAPH.joins, keys=GRAPH.keys)
    words = grounded("parts depots", means(0, named("part")), means(1, named("depot", weight=weight)))
    choice = trees_of_set(graph, words, members(graph, "part"), Costs(), SaidRoles(graph, words.tokens))[0]
    merged = merge(graph, choice)
    assert merged is not None
    found = decide(graph, words, [(choice, merged)])
    assert found.status == status
    if status == "unresolved":
        assert found.reason == "No join connects 'depots' (depot) with part."


@pytest.mark.parametrize(
    ("word", "option", "confidence", "status"),
    [
        ("depots", named("depot"), 0.49, "unresolved"),
        ("depots", named("depot"), 0.5, "resolved"),
        # What a column is called, and a number, stand in many questions that do not mean them.
        ("age", named("depot", "age"), 0.2, "resolved"),
        ("50", Option(Posting("value", "depot", "age", "50"), "", "exact", 1.0), 0.2, "resolved"),
        ("North", Option(Posting("value", "depot", "side", "North"), "", "exact", 1.0), 0.2, "unresolved"),
    ],
)
def test_what_nothing_joins_refuses_only_what_is_doubtful(
    word: str, option: Option, confidence: float, status: str
) -> None:
    graph = ContextGraph(tables=[*GRAPH.tables, table("depot", "age", "side")], joins=GRAPH.joins, keys=GRAPH.keys)
    words = grounded(f"parts {word}", means(0, named("part")), means(1, option))
    choice = trees_of_set(graph, words, members(graph, "part"), Costs(), SaidRoles(graph, words.tokens))[0]
    scored = replace(choice, probability=confidence, confidence=confidence)
    merged = merge(graph, scored)
    assert merged is not None
    assert decide(graph, words, [(scored, merged)]).status == status


def test_a_table_that_the_build_missed_is_named() -> None:
    found = unavailable(FailedTable("model.x.refunds", "not_in_warehouse", "It is not there."))
    assert (found.status, found.tree) == ("unresolved", None)
    assert found.reason is not None
    assert "model.x.refunds" in found.reason
    assert "It is not there." in found.reason


_SCORED = st.lists(
    st.tuples(
        st.sampled_from(["offer supplier part", "line supplier part", "line supplier part orders", "supplier", "part"]),
        st.floats(-2.0, 2.0),
        st.floats(0.0, 1.0),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda one: one[0],
)


@given(scored=_SCORED, confidence=st.floats(0.0, 1.0))
@settings(deadline=None, max_examples=60)
def test_an_outcome_is_whole(scored: list[tuple[str, float, float]], confidence: float) -> None:
    ordered = sorted(scored, key=lambda one: -one[2])
    trees = [_found(names, score, probability, confidence) for names, score, probability in ordered]
    found = decide(GRAPH, ASKED, trees)
    assert found.tree == trees[0][1].tree
    assert found.confidence == confidence
    assert (found.status == "ambiguous") == bool(found.alternatives) == (found.reason is not None)
    assert len(found.alternatives) <= MAX_ALTERNATIVES
    assert all(other.tree != found.tree for other in found.alternatives)
    assert all(0.0 <= other.confidence <= found.confidence + 1e-4 for other in found.alternatives)
