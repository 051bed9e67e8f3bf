"""What phrases demand of a set of tables, worked by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Grounding, Option
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.scoring.demands import (
    AGREED,
    CONFLICT,
    GROUP,
    NAME,
    VALUE,
    _instances,
    _ways_to,
    adjustments,
    demands,
    unmet,
)
from tests.context.random_graphs import graphs
from tests.context.shapes import edge, table
from tests.retrieval.scoring.trade import grounded, means, members, named, trade, valued
from tests.retrieval.snapshots import OpenContext, travel

SUPPLIERS = "Indian suppliers of parts to customers in China"


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> OpenContext:
    return travel(tmp_path_factory.mktemp("index"))


def _suppliers(**how: tuple[int, ...]) -> Grounding:
    return grounded(
        SUPPLIERS,
        means(0, valued("India"), to=((1, 1.0),)),
        means(1, named("supplier")),
        means(3, named("part")),
        means(5, named("customer")),
        means(7, valued("China"), to=((3, 0.9),), **how),  # type: ignore[arg-type]
    )


def _missed(graph: ContextGraph, words: Grounding, names: str) -> list[float]:
    found = unmet(graph, demands(graph, words), [members(graph, names)])
    return [round(float(value), 4) for value in found[0]]


def test_values_and_what_they_qualify_are_demanded_names_are_wished() -> None:
    graph = trade()
    found = demands(graph, _suppliers())
    assert [(demand.tables, demand.value, demand.grouped) for demand in found.phrases] == [
        (members(graph, "country"), True, False),
        (members(graph, "supplier"), True, False),
        (members(graph, "part"), False, False),
        (members(graph, "customer"), True, False),
        (members(graph, "country"), True, False),
    ]
    assert found.conflicts == ((graph.positions["country"], 2),)
    assert found.filters == (graph.positions["country"],) * 2


def test_two_countries_need_two_ways_to_a_country() -> None:
    graph, words = trade(), _suppliers()
    assert _missed(graph, words, "line part supplier orders customer country") == [0, 0, 0, 0]
    # Supplier and customer would meet in the one row of their country, which a line of an order relates.
    assert _missed(graph, words, "supplier customer country part") == [0, 0, 3, 0]
    # One country alone: its other row is missed, and so are the customers.
    assert _missed(graph, words, "line part supplier country") == [1, 0, 1, 0]


def test_values_that_stand_beside_each_other_are_no_conflict() -> None:
    graph = trade()
    words = grounded(
        "customers in India or China",
        means(0, named("customer")),
        means(2, valued("India"), to=((0, 0.9),), beside=(2,)),
        means(4, valued("China"), beside=(1,)),
    )
    assert demands(graph, words).conflicts == ()
    assert _missed(graph, words, "customer country") == [0, 0, 0, 0]


def test_the_same_value_twice_is_one_row() -> None:
    graph = trade()
    words = grounded("India India", means(0, valued("India")), means(1, valued("India")))
    assert demands(graph, words).conflicts == ()


def test_three_countries_need_three_rows() -> None:
    graph = trade()
    words = grounded("a b c", *(means(k, valued(value)) for k, value in enumerate(("India", "China", "Peru"))))
    assert demands(graph, words).conflicts == ((graph.positions["country"], 3),)
    assert _missed(graph, words, "country") == [0, 0, 2, 0]
    assert _missed(graph, words, "line supplier orders customer country") == [0, 0, 1, 0]


def test_a_value_that_another_table_may_hold_is_no_conflict() -> None:
    graph = trade()
    other = Option(Posting("value", "customer", "customer_name", "China"), "", "exact", 0.9)
    words = grounded("India China", means(0, valued("India")), means(1, valued("China"), other))
    assert demands(graph, words).conflicts == ()


def _two_countries(*edges: tuple[str, str]) -> ContextGraph:
    """Persons and firms with those keys to a country."""
    tables = [table(name, "id", "country_id", "birth_country_id") for name in ("person", "firm")]
    joins = [edge(child, column, "country", "id") for child, column in edges]
    return ContextGraph(tables=[*tables, table("country", "id", "country_name")], joins=joins, keys=[])


@pytest.mark.parametrize(
    ("edges", "conflicts"),
    [
        ((), ()),
        ((("person", "country_id"),), ()),
        ((("person", "country_id"), ("person", "birth_country_id")), ((0, 2),)),
        ((("person", "country_id"), ("firm", "country_id")), ((0, 2),)),
    ],
    ids=["no key", "one key", "two keys of one table", "keys of two tables"],
)
def test_only_a_table_of_several_roles_has_rows_in_conflict(
    edges: tuple[tuple[str, str], ...], conflicts: tuple[tuple[int, int], ...]
) -> None:
    graph = _two_countries(*edges)
    assert graph.positions["country"] == 0
    words = grounded("India China", means(0, valued("India")), means(1, valued("China")))
    assert demands(graph, words).conflicts == conflicts


def test_values_of_a_table_with_one_role_are_asked_of_the_same_rows() -> None:
    """The days of an order: however many of them are named, lines refer to orders by one key alone."""
    graph = trade()
    days = [Option(Posting("value", "orders", "order_date", day), "", "exact", 1.0) for day in ("monday", "friday")]
    words = grounded("monday friday", *(means(k, day) for k, day in enumerate(days)))
    assert len(graph.predecessors[graph.positions["orders"]]) == 1
    assert demands(graph, words).conflicts == ()
    assert _missed(graph, words, "line orders") == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("option", "sure"),
    [
        (valued("India"), True),
        (valued("India", coverage=0.5), False),
        (valued("India", likeness=0.7), False),
        (Option(Posting("metric", "line", None, "revenue"), "", "exact", 1.0), True),
        (named("line"), False),
        (Option(Posting("value", "supplier", "supplier_name", "India"), "", "exact", 1.0), False),
    ],
)
def test_what_is_sure(option: Option, sure: bool) -> None:
    (found,) = demands(trade(), grounded("India", means(0, option))).phrases
    assert found.value is sure


def test_a_value_of_a_column_with_more_values_than_are_kept_is_not_sure() -> None:
    graph = trade(truncated=True)
    found = demands(graph, grounded("India", means(0, valued("India"))))
    assert [phrase.value for phrase in found.phrases] == [False]
    assert found.filters == ()


def test_weak_phrases_demand_nothing() -> None:
    assert demands(trade(), grounded("India", means(0, valued("India", weight=0.59)))).phrases == ()


def test_a_meaning_nearly_as_good_serves_as_well() -> None:
    graph = trade()
    words = grounded("part", means(0, named("part"), named("offer", weight=0.85), named("line", weight=0.5)))
    (found,) = demands(graph, words).phrases
    assert found.tables == members(graph, "part offer")


@pytest.mark.parametrize("word", ["per", "each", "every", "by"])
def test_what_is_grouped_by_is_demanded_by_its_table(word: str) -> None:
    graph = trade()
    key = Option(Posting("alias", "line", "supplier_id"), "", "exact", 0.96)
    words = grounded(f"lines {word} supplier", means(0, named("line")), means(2, named("supplier"), key))
    grouped = demands(graph, words).phrases[1]
    assert (grouped.tables, grouped.grouped) == (members(graph, "supplier"), True)
    assert _missed(graph, words, "line") == [0, 0, 0, 1]
    assert _missed(graph, words, "line supplier") == [0, 0, 0, 0]


def test_without_a_word_of_grouping_the_key_serves() -> None:
    graph = trade()
    key = Option(Posting("alias", "line", "supplier_id"), "", "exact", 0.96)
    words = grounded("lines and supplier", means(0, named("line")), means(2, named("supplier"), key))
    assert _missed(graph, words, "line") == [0, 0, 0, 0]


def test_a_filter_alone_relates_nothing_that_a_fact_relates() -> None:
    graph = trade()
    words = grounded(
        "Indian suppliers and customers",
        means(0, valued("India"), to=((1, 1.0),)),
        means(1, named("supplier")),
        means(3, named("customer")),
    )
    assert demands(graph, words).filters == (graph.positions["country"],)
    assert _missed(graph, words, "supplier customer country") == [0, 0, 1, 0]
    assert _missed(graph, words, "line supplier orders customer country") == [0, 0, 0, 0]


def _transfers() -> ContextGraph:
    """Transfers from one account to another, each at a branch in a city; departments of a head, in a building."""
    values = (ColumnProfile("id"), ColumnProfile("name", values=("Porto", "Lisbon")))
    chemistry = (ColumnProfile("id"), ColumnProfile("name", values=("Chemistry",)))
    return ContextGraph(
        tables=[
            table("transfer", "id", "from_account_id", "to_account_id"),
            table("account", "id", "branch_id"),
            table("branch", "id", "city_id"),
            table("city", "id", "name"),
            table("class", "id", "department_id", "building_id", "teacher_id"),
            table("department", "id", "name", "head_id", "building_id"),
            table("teacher", "id"),
            table("building", "id"),
        ],
        joins=[
            edge("transfer", "from_account_id", "account", "id"),
            edge("transfer", "to_account_id", "account", "id"),
            edge("account", "branch_id", "branch", "id"),
            edge("branch", "city_id", "city", "id"),
            edge("class", "department_id", "department", "id"),
            edge("class", "building_id", "building", "id"),
            edge("class", "teacher_id", "teacher", "id"),
            edge("department", "head_id", "teacher", "id"),
            edge("department", "building_id", "building", "id"),
        ],
        keys=[],
        profiles={
            "city": TableProfile("city", 2, 2, False, values),
            "department": TableProfile("department", 1, 1, False, chemistry),
        },
    )


def test_a_table_has_as_many_rows_as_paths_lead_to_it() -> None:
    graph = _transfers()
    assert _ways_to(graph, members(graph, "transfer account branch city"), graph.positions["city"]) == 2
    assert _ways_to(graph, members(graph, "account branch city"), graph.positions["city"]) == 1
    assert _ways_to(graph, members(graph, "transfer account"), graph.positions["transfer"]) == 1
    assert _instances(graph, members(graph, "transfer account branch city"), graph.positions["city"]) == 2


def test_two_values_of_a_table_that_is_reached_in_two_roles_are_two_rows() -> None:
    """One key alone leads to the city, but the accounts before it have two roles."""
    graph = _transfers()
    porto, lisbon = (
        Option(Posting("value", "city", "name", one, 1.0), "", "exact", 1.0, 1.0) for one in ("Porto", "Lisbon")
    )
    words = grounded("transfers from Porto to Lisbon", means(0, named("transfer")), means(2, porto), means(4, lisbon))
    assert demands(graph, words).conflicts == ((graph.positions["city"], 2),)
    assert _missed(graph, words, "branch city")[2] == 1
    assert _missed(graph, words, "transfer account branch city")[2] == 0


def test_what_a_sure_value_selects_relates_its_own_parents() -> None:
    """ "The head of the Chemistry department and its building": both hang on the one row, which is meant."""
    graph = _transfers()
    value = Option(Posting("value", "department", "name", "Chemistry", 1.0), "", "exact", 1.0, 1.0)
    words = grounded(
        "Chemistry department head and building",
        means(0, value, to=((1, 1.0),)),
        means(1, named("department")),
        means(2, named("teacher")),
        means(4, named("building")),
    )
    assert demands(graph, words).filters == (graph.positions["department"],)
    assert _missed(graph, words, "department teacher building") == [0, 0, 0, 0]


def test_what_sets_lose_by_hand() -> None:
    graph, words = trade(), _suppliers()
    sets = [members(graph, names) for names in ("part", "supplier customer country part", "line country")]
    wanted = demands(graph, words)
    found = -adjustments(graph, wanted, sets, {}, 0.0)
    assert found[0] == pytest.approx(VALUE * 4)
    assert found[1] == pytest.approx(CONFLICT * 3)
    assert found[2] == pytest.approx(VALUE * 2 + NAME + CONFLICT * unmet(graph, wanted, sets)[2, 2])
    grouped = grounded("lines per supplier", means(0, named("line")), means(2, named("supplier", weight=0.9)))
    assert adjustments(graph, demands(graph, grouped), sets, {}, 0.0)[0] == pytest.approx(-NAME - GROUP * 0.9)


def test_the_rules_best_set_gains_where_it_leaves_nothing_open() -> None:
    graph = trade()
    words = grounded("suppliers and their country", means(0, named("supplier")), means(3, named("country")))
    wanted = demands(graph, words)
    right, short, unrooted = (members(graph, names) for names in ("supplier country", "supplier", "part country"))
    sets = [short, right, unrooted]
    scores = {right: 0.0, short: -0.5}
    assert adjustments(graph, wanted, sets, scores, 0.1)[1] == pytest.approx(AGREED)
    # Not where words are unexplained, where it is no candidate, where something is unmet, or where no row leads to all.
    assert adjustments(graph, wanted, sets, scores, 0.2)[1] == 0.0
    assert adjustments(graph, wanted, [short], scores, 0.1)[0] == pytest.approx(-NAME)
    assert adjustments(graph, wanted, sets, {short: 0.0, right: -0.5}, 0.1)[:2].tolist() == pytest.approx([-NAME, 0.0])
    nothing = demands(graph, grounded("anything"))
    assert adjustments(graph, nothing, sets, {unrooted: 0.0}, 0.1)[2] == 0.0


# question -> tables that leave nothing unmet, tables that do, and the column of what is unmet
ASKED = [
    ("Number of flights per airline", "flights airlines", "flights", 3),
    ("Airlines in Norway or Italy", "airlines countries", "airlines", 0),
    ("Passengers with business tickets", "passengers tickets", "passengers", 0),
    (
        "Ticket revenue of Norwegian airlines from French passengers",
        "tickets flights airlines countries passengers",
        "tickets flights airlines countries",
        2,
    ),
    ("French passengers on flights to Norway", "passengers tickets flights airlines countries", "passengers", 0),
]


@pytest.mark.parametrize(("question", "meets", "misses", "kind"), ASKED, ids=[case[0] for case in ASKED])
def test_questions_as_grounded(question: str, meets: str, misses: str, kind: int, context: OpenContext) -> None:
    words = ground(question, context.graph, context.index)
    assert _missed(context.graph, words, meets) == [0, 0, 0, 0]
    assert _missed(context.graph, words, misses)[kind] > 0


def test_the_order_of_the_input_does_not_matter(context: OpenContext, tmp_path: Path) -> None:
    other = travel(tmp_path, 5)
    for question, *_ in ASKED:
        one = demands(context.graph, ground(question, context.graph, context.index))
        assert one == demands(other.graph, ground(question, other.graph, other.index))


@given(graph=graphs(), data=st.data())
@settings(deadline=None)
def test_a_larger_set_misses_no_more_names(graph: ContextGraph, data: st.DataObject) -> None:
    n = len(graph.tables)
    phrases = [means(k, named(f"t{data.draw(st.integers(0, n - 1))}")) for k in range(3)]
    wanted = demands(graph, grounded("a b c", *phrases))
    small = data.draw(st.integers(1, (1 << n) - 1))
    large = small | data.draw(st.integers(0, (1 << n) - 1))
    found = unmet(graph, wanted, [small, large, (1 << n) - 1])
    assert found.shape == (3, 4)
    assert (found >= 0).all()
    assert (found[1] <= found[0]).all()
    assert not found[2].any()
    both = adjustments(graph, wanted, [small, large], {}, 1.0)
    assert np.array_equal(adjustments(graph, wanted, [small], {}, 1.0), both[:1])
