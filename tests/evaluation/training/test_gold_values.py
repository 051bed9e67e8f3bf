"""Values of gold queries: pairs of a query and what it compares with, and contexts that hold them."""

from __future__ import annotations

import random

import pytest

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.evaluation.question import Question
from gtr_core.evaluation.training.gold_values import LONGEST, gold_values, with_gold_values
from tests.context.shapes import edge, table

COLUMNS = {
    "books": {"book_id", "title", "author_id", "year", "kind"},
    "persons": {"person_id", "surname", "year", "kind"},
    "loans": {"book_id", "copy_no", "person_id", "state"},
}

PAIRS: list[tuple[str, str, set[str]]] = [
    ("equality", "SELECT year FROM books WHERE title = 'Dune'", {"books.title=Dune"}),
    ("the string first", "SELECT year FROM books WHERE 'Dune' = title", {"books.title=Dune"}),
    ("as it is written", "SELECT year FROM Books WHERE TITLE = 'DUNE, Part 2'", {"books.title=DUNE, Part 2"}),
    ("a quote within", "SELECT year FROM books WHERE title = 'It''s'", {"books.title=It's"}),
    ("one of some", "SELECT year FROM books WHERE title IN ('A', 'B', 3)", {"books.title=A", "books.title=B"}),
    (
        "aliases",
        "SELECT 1 FROM books b JOIN persons AS p ON b.author_id = p.person_id WHERE p.kind = 'x' AND b.kind = 'y'",
        {"persons.kind=x", "books.kind=y"},
    ),
    (
        "of two tables that have it neither",
        "SELECT 1 FROM books, persons WHERE kind = 'x' AND title = 'Dune'",
        {"books.title=Dune"},
    ),
    (
        "a subquery has a scope of its own",
        "SELECT surname FROM persons WHERE person_id IN (SELECT author_id FROM books WHERE title = 'Dune')",
        {"books.title=Dune"},
    ),
    (
        "what a subquery explains is not the outer table's",
        "SELECT surname FROM persons WHERE person_id IN (SELECT author_id FROM books WHERE kind = 'x')",
        {"books.kind=x"},
    ),
    (
        "a subquery that looks outside",
        "SELECT 1 FROM persons p WHERE EXISTS (SELECT 1 FROM loans l WHERE l.state = 'lost' AND p.kind = 'x')",
        {"loans.state=lost", "persons.kind=x"},
    ),
    (
        "a common table expression is looked into",
        "WITH old AS (SELECT book_id FROM books WHERE kind = 'x') SELECT 1 FROM old WHERE book_id = 'b1'",
        {"books.kind=x"},
    ),
    (
        "both sides of a union",
        "SELECT 1 FROM books WHERE kind = 'x' UNION SELECT 1 FROM persons WHERE kind = 'y'",
        {"books.kind=x", "persons.kind=y"},
    ),
    ("a condition of a join", "SELECT 1 FROM books b JOIN loans l ON l.state = 'out'", {"loans.state=out"}),
    ("a name in double quotes that nothing bears", 'SELECT 1 FROM books WHERE title = "Dune"', {"books.title=Dune"}),
    ("such names in a list", 'SELECT 1 FROM books WHERE title IN ("A", "B")', {"books.title=A", "books.title=B"}),
    ("a column in double quotes", 'SELECT 1 FROM books WHERE title = "kind"', set()),
    ("an alias in double quotes", 'SELECT title AS "t" FROM books GROUP BY 1 HAVING title = "t"', set()),
    ("two columns", "SELECT 1 FROM books b JOIN persons p ON b.kind = p.kind", set()),
    ("patterns", "SELECT 1 FROM books WHERE title LIKE 'Dune%' OR title GLOB 'D*'", set()),
    ("less and more", "SELECT 1 FROM books WHERE title > 'A' AND title <> 'B' AND title BETWEEN 'C' AND 'D'", set()),
    ("numbers", "SELECT 1 FROM books WHERE year = 1990 AND book_id IN (1, 2)", set()),
    ("of what is made of a column", "SELECT 1 FROM books WHERE lower(title) = 'dune'", set()),
    ("blanks", "SELECT 1 FROM books WHERE title = '' OR kind = '  '", set()),
    ("a column that there is not", "SELECT 1 FROM books WHERE publisher = 'x'", set()),
    ("a table that there is not", "SELECT 1 FROM journals WHERE title = 'x'", set()),
    ("in the outcome", "SELECT 'Dune', title FROM books", set()),
]


def _values(sql: str, dialect: str = "sqlite") -> set[str]:
    return {f"{of}.{column}={value}" for of, column, value in gold_values(sql, COLUMNS, dialect)}


@pytest.mark.parametrize(("sql", "expected"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_the_values_of(sql: str, expected: set[str]) -> None:
    assert _values(sql) == expected


@pytest.mark.parametrize("sql", ["", "SELECT FROM WHERE", "SELECT 'open", "SELECT (title FROM books WHERE title = 'a'"])
def test_what_does_not_parse_has_none(sql: str) -> None:
    assert _values(sql) == set()


def test_long_texts_are_no_values() -> None:
    whole, longer = "x" * LONGEST, "y" * (LONGEST + 1)
    assert _values(f"SELECT 1 FROM books WHERE title IN ('{whole}', '{longer}')") == {f"books.title={whole}"}


def test_double_quotes_are_names_elsewhere() -> None:
    assert _values('SELECT 1 FROM books WHERE title = "Dune"', "duckdb") == set()


SHOPS = ("Oslo", "Rome")


def _graph() -> ContextGraph:
    columns = (
        ColumnProfile("id"),
        ColumnProfile("city", distinct=3, values=SHOPS, truncated=True),
        ColumnProfile("size", distinct=1, values=("wide",)),
        ColumnProfile("Kind", distinct=40, values=("big",), truncated=True),
        ColumnProfile("note"),
    )
    return ContextGraph(
        tables=[table("db.shop", "id", "city", "size", "Kind", "note"), table("db.sale", "shop_id")],
        joins=[edge("db.sale", "shop_id", "db.shop", "id")],
        keys=[],
        profiles={"db.shop": TableProfile("db.shop", 9, 9, False, columns)},
    )


def _question(number: int, condition: str, db: str = "db") -> Question:
    return Question(str(number), db, "?", sql=f'SELECT 1 FROM "db.shop" WHERE {condition}')


QUESTIONS = [_question(k, f"city = 'c{k}'") for k in range(30)]


def _held(graph: ContextGraph, column: str) -> tuple[str, ...]:
    profile = graph.column_profile("db.shop", column)
    assert profile is not None
    return profile.values


def test_values_asked_for_stand_behind_those_that_were_sampled() -> None:
    questions = [
        _question(1, "city = 'Bonn' AND kind = 'small' AND size = 'vast'"),
        _question(2, "city IN ('Rome', 'Bonn', 'Kyiv')"),
        _question(3, "city = 'Elsewhere'", db="other"),
        Question("4", "db", "?", sql="SELECT"),
    ]
    before = _graph()
    after = with_gold_values(before, "db", questions, 1.0, random.Random(0))
    assert _held(after, "city") == (*SHOPS, "Bonn", "Kyiv")
    assert _held(after, "Kind") == ("big", "small")
    assert _held(before, "city") == SHOPS
    # All values of it are known.
    assert _held(after, "size") == ("wide",)
    profiles = {name: after.column_profile("db.shop", name) for name in ("id", "city", "Kind")}
    assert [of.distinct for of in profiles.values() if of is not None] == [0, 4, 40]
    assert profiles["id"] == before.column_profile("db.shop", "id")
    assert [one.id for one in after.tables] == [one.id for one in before.tables]
    assert (after.joins, after.keys) == (before.joins, before.keys)


def test_values_of_which_none_was_sampled_are_not_all_of_them() -> None:
    questions = [_question(1, "note = 'x' AND city = 'Bonn' AND kind = 'small'")]
    after = with_gold_values(_graph(), "db", questions, 1.0, random.Random(0))
    cut = {}
    for name in ("note", "city", "size", "Kind", "id"):
        profile = after.column_profile("db.shop", name)
        assert profile is not None
        cut[name] = profile.truncated
    assert cut == {"note": True, "city": True, "size": False, "Kind": True, "id": False}


def test_a_share_of_the_questions_is_drawn_and_the_seed_fixes_it() -> None:
    def drawn(share: float, seed: int) -> tuple[str, ...]:
        return _held(with_gold_values(_graph(), "db", QUESTIONS, share, random.Random(seed)), "city")

    assert drawn(0.0, 1) == SHOPS
    assert drawn(1.0, 1) == (*SHOPS, *(f"c{k}" for k in range(30)))
    half = drawn(0.5, 1)
    assert half[:2] == SHOPS
    assert 5 < len(half) - 2 < 25
    assert half == drawn(0.5, 1)
    assert half != drawn(0.5, 2)


def test_several_values_of_one_query_stand_in_the_same_order_on_every_run() -> None:
    """Sets of strings are ordered anew by every process; what is put in is sorted."""
    values = [f"v{k}" for k in (5, 3, 8, 1, 9, 2, 7)]
    question = _question(1, f"city IN ({', '.join(repr(value) for value in values)})")
    held = _held(with_gold_values(_graph(), "db", [question], 1.0, random.Random(0)), "city")
    assert held == (*SHOPS, *sorted(values))
