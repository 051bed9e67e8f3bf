"""Questions over a small warehouse: tables, roles, joins, outcomes, and what must always hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.context.join_tree import JoinTree
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval import EmptyQuestionError, LongQuestionError, Retrieval, retrieve
from gtr_core.retrieval.assignment import Costs
from gtr_core.retrieval.distinct_trees import distinct_trees
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.retrieval.set_trees import trees_of_set
from tests.retrieval.snapshots import OpenContext, travel


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> OpenContext:
    return travel(tmp_path_factory.mktemp("index"))


def _joins(tree: JoinTree) -> set[tuple[str, str, str]]:
    return {(join.left, join.on[0][0], join.right) for join in tree.joins}


def _ask(question: str, context: OpenContext) -> Retrieval:
    return retrieve(question, context)  # type: ignore[arg-type]


# question -> (left alias, left column, right alias) of every join; the root alone where there is none
CASES: list[tuple[str, set[tuple[str, str, str]]]] = [
    ("How many airlines are there?", set()),
    ("Number of flights per airline", {("flights", "airline_id", "airlines")}),
    ("Airlines in Norway", {("airlines", "country_id", "countries")}),
    (
        "Ticket revenue by airline",
        {("tickets", "flight_id", "flights"), ("flights", "airline_id", "airlines")},
    ),
    (
        "Ticket revenue of Norwegian airlines from French passengers",
        {
            ("tickets", "flight_id", "flights"),
            ("flights", "airline_id", "airlines"),
            ("airlines", "country_id", "airlines_countries"),
            ("tickets", "passenger_id", "passengers"),
            ("passengers", "home_country_id", "home_country_countries"),
        },
    ),
    (
        "Passengers with business tickets",
        {("tickets", "passenger_id", "passengers")},
    ),
    (
        "Which airports are in Italy?",
        {("airports", "city_id", "cities"), ("cities", "country_id", "countries")},
    ),
    ("Which passengers never bought a ticket?", {("tickets", "passenger_id", "passengers")}),
]


@pytest.mark.parametrize(("question", "expected"), CASES, ids=[question for question, _ in CASES])
def test_the_tree_of(question: str, expected: set[tuple[str, str, str]], context: OpenContext) -> None:
    found = _ask(question, context)
    assert found.status == "resolved", found.reason
    assert found.tree is not None
    assert _joins(found.tree) == expected


@pytest.mark.parametrize("question", [question for question, _ in CASES])
def test_every_tree_is_connected_ordered_minimal_and_of_the_graph(question: str, context: OpenContext) -> None:
    found = _ask(question, context)
    assert found.tree is not None
    tree = found.tree
    aliases = [node.alias for node in tree.nodes]
    assert len(set(aliases)) == len(aliases)
    assert aliases[0] == tree.root
    assert [join.right for join in tree.joins] == aliases[1:]
    for join in tree.joins:
        assert aliases.index(join.left) < aliases.index(join.right)
        assert join.edge in context.graph.joins
        left, right = tree.node(join.left), tree.node(join.right)
        assert left is not None
        assert right is not None
        ends = (join.edge.parent, join.edge.child) if join.fan_out else (join.edge.child, join.edge.parent)
        assert (left.table, right.table) == ends
    spoken_of = {mention.node for mention in found.mentions}
    leaves = set(aliases[1:]) - {join.left for join in tree.joins}
    if len(tree.joins) and sum(join.left == tree.root for join in tree.joins) == 1:
        leaves.add(tree.root)
    assert leaves <= spoken_of


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_the_input_does_not_matter(seed: int, context: OpenContext, tmp_path: Path) -> None:
    shuffled = travel(tmp_path, seed)
    for question, _ in CASES:
        one, other = _ask(question, context), _ask(question, shuffled)
        assert one.tree == other.tree
        assert (one.status, one.confidence) == (other.status, other.confidence)


def test_what_carries_no_meaning_is_unresolved(context: OpenContext) -> None:
    found = _ask("Please could you tell me about the weather?", context)
    assert found.status == "unresolved"
    assert found.tree is None
    assert found.reason is not None


def test_tables_that_no_join_connects_are_unresolved_by_name(context: OpenContext) -> None:
    found = _ask("Warehouses of passengers", context)
    assert found.status == "unresolved"
    assert found.reason is not None
    assert "No join connects" in found.reason


def test_two_readings_that_tie_are_ambiguous(context: OpenContext) -> None:
    found = _ask("Flights by city", context)
    assert found.status == "ambiguous"
    assert found.tree is not None
    trees = [found.tree, *(alternative.tree for alternative in found.alternatives)]
    assert len({frozenset(_joins(tree)) for tree in trees}) == len(trees) >= 2
    assert all(alternative.differs_in for alternative in found.alternatives)


def test_a_path_that_is_longer_is_not_for_that_the_wrong_one(context: OpenContext) -> None:
    found = _ask("Flights by country", context)
    assert found.status == "ambiguous"
    assert found.tree is not None
    reached = {tuple(_joins(tree)) for tree in (found.tree, *(other.tree for other in found.alternatives))}
    assert any(("flights", "airline_id", "airlines") in joins for joins in reached)
    assert any(("flights", "origin_id", "airports") in joins for joins in reached)


def test_a_weak_meaning_near_by_does_not_replace_a_table_that_is_named(tmp_path: Path) -> None:
    names = {
        "sale": ("sale_id", "store_id", "mode"),
        "store": ("store_id", "town_id"),
        "town": ("town_id", "region_id"),
        "region": ("region_id", "region_name"),
    }
    tables = [
        Table(
            name,
            Relation("db", "main", name),
            name,
            columns=tuple(Column(c, "VARCHAR", i) for i, c in enumerate(columns)),
        )
        for name, columns in names.items()
    ]
    chain = [("sale", "store_id", "store"), ("store", "town_id", "town"), ("town", "region_id", "region")]
    joins = [JoinEdge(child, (column,), parent, (column,)) for child, column, parent in chain]
    profiles = {"sale": TableProfile("sale", 9, 9, False, (ColumnProfile("mode", values=("REG AIR", "SHIP")),))}
    graph = ContextGraph(tables=tables, joins=joins, profiles=profiles)
    write_index(index_entries(graph), tmp_path)
    found = _ask("number of sales by region", OpenContext(graph, ValueIndex.open(tmp_path)))
    assert found.status == "resolved"
    assert found.tree is not None
    assert found.tree.tables == ("region", "sale", "store", "town")


def test_a_table_that_the_build_missed_is_named_and_no_neighbour_answers(context: OpenContext) -> None:
    missed = replace(context, failed=(FailedTable("model.x.ticket_refunds", "not_in_warehouse", "It is not there."),))
    found = _ask("number of ticket refunds", missed)
    assert found.status == "unresolved"
    assert found.reason is not None
    assert "model.x.ticket_refunds" in found.reason
    assert _ask("number of tickets", missed).status == "resolved"


@pytest.mark.parametrize("question", ["", "   ", "?!"])
def test_an_empty_question_is_refused(question: str, context: OpenContext) -> None:
    with pytest.raises(EmptyQuestionError):
        _ask(question, context)


def test_a_long_question_is_refused_with_both_numbers(context: OpenContext) -> None:
    with pytest.raises(LongQuestionError, match=r"100,000 characters; at most 10,000"):
        _ask("a" * 100_000, context)


def test_every_token_has_a_role(context: OpenContext) -> None:
    found = _ask("How many of the 12 quixotic flights were above 30 in Lyon?", context)
    roles = {token.text: token.role for token in found.tokens}
    assert roles["flights"] == roles["Lyon"] == "grounded"
    assert roles["12"] == roles["30"] == "number"
    assert roles["above"] == "operator"
    assert roles["the"] == "function"
    assert roles["quixotic"] == "unexplained"


def test_the_preferred_of_two_tables_that_hold_the_same_is_taken(tmp_path: Path) -> None:
    columns = (Column("ticket_id"), Column("fare", "DOUBLE", 1))
    staging = Table("a_stg_tickets", Relation("db", "main", "stg_tickets"), "stg_tickets", columns=columns)
    mart = Table("tickets", Relation("db", "main", "tickets"), "tickets", columns=columns)
    tables = [replace(staging, alias="tickets", preferred="tickets"), mart]
    graph = ContextGraph(tables=tables)
    write_index(index_entries(graph), tmp_path)
    found = _ask("average fare of tickets", OpenContext(graph, ValueIndex.open(tmp_path)))
    assert found.status == "resolved"
    assert found.tree is not None
    assert found.tree.tables == ("tickets",)


def test_a_question_of_which_most_words_are_unknown_is_refused(context: OpenContext) -> None:
    found = _ask("Which enzymes inhibit the protein kinase of airlines?", context)
    assert found.status == "unresolved"
    assert found.tree is None
    assert found.reason is not None
    assert "'enzymes'" in found.reason
    assert _ask("Which airlines, all told, are in Norway?", context).status != "unresolved"


def test_trees_of_two_sets_below_one_root_are_told_apart(context: OpenContext) -> None:
    graph = context.graph
    words = ground("flights", graph, context.index)
    said = SaidRoles(graph, words.tokens)
    choices = [
        trees_of_set(graph, words, 1 << graph.positions["flights"] | 1 << graph.positions[other], Costs(), said)[0]
        for other in ("airlines", "airports")
    ]
    assert len({(choice.tree.root, choice.assignment.choices) for choice in choices}) == 1
    trees = distinct_trees(graph, choices)
    assert [merged.tree.tables for _, merged in trees] == [("airlines", "flights"), ("airports", "flights")]
