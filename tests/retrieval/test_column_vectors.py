from __future__ import annotations

import numpy as np

from gtr_core.catalog import Column, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.column_vectors import column_text, column_vectors
from tests.retrieval.words import WordEncoder

LOAN = Table(
    "loan",
    Relation("db", "czech_bank", "loan"),
    "loan",
    columns=(
        Column("amt", "double", 0, "Money lent.  In crowns.", label="amount"),
        Column("note", "text", 1, hidden=True),
        Column("due_date", "date", 2),
    ),
)


def test_a_columns_text_is_readable_and_says_what_it_holds():
    assert column_text(LOAN, LOAN.columns[0]) == "loan: amount; Money lent. In crowns."
    assert column_text(LOAN, LOAN.columns[2], schema=True) == "czech bank: loan: due date"


def test_the_schema_is_said_where_there_are_several():
    other = Table("x", Relation(None, "other", "x"), "x", columns=(Column("y"),))
    for tables, expected in (([LOAN], "loan: amount"), ([LOAN, other], "czech bank: loan: amount")):
        model = WordEncoder()
        column_vectors(ContextGraph(tables=tables), model)
        assert any(text.startswith(expected) for text in model.encoded)


def test_hidden_columns_and_tables_have_no_vector():
    hidden = Table("secret", Relation(None, None, "secret"), "secret", columns=(Column("x"),), hidden=True)
    empty = Table("empty", Relation(None, None, "empty"), "empty", description="Nothing yet")
    model = WordEncoder()
    found = column_vectors(ContextGraph(tables=[LOAN, hidden, empty]), model)
    assert found.columns == (("empty", ""), ("loan", "amt"), ("loan", "due_date"))
    assert found.tables.tolist() == [0, 1]
    assert found.starts.tolist() == [0, 1]
    assert "empty; Nothing yet" in model.encoded


def test_a_tables_score_is_that_of_its_best_column():
    found = column_vectors(ContextGraph(tables=[LOAN]), WordEncoder())
    question = WordEncoder().encode(["amount of money lent"])[0]
    assert found.table_scores(question) == (found.vectors @ question).max()


def test_a_context_without_tables_has_no_scores():
    found = column_vectors(ContextGraph(tables=[]), WordEncoder())
    assert found.table_scores(np.zeros(512, np.float32)).shape == (0,)
