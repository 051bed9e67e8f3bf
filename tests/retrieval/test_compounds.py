"""Names of tables that say only of what kind another is."""

from __future__ import annotations

import pytest

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.compounds import KIND, with_compounds
from gtr_core.retrieval.result import QuestionToken
from tests.context.shapes import edge, table

_GRAPH = ContextGraph(
    tables=[table("vets", "vet_id"), table("visits", "visit_id", "vet_id"), table("towns", "town_id")],
    joins=[edge("visits", "vet_id", "vets", "vet_id")],
)
_NAMES = {"vet": "vets", "visits": "visits", "visited": "visits", "town": "towns"}


def _weights(question: str) -> list[float]:
    tokens, phrases, at = [], [], 0
    for k, word in enumerate(question.split()):
        plain = word.removesuffix("'s")
        tokens.append(QuestionToken(plain, plain, at, at + len(plain), "grounded"))
        at += len(word) + 1
        if plain in _NAMES:
            phrases.append(Phrase(k, k + 1, (Option(Posting("table", _NAMES[plain]), plain, "lemma", 0.98),)))
    return [phrase.weight for phrase in with_compounds(_GRAPH, tokens, phrases)]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("vet visits", KIND * 0.98),
        ("number of vet visits", KIND * 0.98),
        ("vet's visits", 0.98),
        ("visits per vet", 0.98),
        ("vet visited", 0.98),
        ("town visits", 0.98),
        ("visits vet", 0.98),
    ],
)
def test_a_parent_named_right_before_its_child(question: str, first: float) -> None:
    weights = _weights(question)
    assert weights[0] == pytest.approx(first)
    assert weights[1:] == [0.98] * (len(weights) - 1)
