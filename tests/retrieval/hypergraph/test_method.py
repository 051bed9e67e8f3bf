from __future__ import annotations

import numpy as np
import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.column_vectors import column_vectors
from gtr_core.retrieval.hypergraph import CsrRag, CsrRagSettings, PastQuery, QueryHistory
from gtr_core.retrieval.hypergraph.contextual import chunks, similar_chunks
from gtr_core.retrieval.hypergraph.structural import owners, similar_triplets
from gtr_core.retrieval.selection import SelectionRule
from tests.retrieval.contexts import context
from tests.retrieval.walk.graphs import chain
from tests.retrieval.words import WordEncoder

RULE = SelectionRule(share=0.99, most=2, bridges=1, least=0.0, slope=1.0, intercept=0.0)
HISTORY = QueryHistory(
    (
        PastQuery("1", "How many whales were seen?", tables=("c",), columns=("gamma",)),
        PastQuery("2", "Deltas of rivers", tables=("d",), columns=("delta",)),
        PastQuery("3", "Whales and rivers", tables=("c", "d")),
    )
)


def test_past_questions_are_found_by_their_words():
    found = chunks(HISTORY, chain(), WordEncoder())
    question = WordEncoder().encode(["whales seen"])[0]
    everything = np.ones(4, np.bool_)
    assert [found.ids[i] for i in similar_chunks(found, question, everything, 2)] == ["1", "3"]
    only_c = np.array([False, False, True, False])
    assert [found.ids[i] for i in similar_chunks(found, question, only_c, 5)] == ["1"]
    assert similar_chunks(found, question, everything, 0) == []
    left_out = similar_chunks(found, question, everything, 1, "how many whales were seen?")
    assert [found.ids[i] for i in left_out] == ["3"]


def test_triplets_are_found_within_the_scope():
    columns = column_vectors(chain(), WordEncoder())
    question = WordEncoder().encode(["gamma alpha"])[0]
    found = similar_triplets(owners(columns), columns.vectors @ question, np.ones(4, np.bool_), 2)
    assert {columns.columns[row] for row in found} == {("a", "alpha"), ("c", "gamma")}
    narrowed = similar_triplets(owners(columns), columns.vectors @ question, np.array([False, True, False, False]), 9)
    assert {columns.columns[row][0] for row in narrowed} == {"b"}
    assert len(owners(columns)) == len(columns.columns)


def test_a_table_that_past_questions_used_is_brought_forward():
    question = "How many whales were seen by id?"
    rounds = {"chunks": (1,), "triplets": (9,)}
    found = [
        CsrRag(WordEncoder(), RULE, history=HISTORY, settings=CsrRagSettings(trust=trust, **rounds)).retrieve(
            question, context(chain())
        )
        for trust in (0.0, 2.0)
    ]
    assert found[1].trace["past_questions"] == ["1"]
    assert found[1].ranked[0][0] == "c"
    scores = [{(table, column): score for table, column, score in one.trace["pairs"]} for one in found]
    assert scores[1]["c", "id"] == pytest.approx(3 * scores[0]["c", "id"], abs=1e-5)
    assert scores[1]["a", "id"] == pytest.approx(scores[0]["a", "id"])


def test_rounds_narrow_the_scope():
    wide = CsrRag(WordEncoder(), RULE, settings=CsrRagSettings(chunks=(0,), triplets=(9,)))
    narrow = CsrRag(WordEncoder(), RULE, settings=CsrRagSettings(chunks=(0, 0), triplets=(9, 1)))
    scopes = [set(method.retrieve("gamma", context(chain())).trace["scope"]) for method in (wide, narrow)]
    assert scopes[1] == {"c"}
    assert scopes[1] < scopes[0]


def test_tables_out_of_scope_stand_behind_by_their_likeness():
    narrow = CsrRag(WordEncoder(), RULE, settings=CsrRagSettings(chunks=(0,), triplets=(1,)))
    ranked = narrow.retrieve("gamma alpha alpha", context(chain())).ranked
    assert len(ranked) == 4
    assert [score > 0 for _, score in ranked] == [True, False, False, False]


def test_hidden_tables_are_never_named():
    secret = Table("z", Relation(None, "s", "z"), "z", columns=(Column("gamma"),), hidden=True)
    graph = ContextGraph(tables=[*chain().tables, secret], joins=chain().joins)
    history = QueryHistory((PastQuery("1", "gamma of z", tables=("z",)),))
    found = CsrRag(WordEncoder(), RULE, history=history).retrieve("gamma of z", context(graph))
    assert "z" not in [table for table, _ in found.ranked]


def test_as_many_rounds_of_both_kinds_are_needed():
    method = CsrRag(WordEncoder(), RULE, settings=CsrRagSettings(chunks=(3, 2), triplets=(5,)))
    with pytest.raises(ValueError, match="zip"):
        method.retrieve("gamma", context(chain()))
