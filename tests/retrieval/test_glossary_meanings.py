"""What the project's glossary says of a question's words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.glossary_meanings import MAX_WORDS, glossary_meanings
from tests.retrieval.scoring.trade import grounded

LONG = " ".join(f"w{i}" for i in range(MAX_WORDS))


def _table(
    name: str,
    glossary: Sequence[tuple[str, str]] = (),
    of_column: Sequence[tuple[str, str]] = (),
    *,
    hidden: bool = False,
    hidden_column: bool = False,
) -> Table:
    columns = (Column("id"), Column("x", glossary=tuple(of_column), hidden=hidden_column))
    return Table(name, Relation("db", "main", name), name, columns=columns, glossary=tuple(glossary), hidden=hidden)


def _meanings(question: str, *tables: Table) -> tuple[str, ...]:
    return glossary_meanings(ContextGraph(tables=tables), grounded(question).tokens)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many big spenders are there?", ()),
        ("Is this big spender a VIP?", ("total above 1000", "tier = 'gold'")),
        ("VIP first, then the big spender, then a vip", ("tier = 'gold'", "total above 1000")),
        ("BIG SPENDER", ("total above 1000",)),
        ("big and spender", ()),
        ("", ()),
    ],
)
def test_the_meanings_of_phrases_that_stand_in_the_question_each_once(question: str, expected: tuple[str, ...]) -> None:
    customer = _table("customer", [("big spender", "total above 1000")], [("VIP", "tier = 'gold'")])
    assert _meanings(question, customer) == expected


def test_of_two_meanings_that_of_the_table_first_by_id_counts() -> None:
    one, two = _table("a", [("churned", "left in 30 days")]), _table("b", [("churned", "left in 90 days")])
    assert _meanings("churned users", two, one) == ("left in 30 days",)


def test_what_is_hidden_says_nothing() -> None:
    kept = [("secret", "do not tell")]
    assert _meanings("secret", _table("a", kept, hidden=True)) == ()
    assert _meanings("secret", _table("a", (), kept, hidden_column=True)) == ()
    assert _meanings("secret", _table("a", (), kept)) == ("do not tell",)


def test_phrases_up_to_the_limit_are_found() -> None:
    table = _table("a", [(LONG, "long"), (f"{LONG} more", "too long"), ("?!", "no word")])
    assert _meanings(f"{LONG} more", table) == ("long",)


def test_shorter_phrases_inside_longer_ones_are_found_too() -> None:
    table = _table("a", [("net revenue", "after returns"), ("revenue", "sum of amounts")])
    assert _meanings("net revenue", table) == ("after returns", "sum of amounts")
