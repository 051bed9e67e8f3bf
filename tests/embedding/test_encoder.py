"""Encoders by name."""

from __future__ import annotations

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


def test_a_model_that_is_not_there_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(EmbeddingUnavailableError):
        encoder("sentence-transformers:/no/such/folder")
