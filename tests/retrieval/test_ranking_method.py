from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.retrieval import ranking_method
from gtr_core.retrieval.dense import Dense
from tests.retrieval.contexts import context
from tests.retrieval.walk.graphs import chain
from tests.retrieval.words import WordEncoder


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> WordEncoder:
    """The encoder that snapshots name."""
    words = WordEncoder()
    monkeypatch.setenv("GTR_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(ranking_method, "encoder", lambda name: words)
    return words


def test_a_contexts_vectors_are_kept_on_this_machine_and_those_of_questions_are_not(model: WordEncoder):
    Dense().retrieve("gamma", context(chain()))
    columns = len(model.encoded) - 1
    Dense().retrieve("gamma", context(chain()))
    assert columns == 8
    assert model.encoded.count("gamma") == 2
    assert len(model.encoded) == columns + 2


def test_what_is_made_of_a_context_goes_with_it(model: WordEncoder):
    method = Dense()
    snapshot = context(chain())
    method.retrieve("gamma", snapshot)
    assert len(method._prepared) == 1
    del snapshot
    assert len(method._prepared) == 0


def test_times_are_told_by_phase(model: WordEncoder):
    times = Dense().retrieve("gamma", context(chain())).timings_ms
    assert set(times) == {"encode", "rank", "select", "total"}
    assert times["total"] >= max(times["encode"], times["rank"], times["select"])
