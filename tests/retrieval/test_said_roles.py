"""Which keys a question speaks of, and of which phrases."""

from __future__ import annotations

import pytest

from gtr_core.context.graph import ContextGraph
from gtr_core.index import MatchKind, Posting
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.result import QuestionToken
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS
from tests.context.shapes import edge, table

_GRAPH = ContextGraph(
    tables=[
        table("ports", "port_id", "town"),
        table("ships", "ship_id", "from_port_id", "to_port_id", "built_by_id"),
        table("people", "person_id", "name", "chief_id"),
        table("games", "winner_id", "loser_id"),
        table("friends", "student_id", "friend_id"),
        table("pupils", "pupil_id", "name"),
    ],
    joins=[
        edge("ships", "from_port_id", "ports", "port_id"),
        edge("ships", "to_port_id", "ports", "port_id"),
        edge("ships", "built_by_id", "people", "person_id"),
        edge("people", "chief_id", "people", "person_id"),
        edge("games", "winner_id", "people", "person_id"),
        edge("games", "loser_id", "people", "person_id"),
        edge("friends", "student_id", "pupils", "pupil_id"),
        edge("friends", "friend_id", "pupils", "pupil_id"),
    ],
)
_EDGES = {one.child_columns[0]: one for one in _GRAPH.joins}


def _said(question: str) -> tuple[SaidRoles, list[str]]:
    """The roles that a question says, and its words; "'s" leaves a gap, as in the question itself."""
    tokens = []
    for word in question.split():
        plain = word.casefold().removesuffix("'s")
        role = "function" if plain in FUNCTION_WORDS else "operator" if plain in OPERATOR_WORDS else "unexplained"
        start = question.index(word, tokens[-1].end if tokens else 0)
        tokens.append(QuestionToken(plain, plain, start, start + len(plain), role))  # type: ignore[arg-type]
    return SaidRoles(_GRAPH, tokens), [token.norm for token in tokens]


def _credits(question: str, *columns: str) -> list[float]:
    said, _ = _said(question)
    return [said.credit(_EDGES[column]) for column in columns]


def _row(question: str, phrase: str, *columns: str) -> str | None:
    """On which of the rows a phrase fits best; None where nothing tells."""
    said, words = _said(question)
    first = words.index(phrase.split()[0])
    kind: MatchKind = "value" if phrase.upper() in question else "column"
    option = Option(Posting(kind, "t", "c", phrase if kind == "value" else None), phrase, "exact", 1.0)
    placed = Phrase(first, first + len(phrase.split()), (option,))
    fits = dict(zip(columns, said.fits([_EDGES[column] for column in columns], placed), strict=True))
    return None if len(set(fits.values())) == 1 else max(fits, key=lambda column: fits[column])


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("who won most games", "winner_id"),
        ("people that lost games", "loser_id"),
        ("winners of games", "winner_id"),
    ],
)
def test_who_does_what_a_verb_says(question: str, column: str) -> None:
    other = "loser_id" if column == "winner_id" else "winner_id"
    mine, theirs = _credits(question, column, other)
    assert mine > 0.3 > theirs


def test_function_words_of_a_key_say_nothing() -> None:
    assert _credits("ships by person", "built_by_id")[0] < 0 < _credits("ships built", "built_by_id")[0]


def test_a_self_reference_costs_nothing_unsaid() -> None:
    assert _credits("people of ports", "chief_id") == [0.0]
    assert _credits("people and their chiefs", "chief_id")[0] > 0.3


@pytest.mark.parametrize(
    ("question", "phrase", "column"),
    [
        ("ships from OSLO to BERGEN", "oslo", "from_port_id"),
        ("ships from OSLO to BERGEN", "bergen", "to_port_id"),
        ("ships from ports in OSLO to ports in BERGEN", "bergen", "to_port_id"),
        ("ships that depart OSLO and arrive at BERGEN", "oslo", "from_port_id"),
        ("ships that depart OSLO and arrive at BERGEN", "bergen", "to_port_id"),
        ("ships of BERGEN", "bergen", None),
    ],
)
def test_directions_govern_what_stands_behind_them(question: str, phrase: str, column: str | None) -> None:
    assert _row(question, phrase, "from_port_id", "to_port_id") == column


@pytest.mark.parametrize(
    ("question", "phrase", "column"),
    [
        ("number of friends of KYLE", "kyle", "student_id"),
        ("KYLE's friends", "kyle", "student_id"),
        ("female friends of KYLE", "female", "friend_id"),
        ("names of friends of KYLE", "names", "friend_id"),
        ("friends who are female", "female", "friend_id"),
        ("friends of KYLE who are female", "female", "friend_id"),
        ("pupils whose friends have grade NINE", "nine", "friend_id"),
        ("pupils with two friends", "two", None),
        ("number of friends that the pupil KYLE has", "kyle", "student_id"),
    ],
)
def test_who_has_friends_and_who_is_one(question: str, phrase: str, column: str | None) -> None:
    assert _row(question, phrase, "student_id", "friend_id") == column


def test_the_object_of_a_relation_is_not_the_plain_reading() -> None:
    student, friend = _credits("number of friends", "student_id", "friend_id")
    assert student > friend + 0.3


def test_the_first_of_like_keys_is_the_plainer() -> None:
    first, second = _credits("number of ships", "from_port_id", "to_port_id")
    assert 0 < first - second < 0.01


def test_a_word_behind_a_value_governs_it_where_it_is_a_noun() -> None:
    assert _row("OSLO arrival and BERGEN departure", "oslo", "from_port_id", "to_port_id") == "to_port_id"
    assert _row("OSLO arrival and BERGEN departure", "bergen", "from_port_id", "to_port_id") == "from_port_id"
    assert _row("towns receive ships", "towns", "from_port_id", "to_port_id") is None


def test_edges_of_several_tables_to_one_are_told_apart() -> None:
    assert _row("ships built by ADA that won games", "ada", "built_by_id", "winner_id") == "built_by_id"
    assert _row("ships that BO built", "bo", "built_by_id", "winner_id") is None
