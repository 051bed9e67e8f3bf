from __future__ import annotations

import numpy as np

from gtr_core.joins.inference.adjudication import adjudicate
from gtr_core.joins.inference.candidates import Candidate, find_candidates, named_columns
from gtr_core.joins.inference.reading import table_values
from gtr_core.llm import Endpoint, OpenAIForm
from tests.llm.scripted_server import scripted_server

SECRET = 48151623


def candidates() -> list[Candidate]:
    keys = list(range(SECRET, SECRET + 50))
    tables = [
        table_values("person", "person", ["person_id"], [keys]),
        table_values("company", "company", ["company_id"], [keys]),
        table_values("deal", "deal", ["buyer"], [keys[:30]]),
    ]
    columns = named_columns(tables)
    found = find_candidates(columns, [("person", "person_id"), ("company", "company_id")])
    return [candidate for candidate in found if candidate.child.column.table == "deal"]


def test_the_model_decides_what_is_open():
    found = candidates()
    scores = np.array([0.5, 0.4])
    with scripted_server('{"choice": 1}') as server:
        outcome = adjudicate(found, scores, OpenAIForm(Endpoint(server.base_url, "m")))
    assert outcome.asked == (("deal", "buyer"),)
    assert outcome.failed == ()
    assert outcome.confidences.tolist() == [0.1, 0.85]
    assert scores.tolist() == [0.5, 0.4]


def test_the_model_may_refuse_all():
    with scripted_server('{"choice": 2}') as server:
        outcome = adjudicate(candidates(), np.array([0.5, 0.4]), OpenAIForm(Endpoint(server.base_url, "m")))
    assert outcome.confidences.tolist() == [0.1, 0.1]


def test_what_is_certain_is_not_asked():
    with scripted_server() as server:
        model = OpenAIForm(Endpoint(server.base_url, "m"))
        assert adjudicate(candidates(), np.array([0.95, 0.5]), model).asked == ()
        assert adjudicate(candidates(), np.array([0.1, 0.05]), model).asked == ()
        assert model.calls == 0


def test_a_model_that_fails_leaves_the_scores():
    with scripted_server("no", "no") as server:
        outcome = adjudicate(candidates(), np.array([0.5, 0.4]), OpenAIForm(Endpoint(server.base_url, "m")))
    assert outcome.failed == (("deal", "buyer"),)
    assert outcome.confidences.tolist() == [0.5, 0.4]


def test_no_value_is_sent():
    with scripted_server('{"choice": 0}') as server:
        adjudicate(candidates(), np.array([0.5, 0.4]), OpenAIForm(Endpoint(server.base_url, "m")))
    sent = str(server.requests)
    assert "deal.buyer" in sent
    assert str(SECRET) not in sent


def test_without_a_model_nobody_is_asked():
    assert adjudicate(candidates(), np.array([0.5, 0.4]), None).confidences.tolist() == [0.5, 0.4]
