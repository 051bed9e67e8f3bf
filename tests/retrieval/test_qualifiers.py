"""Words that change what a value or a number means stay with it."""

from __future__ import annotations

import pytest

from gtr_core.retrieval.qualifiers import qualifiers
from gtr_core.retrieval.result import QuestionToken
from gtr_core.text import tokenize


def _read(question: str, *phrases: str) -> list[tuple[str, str, str, str | None]]:
    tokens = [QuestionToken(t.text, t.norm, t.start, t.end) for t in tokenize(question)]
    spans = []
    for phrase in phrases:
        start = question.index(phrase)
        inside = [i for i, t in enumerate(tokens) if start <= t.start and t.end <= start + len(phrase)]
        spans.append((inside[0], inside[-1] + 1))
    found = qualifiers(question, tokens, spans)
    return [(q.kind, q.text, q.unit, None if q.phrase is None else phrases[q.phrase]) for q in found]


@pytest.mark.parametrize(
    ("question", "phrases", "expected"),
    [
        ("orders with a price over 40", ("orders", "price"), [("comparison", "over 40", "", "price")]),
        ("more than 3 orders", ("orders",), [("comparison", "more than 3", "", "orders")]),
        ("discount of at least 5%", ("discount",), [("comparison", "at least 5%", "percent", "discount")]),
        ("parts between 3 and 5 kg", ("parts",), [("comparison", "between 3 and 5 kg", "kg", "parts")]),
        ("orders in 1995", ("orders",), [("period", "in 1995", "", "orders")]),
        ("orders of last quarter", ("orders",), [("period", "of last quarter", "", "orders")]),
        ("orders from 1994 to 1996", ("orders",), [("period", "from 1994 to 1996", "", "orders")]),
        ("sales in the last 3 months", ("sales",), [("period", "in the last 3 months", "", "sales")]),
        ("orders since January 2019", ("orders",), [("period", "since January 2019", "", "orders")]),
        ("fee of $20", ("fee",), [("quantity", "20", "dollar", "fee")]),
        ("customers not from India", ("customers", "India"), [("negation", "not", "", "India")]),
        ("orders without returns", ("orders", "returns"), [("negation", "without", "", "returns")]),
        ("customers from India", ("customers", "India"), []),
        ("they may pay", (), []),
        ("version 12 of it", (), []),
    ],
)
def test_kinds(question: str, phrases: tuple[str, ...], expected: list[tuple[str, str, str, str | None]]) -> None:
    assert _read(question, *phrases) == expected


def test_several_in_the_order_of_the_question() -> None:
    question = "balance over 40 and orders in 1995 not shipped last quarter"
    assert [text for _, text, _, _ in _read(question)] == ["over 40", "in 1995", "not", "last quarter"]
