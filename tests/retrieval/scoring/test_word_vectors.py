"""Vectors of texts: the mean of their pieces by rarity, in eight bits a number."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gtr_core.retrieval.scoring import word_vectors
from gtr_core.retrieval.scoring.word_vectors import MOST_PIECES, WordVectors, piece_tokenizer, piece_weights, pieces

VOCABULARY, DIMENSIONS = 30_522, 6
TEXTS = ["customer", "order date", "unbelievable prices", "Größe", "国家", "страна", "", "2001-01-01"]


@pytest.fixture(scope="module")
def of_pieces() -> NDArray[np.float32]:
    return np.random.default_rng(0).normal(size=(VOCABULARY, DIMENSIONS)).astype(np.float32)


@pytest.fixture
def vectors(of_pieces: NDArray[np.float32]) -> WordVectors:
    return WordVectors.quantise(of_pieces)


def _restored(vectors: WordVectors) -> NDArray[np.float64]:
    arrays = vectors.arrays("x")
    return arrays["x_pieces"].astype(np.float64) * arrays["x_piece_scale"].astype(np.float64)[:, None]


def test_a_piece_weighs_the_logarithm_of_its_place() -> None:
    found = piece_weights([1000, 10, 20_000])
    logs = [math.log(1001), math.log(11), math.log(20_001)]
    assert found.tolist() == pytest.approx([log / sum(logs) for log in logs], abs=1e-6)
    assert found.dtype == np.float32


def test_pieces_that_weigh_nothing_share_alike() -> None:
    assert piece_weights([0, 0]).tolist() == [0.5, 0.5]
    assert piece_weights([]).shape == (0,)


def test_the_pieces_of_a_text() -> None:
    tokenizer = piece_tokenizer()
    found = [tokenizer.id_to_token(place) for place in pieces(tokenizer, "Customers unbelievably")]
    assert found[0] == "customers"
    assert len(found) > 2
    assert all(piece.startswith("##") for piece in found[2:])
    # Nothing is put around a text, and nothing is filled up.
    assert pieces(tokenizer, "") == []


def test_a_vector_is_the_weighted_mean_of_its_pieces(vectors: WordVectors) -> None:
    tokenizer, restored = piece_tokenizer(), _restored(vectors)
    found = vectors.of(TEXTS)
    assert found.shape == (len(TEXTS), DIMENSIONS) == (len(TEXTS), vectors.dimensions)
    assert found.dtype == np.float32
    for text, row in zip(TEXTS, found, strict=True):
        expected, total = np.zeros(DIMENSIONS), 0.0
        for place in tokenizer.encode(text, add_special_tokens=False).ids:
            expected += math.log1p(place) * restored[place]
            total += math.log1p(place)
        assert row.tolist() == pytest.approx((expected / (total or 1.0)).tolist(), abs=1e-5), text


def test_texts_without_pieces_are_zero(vectors: WordVectors) -> None:
    assert not vectors.of(["", " ", "\u200b"]).any()
    assert vectors.of([]).shape == (0, DIMENSIONS)


def test_what_stands_behind_the_first_pieces_is_not_read(vectors: WordVectors) -> None:
    start = " ".join(["order", "date"] * (MOST_PIECES // 2))
    one, two, three = vectors.of([start, start + " of all customers", "of all customers " + start])
    assert np.array_equal(one, two)
    assert not np.allclose(one, three, atol=1e-3)


def test_halves_of_surrogate_pairs_are_no_error(vectors: WordVectors) -> None:
    half, plain, twice = vectors.of(["caf\ud83d order", "caf? order", "caf\ud83d order"])
    assert np.array_equal(half, plain)
    assert np.array_equal(half, twice)


def test_characters_that_no_piece_stands_for_say_nothing(vectors: WordVectors) -> None:
    """Of two words in a script that the vocabulary lacks nothing is known, least of all that they are alike."""
    thai, ethiopic, among, alone = vectors.of(["ประเทศ", "ልዩ", "order 🎉 date", "order date"])
    assert not thai.any()
    assert not ethiopic.any()
    assert np.array_equal(among, alone)


@given(
    rows=st.lists(
        st.lists(st.floats(-500.0, 500.0, width=32), min_size=4, max_size=4).filter(any), min_size=1, max_size=6
    )
)
@settings(deadline=None)
def test_eight_bits_are_wrong_by_half_a_step(rows: list[list[float]]) -> None:
    given_rows = np.array(rows, np.float32)
    step = np.abs(given_rows).max(axis=1, keepdims=True) / 127
    # The step itself is kept in two bytes: 1 in 2,048, of 127 steps; and steps below 6e-8 there are not.
    error = np.abs(_restored(WordVectors.quantise(given_rows)) - given_rows)
    assert (error <= 0.57 * step + 8e-6).all()
    assert WordVectors.quantise(given_rows).arrays("x")["x_pieces"].dtype == np.int8


def test_a_row_of_zeros_stays_one() -> None:
    assert not _restored(WordVectors.quantise(np.zeros((2, 3), np.float32))).any()


def test_no_more_texts_are_kept_than_are_allowed(
    of_pieces: NDArray[np.float32], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_vectors, "_MOST_TEXTS", 4)
    bounded, free = WordVectors.quantise(of_pieces), WordVectors.quantise(of_pieces)
    for start in range(0, 40, 5):
        texts = [f"order {k % 7} {k}" for k in range(start, start + 5)]
        found = bounded.of(texts)
        assert len(bounded._known) <= 4
        monkeypatch.setattr(word_vectors, "_MOST_TEXTS", 1000)
        assert np.array_equal(found, free.of(texts))
        monkeypatch.setattr(word_vectors, "_MOST_TEXTS", 4)


def test_a_text_met_before_is_not_read_again(vectors: WordVectors, monkeypatch: pytest.MonkeyPatch) -> None:
    first = vectors.of(TEXTS)

    def fails(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(word_vectors, "pieces", fails)
    assert np.array_equal(vectors.of(TEXTS), first)


def test_what_is_handed_out_is_a_copy(vectors: WordVectors) -> None:
    first = vectors.of(["order"])
    kept = first.copy()
    first[:] = 9.0
    assert np.array_equal(vectors.of(["order"]), kept)


def test_a_weights_file_holds_the_vectors(vectors: WordVectors) -> None:
    file = io.BytesIO()
    np.savez_compressed(file, other=np.zeros(1), **vectors.arrays("words"))
    file.seek(0)
    again = WordVectors.from_arrays("words", dict(np.load(file, allow_pickle=False)))
    assert np.array_equal(again.of(TEXTS), vectors.of(TEXTS))
    assert again.arrays("words")["words_piece_scale"].dtype == np.float16
