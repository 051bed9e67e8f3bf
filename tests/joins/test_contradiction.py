from __future__ import annotations

from dataclasses import replace

import pytest

from gtr_core.catalog import JoinEdge, JoinMeasurement
from gtr_core.joins import contradiction, with_contradictions

HELD = JoinMeasurement("many_to_one", 1.0, 0.0, 0.0, 100)
ORPHANED = JoinMeasurement("many_to_one", 0.4, 0.6, 0.0, 100)
WIDE = JoinMeasurement("many_to_many", 1.0, 0.0, 0.0, 100)


def edge(*origins: str, measurement: JoinMeasurement | None = ORPHANED, **keywords: object) -> JoinEdge:
    return JoinEdge("o", ("c_id",), "c", ("id",), origins, measurement=measurement, **keywords)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        (edge("relationships_test"), "60.0% of 100 rows find no parent"),
        (edge("constraint", measurement=WIDE), "no key: it is many_to_many"),
        (edge("semantic_entity", measurement=replace(WIDE, cardinality="one_to_many")), "no key: it is one_to_many"),
        (edge("reviewed", "inferred"), "60.0%"),
        (edge("meta", conditions=("x > 1",), measurement=replace(ORPHANED, conditional=True)), "60.0%"),
    ],
)
def test_what_the_data_contradict(stated: JoinEdge, told: str):
    assert told in (contradiction(stated) or "")
    (flagged,), (sentence,) = with_contradictions([stated])
    assert flagged == replace(stated, contradicted=True)
    assert sentence == contradiction(stated)


@pytest.mark.parametrize(
    "stated",
    [
        edge("relationships_test", measurement=HELD),
        edge("relationships_test", measurement=replace(HELD, match_rate=0.995, orphan_rate=0.005)),
        edge("relationships_test", measurement=None),
        edge("relationships_test", measurement=WIDE),  # the test promises no key
        edge("reviewed", "constraint", measurement=WIDE),  # a person has seen it
        edge("inferred"),
        edge("query_history", "inferred"),
        edge("relationships_test", enabled=False),
        edge("relationships_test", conditions=("x > 1",)),  # measured on other rows than it speaks of
    ],
)
def test_what_they_do_not(stated: JoinEdge):
    assert contradiction(stated) is None
    assert with_contradictions([replace(stated, contradicted=True)]) == ((stated,), ())
