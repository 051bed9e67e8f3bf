"""Rules that take a phrase for what stands beside it, on a schema whose columns invite mistakes."""

from __future__ import annotations

from datetime import date

import duckdb
import pytest

from gtr_core.catalog import JoinEdge
from gtr_core.compiler import derive_spec
from tests.compiler.graphs import graph_of, tree_of
from tests.compiler.marked_questions import retrieval

STATEMENTS = """
CREATE TABLE airport (code VARCHAR, airport_name VARCHAR, max_altitude INTEGER);
CREATE TABLE flight (flight_id INTEGER, origin VARCHAR, destination VARCHAR, duration INTEGER, mean_speed INTEGER,
    max_speed INTEGER, departed_on DATE, pilot_id INTEGER);
CREATE TABLE pilot (pilot_id INTEGER, first_name VARCHAR, last_name VARCHAR, rank_code VARCHAR, hours INTEGER);
INSERT INTO airport VALUES ('BRN', 'Bern', 500), ('ROM', 'Rome', 20);
INSERT INTO flight VALUES (1, 'BRN', 'ROM', 90, 700, 800, '2024-01-01', 1),
    (2, 'ROM', 'BRN', 95, 690, 810, '2024-02-01', 2), (3, 'BRN', 'ROM', 85, 720, 790, '2024-03-01', 1);
INSERT INTO pilot VALUES (1, 'Ann', 'Lee', 'CPT', 900), (2, 'Bob', 'Ray', 'FO', 300);
"""
EDGES = (JoinEdge("flight", ("pilot_id",), "pilot", ("pilot_id",), ("constraint",)),)
KEYS = {"flight": ("flight_id",), "pilot": ("pilot_id",), "airport": ("code",)}

CASES = [
    (
        "the column of the direction",
        "flight",
        "How many [flights|flight] leave from [BRN|flight.destination=BRN;flight.origin=BRN]",
        "number of flight, where flight.origin = BRN",
    ),
    (
        "a value behind its column",
        "pilot",
        "[Last names|pilot.last_name] of [pilots|pilot] with [rank code|pilot.rank_code] "
        "'[CPT|pilot.last_name=CPT;pilot.rank_code=CPT]'",
        "pilot.last_name, where pilot.rank_code = CPT",
    ),
    (
        "mean of a column that is called so",
        "flight",
        "[Dates|flight.departed_on] when the mean [speed|flight.max_speed] was above 700",
        "flight.departed_on, where flight.mean_speed > 700, each once",
    ),
    (
        "a maximum that ranks, in a column that is called so",
        "flight",
        "[Date|flight.departed_on] of the [flight|flight] with the [maximum speed|flight.max_speed]",
        "flight.departed_on, flight.max_speed, largest max_speed first, the first only",
    ),
    (
        "the shortest by its duration",
        "flight",
        "What is the [id|flight.flight_id] of the shortest [flight|flight]?",
        "flight.flight_id, flight.duration, smallest duration first, the first only",
    ),
    (
        "full names",
        "pilot",
        "What are the full [names|pilot.last_name] of all [pilots|pilot]?",
        "pilot.first_name, pilot.last_name",
    ),
    (
        "when",
        "flight; flight>pilot",
        "When did the [flights|flight] of [Ann|pilot.first_name=Ann] leave?",
        "flight.departed_on, flight.flight_id, where pilot.first_name = Ann",
    ),
    (
        "alphabetical order",
        "pilot",
        "[Last names|pilot.last_name] of [pilots|pilot] in alphabetical order",
        "pilot.last_name, smallest pilot.last_name first",
    ),
    (
        "sorted rows are not added up",
        "flight",
        "List the [origin|flight.origin] of all [flights|flight] sorted by [duration|flight.duration]",
        "flight.origin, flight.duration, smallest duration first",
    ),
    (
        "aggregate over listed quantities",
        "flight",
        "What are the minimum and average [duration|flight.duration] and [top speed|flight.max_speed]?",
        "minimum of flight.duration, average of flight.duration, minimum of flight.max_speed, "
        "average of flight.max_speed",
    ),
    (
        "a key that equals a number",
        "flight",
        "[Origin|flight.origin] of the [flight|flight] with [id|flight.flight_id] 2",
        "flight.origin, where flight.flight_id = 2",
    ),
    (
        "at least a quantity of",
        "pilot",
        "[Last names|pilot.last_name] of [pilots|pilot] who have at least [hours|pilot.hours] of 500",
        "pilot.last_name, where pilot.hours >= 500",
    ),
]

CASES += [
    (
        "more than the average",
        "flight",
        "[Flights|flight] with a [duration|flight.duration] longer than the average",
        "flight.flight_id, flight.origin, flight.destination, flight.duration, flight.mean_speed, flight.max_speed, "
        "where flight.duration > its average",
    ),
    (
        "more than the average that is named",
        "pilot",
        "[Last names|pilot.last_name] of [pilots|pilot] with more than the average [hours|pilot.hours] "
        "of all [pilots|pilot]",
        "pilot.last_name, where pilot.hours > its average",
    ),
    (
        "all information",
        "pilot",
        "Show all information about the [pilots|pilot] with [rank code|pilot.rank_code] [FO|pilot.rank_code=FO]",
        "pilot.pilot_id, pilot.first_name, pilot.last_name, pilot.rank_code, pilot.hours, where pilot.rank_code = FO",
    ),
    (
        "an average of numbers of",
        "pilot",
        "What is the average number of [hours|pilot.hours] of all [pilots|pilot]?",
        "average of pilot.hours",
    ),
]

REFUSED = [
    (
        "what was given",
        "pilot",
        "What is the [last name|pilot.last_name] of the colleague of [Lee|pilot.last_name=Lee]?",
    ),
    (
        "no row can be both",
        "flight",
        "[Origins|flight.origin] with a [duration|flight.duration] above 100 and a [duration|flight.duration] below 50",
    ),
    (
        "more than the average of some",
        "flight",
        "[Flights|flight] with a [duration|flight.duration] longer than the average of [BRN|flight.origin=BRN]",
    ),
    (
        "less than the average of some of the rows",
        "pilot",
        "[Last names|pilot.last_name] of [pilots|pilot] whose [hours|pilot.hours] are below the average "
        "[hours|pilot.hours] of the [pilots|pilot] with [rank code|pilot.rank_code] [FO|pilot.rank_code=FO]",
    ),
    (
        "a negated comparison",
        "pilot",
        "[Last names|pilot.last_name] of [pilots|pilot] that never had [hours|pilot.hours] above 500",
    ),
]


@pytest.fixture(scope="module", name="graph")
def _graph():
    with duckdb.connect() as database:
        database.execute("ATTACH ':memory:' AS warehouse; USE warehouse")
        database.execute(STATEMENTS)
        return graph_of(database, EDGES, KEYS)


def _derived(graph, tree, question):
    return derive_spec(retrieval(question, tree_of(tree, EDGES), graph), graph, date(2025, 1, 1))


@pytest.mark.parametrize(("tree", "question", "understood"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_phrases_mean_what_their_neighbours_make_of_them(graph, tree, question, understood):
    intent = _derived(graph, tree, question)
    assert intent.understood == understood
    assert not intent.refused


@pytest.mark.parametrize(("tree", "question"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_answers_that_would_say_nothing_are_refused(graph, tree, question):
    assert _derived(graph, tree, question).refused


@pytest.mark.parametrize("word", ["When", "both", "same", "only"])
def test_words_that_ask_for_something_are_said_where_no_rule_uses_them(graph, word):
    intent = _derived(
        graph, "airport", f"{word} [airports|airport]" if word == "When" else f"[Airports|airport] {word}"
    )
    assert word in " ".join(verdict.where for verdict in intent.verdicts)


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ('How many [pilots|pilot] have a [last name|pilot.last_name] that contains "ee"?', "last_name like %ee%"),
        ('[Pilots|pilot] whose [last name|pilot.last_name] starts with "L"', "last_name like L%"),
        ('[Pilots|pilot] whose [last name|pilot.last_name] ends with "ay"', "last_name like %ay"),
    ],
)
def test_parts_of_texts_in_quotation_marks(graph, question, understood):
    intent = _derived(graph, "pilot", question)
    assert understood in intent.understood
    assert not intent.verdicts


def test_tables_that_are_listed_are_all_counted(graph):
    intent = _derived(graph, "flight; flight>pilot", "How many [flights|flight] and [pilots|pilot] are there?")
    assert intent.understood == "number of flight, number of different pilot.pilot_id"
