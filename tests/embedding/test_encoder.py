"""Encoders by name."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from gtr_core.embedding import (
    DEFAULT_ENCODER,
    EmbeddingUnavailableError,
    ForeignVectorsError,
    UnknownEncoderError,
    check_vectors,
    encoder,
)


def test_none_is_the_default_and_is_loaded_once() -> None:
    assert encoder() is encoder(DEFAULT_ENCODER)
    assert encoder().name == DEFAULT_ENCODER


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownEncoderError, match=DEFAULT_ENCODER):
        encoder("word2vec")


def test_vectors_of_another_length_are_refused_with_both_numbers() -> None:
    with pytest.raises(ForeignVectorsError, match=r"768 dimensions.*384.*--full-refresh"):
        check_vectors(np.zeros((3, 768), dtype=np.float32), encoder())


def test_vectors_of_another_model_of_the_same_length_are_refused() -> None:
    vectors = np.zeros((3, 384), dtype=np.float32)
    check_vectors(vectors, encoder(), DEFAULT_ENCODER)
    with pytest.raises(ForeignVectorsError, match=r"by 'other' have 384 dimensions.*--full-refresh") as caught:
        check_vectors(vectors, encoder(), "other")
    assert (caught.value.stored, caught.value.made_by, caught.value.dimensions) == (384, "other", 384)


def test_without_sentence_transformers_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbeddingUnavailableError, match=r"guided-table-retrieval\[embeddings\]"):
        encoder("sentence-transformers:any")


def test_the_package_imports_no_heavy_library() -> None:
    heavy = "numpy onnxruntime tokenizers torch sentence_transformers"
    program = f"import sys, gtr_core.embedding; print([m for m in {heavy.split()} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_model_that_is_not_there_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(EmbeddingUnavailableError):
        encoder("sentence-transformers:/no/such/folder")
