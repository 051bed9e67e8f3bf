from __future__ import annotations

import numpy as np

from gtr_core.retrieval.selection import SelectionRule
from gtr_core.retrieval.walk import JoinGR, WalkSettings, heuristic_joingr
from tests.retrieval.contexts import context
from tests.retrieval.walk.graphs import Uniform, chain, star
from tests.retrieval.words import WordEncoder

RULE = SelectionRule(share=0.1, most=3, bridges=1, least=0.05, slope=2.0, intercept=-1.0)


def test_a_table_between_two_that_are_named_is_found():
    method = JoinGR(WordEncoder(), RULE, scorer=Uniform(), settings=WalkSettings(anchors=2, kept=0.0))
    found = method.retrieve("alpha gamma", context(chain()))
    assert found.status == "resolved"
    assert found.tree is not None
    assert found.tree.tables == ("a", "b", "c")
    assert found.ranked[0][0] == "b"
    assert {"encode", "rank", "select", "total"} == set(found.timings_ms)
    assert set(found.trace["anchors"]) == {"a", "c"}


def test_the_edge_with_the_larger_deposit_joins_two_tables():
    class Second(Uniform):
        def scores(self, graph, question, best, steps):
            return np.where(steps.edges == 1, 9.0, 0.0).astype(np.float32)

    method = JoinGR(WordEncoder(), RULE, scorer=Second(), settings=WalkSettings(anchors=1))
    found = method.retrieve("f q_id p1 p2", context(star()))
    assert found.tree is not None
    joins = {(join.edge.parent, join.edge.role) for join in found.tree.joins}
    assert ("p", "second") in joins
    assert ("p", "first") not in joins


def test_nothing_alike_is_unresolved():
    method = JoinGR(WordEncoder(), SelectionRule(0.5, 3, 1, 0.5, 1.0, 0.0), scorer=Uniform())
    found = method.retrieve("zebra crossing", context(chain()))
    assert (found.status, found.tree, found.reason) == (
        "unresolved", None, "No table of the context is like the question.",
    )  # fmt: skip


def test_the_heuristic_variant_has_its_own_name_and_rule():
    method = heuristic_joingr(WordEncoder())
    assert method.name == "joingr-heuristic"
    assert method.retrieve("alpha", context(chain())).trace["method"] == "joingr-heuristic"
