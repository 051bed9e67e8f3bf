"""Which of two rows of one table a phrase speaks of."""

from __future__ import annotations

import pytest

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.result import QuestionToken
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS
from tests.context.shapes import edge, table

_GRAPH = ContextGraph(
    tables=[table("people", "person_id", "name", "tutor_id", "manager_id")],
    joins=[edge("people", "tutor_id", "people", "person_id"), edge("people", "manager_id", "people", "person_id")],
)
_EDGES = {one.child_columns[0]: one for one in _GRAPH.joins}


def _side(question: str, word: str, column: str) -> str | None:
    tokens: list[QuestionToken] = []
    for text in question.split():
        plain = text.casefold().removesuffix("'s")
        known = (
            "number"
            if plain.isdigit()
            else "function"
            if plain in FUNCTION_WORDS
            else "operator"
            if plain in OPERATOR_WORDS
            else "unexplained"
        )
        start = question.index(text, tokens[-1].end if tokens else 0)
        tokens.append(QuestionToken(plain, plain, start, start + len(plain), known))  # type: ignore[arg-type]
    first = [token.norm for token in tokens].index(word)
    option = Option(Posting("value", "people", "name", word), word, "exact", 1.0)
    there, here = SaidRoles(_GRAPH, tokens).self_fits(_EDGES[column], Phrase(first, first + 1, (option,)))
    return None if there == here else "referred to" if there > here else "refers"


@pytest.mark.parametrize(
    ("question", "word", "side"),
    [
        ("who is tutored by ANN", "ann", "referred to"),
        ("people who are tutored by the best", "people", "refers"),
        ("the tutor of ANN", "ann", "refers"),
        ("ANN's tutor", "ann", "refers"),
        ("each tutored person", "person", "refers"),
        ("ANN and the others", "ann", None),
    ],
)
def test_tutors_and_those_they_tutor(question: str, word: str, side: str | None) -> None:
    assert _side(question, word, "tutor_id") == side


@pytest.mark.parametrize(
    ("question", "word", "side"),
    [
        ("who reports to ANN", "ann", "referred to"),
        ("people who report to ANN", "people", "refers"),
        ("the staff under ANN", "ann", "referred to"),
        ("people under 30", "people", None),
    ],
)
def test_those_who_report_refer(question: str, word: str, side: str | None) -> None:
    assert _side(question, word, "manager_id") == side


def test_the_key_itself_stands_with_who_refers() -> None:
    tokens = [QuestionToken(word, word, 0, 1, "grounded") for word in ("people", "tutored")]
    key = Phrase(1, 2, (Option(Posting("column", "people", "tutor_id"), "tutor", "stem", 0.3),))
    there, here = SaidRoles(_GRAPH, tokens).self_fits(_EDGES["tutor_id"], key)
    assert there < here
