from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import Relation, Table
from gtr_core.compiler.intent.periods import period_at
from gtr_core.compiler.intent.reading import Reading
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree
from gtr_core.retrieval.result import QuestionToken
from gtr_core.text import tokenize

TABLE = Table("t", Relation(None, None, "t"), "t")
GRAPH = ContextGraph(tables=[TABLE])
TREE = JoinTree("t", (Instance("t", "t", TABLE.relation),))


def reading(question: str, today: date) -> Reading:
    tokens = tuple(QuestionToken(t.text, t.norm, t.start, t.end) for t in tokenize(question))
    return Reading(question, tokens, (), TREE, GRAPH, today)


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("1995", date(1995, 1, 1), date(1996, 1, 1)),
        ("1995-02-28", date(1995, 2, 28), date(1995, 3, 1)),
        ("December 1995", date(1995, 12, 1), date(1996, 1, 1)),
        ("Feb of 2024", date(2024, 2, 1), date(2024, 3, 1)),
        ("Q4 1995", date(1995, 10, 1), date(1996, 1, 1)),
        ("second quarter of 1995", date(1995, 4, 1), date(1995, 7, 1)),
        ("today", date(2024, 3, 31), date(2024, 4, 1)),
        ("yesterday", date(2024, 3, 30), date(2024, 3, 31)),
        ("this week", date(2024, 3, 25), date(2024, 4, 1)),
        ("last week", date(2024, 3, 18), date(2024, 3, 25)),
        ("last month", date(2024, 2, 1), date(2024, 3, 1)),
        ("last quarter", date(2023, 10, 1), date(2024, 1, 1)),
        ("this year", date(2024, 1, 1), date(2025, 1, 1)),
        ("last 1 months", date(2024, 2, 29), date(2024, 4, 1)),
        ("past two years", date(2022, 3, 31), date(2024, 4, 1)),
    ],
)
def test_period(words, start, end):
    found = period_at(reading(words, date(2024, 3, 31)), 0)
    assert found is not None
    assert (found.start, found.end, found.last) == (start, end, len(words.split()) if "-" not in words else 1)


@pytest.mark.parametrize(
    "words", ["March", "1995-02-30", "95", "Q5 1995", "12", "last thing", "31995", "fifth quarter of 1995"]
)
def test_what_names_no_period(words):
    assert period_at(reading(words, date(2024, 3, 31)), 0) is None


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)), st.sampled_from(["day", "week", "month", "quarter", "year"]))
def test_the_last_period_ends_where_this_one_begins(today, unit):
    last, this = (period_at(reading(f"{which} {unit}", today), 0) for which in ("last", "this"))
    assert last is not None
    assert this is not None
    assert last.start < last.end == this.start <= today < this.end
