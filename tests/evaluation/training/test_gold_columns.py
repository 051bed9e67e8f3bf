"""Columns of gold queries: pairs of a query and what it uses."""

from __future__ import annotations

import pytest

from gtr_core.evaluation.training.gold_columns import gold_columns

COLUMNS = {
    "books": {"book_id", "title", "author_id", "year"},
    "persons": {"person_id", "surname", "year"},
    "loans": {"book_id", "copy_no", "person_id"},
}

PAIRS: list[tuple[str, str, set[str]]] = [
    ("one table", "SELECT title FROM books WHERE year > 1990", {"books.title", "books.year"}),
    ("whatever the case", "SELECT TITLE FROM Books AS B WHERE b.Year > 1990", {"books.title", "books.year"}),
    ("quoted names", 'SELECT `title` FROM "books"', {"books.title"}),
    (
        "a join with aliases",
        "SELECT p.surname FROM books b JOIN persons p ON b.author_id = p.person_id ORDER BY b.year",
        {"persons.surname", "books.author_id", "persons.person_id", "books.year"},
    ),
    (
        "the only table of the scope that has it",
        "SELECT title, surname FROM books, persons",
        {"books.title", "persons.surname"},
    ),
    ("of two that have it neither", "SELECT title, year FROM books, persons", {"books.title"}),
    ("all columns are no column", "SELECT * FROM books", set()),
    ("count of all", "SELECT COUNT(*) FROM books GROUP BY author_id", {"books.author_id"}),
    ("one table twice", "SELECT a.title FROM books a JOIN books b ON a.year = b.year", {"books.title", "books.year"}),
    (
        "a subquery has a scope of its own",
        "SELECT surname FROM persons WHERE person_id IN (SELECT author_id FROM books WHERE year = 2000)",
        {"persons.surname", "persons.person_id", "books.author_id", "books.year"},
    ),
    (
        "a subquery that looks outside",
        "SELECT surname FROM persons p WHERE EXISTS (SELECT 1 FROM loans l WHERE l.person_id = p.person_id)",
        {"persons.surname", "persons.person_id", "loans.person_id"},
    ),
    (
        "an inner alias hides an outer one",
        "SELECT t.surname FROM persons t WHERE t.person_id IN (SELECT t.author_id FROM books t WHERE t.year = 2000)",
        {"persons.surname", "persons.person_id", "books.author_id", "books.year"},
    ),
    (
        "a column that only the outer query has",
        "SELECT title FROM books WHERE EXISTS (SELECT 1 FROM loans WHERE copy_no = author_id)",
        {"books.title", "books.author_id", "loans.copy_no"},
    ),
    (
        "a common table expression is looked into",
        "WITH old AS (SELECT book_id AS key FROM books WHERE year < 1900) SELECT o.key FROM old o",
        {"books.book_id", "books.year"},
    ),
    (
        "a derived table likewise",
        "SELECT t.n FROM (SELECT COUNT(copy_no) AS n FROM loans GROUP BY book_id) t",
        {"loans.copy_no", "loans.book_id"},
    ),
    (
        "both sides of a union",
        "SELECT title FROM books UNION SELECT surname FROM persons",
        {"books.title", "persons.surname"},
    ),
    ("a column that there is not", "SELECT publisher FROM books", set()),
    ("a table that there is not", "SELECT title FROM journals", set()),
    ("an alias of the output is no column", "SELECT COUNT(*) AS n FROM books ORDER BY n", set()),
]


@pytest.mark.parametrize(("sql", "expected"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_the_columns_of(sql: str, expected: set[str]) -> None:
    found = gold_columns(sql, COLUMNS)
    assert found is not None
    assert {f"{table}.{column}" for table, column in found} == expected


@pytest.mark.parametrize("sql", ["", "SELECT FROM WHERE", "SELECT 'open", "SELECT (title FROM books"])
def test_what_does_not_parse_is_none(sql: str) -> None:
    assert gold_columns(sql, COLUMNS) is None


def test_the_dialect_of_the_query_counts() -> None:
    sql = "SELECT title::VARCHAR FROM books QUALIFY ROW_NUMBER() OVER (ORDER BY year) = 1"
    assert gold_columns(sql, COLUMNS, "snowflake") == {("books", "title"), ("books", "year")}
