from __future__ import annotations

import jsonschema
import pytest

from gtr_core.retrieval import EmptyQuestionError, LongQuestionError, RetrievalOptions, retrieve
from gtr_core.retrieval.dense import Dense
from gtr_core.retrieval.exceptions import UnknownMethodError
from gtr_core.retrieval.methods import METHODS, MethodSettings, retrieval_method
from gtr_core.schemas.library import load_schema
from gtr_core.schemas.retrieval_form import retrieval_to_json
from tests.retrieval.contexts import context
from tests.retrieval.walk.graphs import chain
from tests.retrieval.words import WordEncoder

RANKING = [method.name for method in METHODS if method.name not in ("guided", "joingr")]


def test_the_methods_of_the_papers_are_there_and_guided_is_the_first():
    assert [method.name for method in METHODS] == ["guided", "joingr", "joingr-heuristic", "csr-rag", "dense"]


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(UnknownMethodError, match="'magic'") as caught:
        retrieval_method("magic")
    assert caught.value.known[0] == "guided"


@pytest.mark.parametrize("name", RANKING)
def test_every_ranking_method_gives_the_form(name: str):
    method = retrieval_method(name, MethodSettings(WordEncoder()))
    found = method.retrieve("alpha of a", context(chain()))
    assert found.status == "resolved"
    jsonschema.validate(retrieval_to_json(found, "s", 0.0), load_schema("retrieval"))
    assert {table for table, _ in found.ranked} == {"a", "b", "c", "d"}


@pytest.mark.parametrize("name", RANKING)
def test_every_ranking_method_checks_its_question(name: str):
    method = retrieval_method(name, MethodSettings(WordEncoder()))
    with pytest.raises(EmptyQuestionError):
        method.retrieve("?!", context(chain()))
    with pytest.raises(LongQuestionError):
        method.retrieve("a" * 10_001, context(chain()))


@pytest.mark.parametrize("name", RANKING)
def test_the_same_question_gives_the_same_ranking(name: str):
    first, second = (
        retrieval_method(name, MethodSettings(WordEncoder())).retrieve("gamma id", context(chain())) for _ in range(2)
    )
    assert first.ranked == second.ranked
    assert first.tree == second.tree


def test_guided_is_what_retrieve_is(tmp_path):
    from gtr_core.evaluation import open_benchmark
    from tests.evaluation.folders import write_folder

    with open_benchmark(write_folder(tmp_path / "small")) as benchmark:
        question = benchmark.questions[2]
        snapshot = benchmark.context(question)
        options = RetrievalOptions(semantic=False)
        mine = retrieval_method("guided").retrieve(question.text, snapshot, options)
        assert mine.tree == retrieve(question.text, snapshot, options).tree


def test_dense_ranks_by_the_best_column_and_evidence_counts():
    method = Dense(WordEncoder())
    found = method.retrieve("gamma", context(chain()))
    assert found.ranked[0][0] == "c"
    told = method.retrieve("what is it", context(chain()), RetrievalOptions(evidence="it refers to delta"))
    assert told.ranked[0][0] == "d"


def test_a_context_is_encoded_once():
    model = WordEncoder()
    method = Dense(model)
    snapshot = context(chain())
    method.retrieve("gamma", snapshot)
    before = len(model.encoded)
    method.retrieve("alpha", snapshot)
    assert model.encoded[before:] == ["alpha"]
