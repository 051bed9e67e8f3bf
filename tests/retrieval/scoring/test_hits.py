"""What tokens hit, by hand: names by their share of words, values by the root of it, descriptions whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.scoring.candidate_tables import Candidates, candidate_tables
from gtr_core.retrieval.scoring.hits import LOOKS_ALIKE, NUMBER_ALONE, Hits, gather, together
from tests.context.shapes import edge, table
from tests.retrieval.scoring.trade import grounded, means, named, trade, valued

TEXTS = ("name", "description", "value", "exact")


def _gathered(question: str, *phrases: object) -> tuple[ContextGraph, Candidates, Hits]:
    graph = trade()
    words = grounded(question, *phrases)  # type: ignore[arg-type]
    candidates = candidate_tables(graph, [words])
    return graph, candidates, gather(graph, candidates, words)


def _column(graph: ContextGraph, candidates: Candidates, name: str, column: str) -> int:
    return candidates.column_place[candidates.place[graph.positions[name]]][column]


def _row(graph: ContextGraph, candidates: Candidates, name: str) -> int:
    return candidates.place[graph.positions[name]]


def test_a_name_is_credited_by_its_share_of_the_words() -> None:
    graph, candidates, hits = _gathered("order date", means(0, named("orders", "order_date"), last=2))
    column = _column(graph, candidates, "orders", "order_date")
    assert hits.name[:, column].tolist() == [0.5, 0.5]
    assert hits.exact[:, column].tolist() == [0.5, 0.5]
    assert hits.whole[column] == 1.0
    assert hits.name.sum() == 1.0
    assert hits.value.sum() == hits.description.sum() == hits.table.sum() == 0.0


def test_a_part_of_a_name_is_credited_by_its_part() -> None:
    part = named("orders", "order_date", coverage=0.5)
    graph, candidates, hits = _gathered("date", means(0, part))
    column = _column(graph, candidates, "orders", "order_date")
    assert (hits.name[0, column], hits.whole[column]) == (0.5, 0.5)


def test_a_synonym_is_a_name_but_no_exact_one() -> None:
    option = Option(Posting("column", "orders", "order_date"), "", "synonym", 0.8, 0.8)
    graph, candidates, hits = _gathered("day", means(0, option))
    column = _column(graph, candidates, "orders", "order_date")
    assert hits.name[0, column] == pytest.approx(0.8)
    assert hits.exact.sum() == 0.0


def test_a_value_is_credited_by_the_root_of_its_part() -> None:
    graph, candidates, hits = _gathered("New India", means(0, valued("New India", coverage=0.25), last=1))
    column = _column(graph, candidates, "country", "country_name")
    assert hits.value[:, column].tolist() == [0.5, 0.0]
    assert hits.value_length[column] == 0.0
    graph, candidates, hits = _gathered("New India", means(0, valued("New India"), last=2))
    assert hits.value[:, column].tolist() == [1.0, 1.0]
    assert hits.value_length[column] == 2.0


NUMBERS = [
    # question, token of the number, phrases that name something, whether its column is named beside it
    ("the 3 largest", 1, (), False),
    ("name 3", 1, (means(0, named("country", "country_name")),), True),
    ("3 names", 0, (means(1, named("country", "country_name")),), True),
    ("3 long names", 0, (means(2, named("country", "country_name")),), False),
    ("names of the 3", 3, (means(0, named("country", "country_name")),), False),
    ("id 3", 1, (means(0, named("country", "id")),), False),
    ("country 3", 1, (means(0, named("country")),), False),
]


@pytest.mark.parametrize(("question", "token", "names", "beside"), NUMBERS, ids=[case[0] for case in NUMBERS])
def test_a_small_number_is_a_value_where_its_column_is_named_beside_it(
    question: str, token: int, names: tuple[object, ...], beside: bool
) -> None:
    # Whichever stands first: all names are known before any number is credited.
    for phrases in ((*names, means(token, valued("3"))), (means(token, valued("3")), *names)):
        graph, candidates, hits = _gathered(question, *phrases)
        column = _column(graph, candidates, "country", "country_name")
        assert hits.value[token, column] == pytest.approx(1.0 if beside else NUMBER_ALONE)
        assert hits.value.sum() == hits.value[token, column]
        assert hits.value_length[column] == float(beside)


def test_only_numbers_of_few_digits_count_things() -> None:
    for number, alone in (("999", NUMBER_ALONE), ("1000", 1.0), ("3a", 1.0), ("007", NUMBER_ALONE)):
        graph, candidates, hits = _gathered(f"in {number}", means(1, valued(number)))
        column = _column(graph, candidates, "country", "country_name")
        assert hits.value[1, column] == pytest.approx(alone), number
        assert hits.value_length[column] == float(alone == 1.0), number


def test_a_number_within_a_longer_value_is_as_good_as_its_words() -> None:
    graph, candidates, hits = _gathered("in district 3", means(1, valued("District 3"), last=3))
    column = _column(graph, candidates, "country", "country_name")
    assert hits.value[:, column].tolist() == [0.0, 1.0, 1.0]
    assert hits.value_length[column] == 2.0


def test_a_number_beside_its_column_makes_no_longer_value_shorter() -> None:
    phrases = (means(0, named("country", "country_name")), means(1, valued("3")), means(1, valued("3 a"), last=3))
    graph, candidates, hits = _gathered("name 3 a", *phrases)
    assert hits.value_length[_column(graph, candidates, "country", "country_name")] == 2.0


def _trips(**fields: bool) -> ContextGraph:
    """Trips by codes, of which some are known, and stops of trips, of which no code is."""
    codes = ColumnProfile("code", values=("TR001", "TR012"), truncated=fields.get("truncated", True))
    return ContextGraph(
        tables=[table("trip", "code", "town"), table("stop", "trip_code", "place")],
        joins=[edge("stop", "trip_code", "trip", "code")],
        keys=[],
        profiles={"trip": TableProfile("trip", 9, 9, False, (codes, ColumnProfile("town")))},
    )


def _of_trips(question: str, graph: ContextGraph, *phrases: Phrase) -> tuple[Hits, int, int]:
    words = grounded(question, *phrases)
    candidates = candidate_tables(graph, [words])
    own, copy = _column(graph, candidates, "trip", "code"), _column(graph, candidates, "stop", "trip_code")
    return gather(graph, candidates, words), own, copy


def test_a_code_that_looks_like_those_of_a_column_is_one_of_them_and_of_its_copies() -> None:
    hits, own, copy = _of_trips("stops of TR047", _trips())
    assert hits.value[:, own].tolist() == pytest.approx([0.0, 0.0, LOOKS_ALIKE])
    assert hits.value[:, copy].tolist() == pytest.approx([0.0, 0.0, LOOKS_ALIKE])
    assert (hits.value_length[own], hits.value_length[copy]) == (1.0, 1.0)
    assert np.count_nonzero(hits.value) == 2


@pytest.mark.parametrize("question", ["stops of TR47", "stops of XX047", "stops of 047"])
def test_codes_of_another_shape_are_none_of_them(question: str) -> None:
    assert not _of_trips(question, _trips())[0].value.any()


def test_where_all_codes_are_known_one_that_looks_like_them_is_none() -> None:
    assert not _of_trips("stops of TR047", _trips(truncated=False))[0].value.any()


@pytest.mark.parametrize(("home", "column"), [("trip", "code"), ("stop", "trip_code")])
def test_a_foreign_key_holds_the_values_of_the_key_and_the_other_way_round(home: str, column: str) -> None:
    option = Option(Posting("value", home, column, "Blue line", 1.0), "", "exact", 1.0)
    hits, own, copy = _of_trips("the blue line", _trips(), means(1, option, last=3))
    assert hits.value[:, own].tolist() == hits.value[:, copy].tolist() == [0.0, 1.0, 1.0]
    assert hits.value_length[own] == hits.value_length[copy] == 2.0
    # Names are not handed on.
    named_one, own, copy = _of_trips("code", _trips(), means(0, named("trip", "code")))
    assert named_one.name[0, own] == 1.0
    assert named_one.name[0, copy] == 0.0


def test_copies_of_one_key_share_its_values() -> None:
    graph = trade()
    option = Option(Posting("value", "line", "supplier_id", "S9"), "", "exact", 1.0)
    _, candidates, hits = _gathered("from S9", means(1, option))
    holding = {("line", "supplier_id"), ("supplier", "id"), ("offer", "supplier_id")}
    places = {_column(graph, candidates, *one) for one in holding}
    assert set(np.flatnonzero(hits.value[1]).tolist()) == places


def test_a_description_is_no_name() -> None:
    option = Option(Posting("description", "orders"), "", "exact", 0.3, 0.9)
    of_column = Option(Posting("description", "orders", "order_date"), "", "exact", 0.3, 0.7)
    graph, candidates, hits = _gathered("placed", means(0, option, of_column))
    row, column = _row(graph, candidates, "orders"), _column(graph, candidates, "orders", "order_date")
    assert hits.table_description[0, row] == pytest.approx(0.9)
    assert hits.description[0, column] == pytest.approx(0.7)
    assert hits.table.sum() == hits.name.sum() == hits.table_whole.sum() == 0.0


def test_a_metric_names_its_table_and_is_told_apart() -> None:
    option = Option(Posting("metric", "line", None, "revenue"), "", "exact", 1.0)
    graph, candidates, hits = _gathered("revenue", means(0, option))
    row = _row(graph, candidates, "line")
    assert (hits.table[0, row], hits.metric[row], hits.table_whole[row]) == (1.0, 1.0, 0.0)


def test_near_falls_with_the_distance_and_leaves_out_the_token_itself() -> None:
    graph, candidates, hits = _gathered("the name of every customer", means(4, named("customer")))
    row = _row(graph, candidates, "customer")
    assert hits.near[:, row].tolist() == pytest.approx([1 / 4, 1 / 3, 1 / 2, 1.0, 0.0])
    assert hits.near.sum(axis=0).argmax() == row


def test_texts_stand_one_after_the_other() -> None:
    graph = trade()
    question = grounded("customers", means(0, named("customer")))
    notes = grounded("in India", means(1, valued("India")))
    candidates = candidate_tables(graph, [question, notes])
    one, two = gather(graph, candidates, question), gather(graph, candidates, notes)
    both = together(one, two)
    assert together(one, None) is one
    assert both.table.shape == (3, 7)
    assert both.table[0].tolist() == one.table[0].tolist()
    assert both.value[1:].tolist() == two.value.tolist()
    assert both.table_whole.tolist() == one.table_whole.tolist()
    assert both.value_length.tolist() == two.value_length.tolist()


_KINDS = st.sampled_from(["table", "alias", "column", "description", "value", "metric", "semantic"])


@given(
    drawn=st.lists(
        st.tuples(
            _KINDS,
            st.sampled_from(["line", "orders", "country"]),
            st.booleans(),
            st.integers(0, 3),
            st.integers(1, 3),
            st.floats(0.0, 1.0),
            st.floats(0.01, 1.0),
        ),
        max_size=12,
    )
)
@settings(deadline=None)
def test_hits_are_between_none_and_all(drawn: list[tuple[str, str, bool, int, int, float, float]]) -> None:
    columns = {"line": "units", "orders": "order_date", "country": "country_name"}
    phrases = []
    for kind, where, of_column, first, width, likeness, coverage in drawn:
        column = columns[where] if of_column and kind not in ("table", "metric") else None
        posting = Posting(kind, where, column, "x", coverage)  # type: ignore[arg-type]
        phrases.append(means(first, Option(posting, "", "exact", likeness, likeness), last=first + width))
    _, candidates, hits = _gathered("a b c d e f", *phrases)
    for name in Hits.__slots__:
        found = getattr(hits, name)
        assert found.dtype == np.float32
        assert found.min(initial=0.0) >= 0.0
        assert found.max(initial=0.0) <= (3.0 if name == "value_length" else 1.0)
    for name in TEXTS:
        assert getattr(hits, name).shape == (6, candidates.n_columns)
    assert (hits.exact <= hits.name).all()
