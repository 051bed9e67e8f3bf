"""Products in blocks of rows are those of one piece."""

from __future__ import annotations

import numpy as np
import pytest

from gtr_core.retrieval.scoring import products
from gtr_core.retrieval.scoring.products import product


@pytest.mark.parametrize(
    ("left", "right"),
    [((5, 7), (7, 3)), ((300, 64), (64, 192)), ((4, 300, 16), (4, 16, 300)), ((90, 80, 6), (6, 4)), ((0, 7), (7, 3))],
)
def test_they_are_those_of_one_piece(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    chance = np.random.default_rng(0)
    one, other = chance.normal(size=left).astype(np.float32), chance.normal(size=right).astype(np.float32)
    found = product(one, other)
    assert found.dtype == np.float32
    assert found.shape == (one @ other).shape
    assert np.allclose(found, one @ other, atol=1e-4)


def test_no_block_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block is multiplied by itself: with a bound of one row's work, row by row."""
    whole = np.arange(12, dtype=np.float32).reshape(4, 3)
    monkeypatch.setattr(products, "_MOST", 6)
    seen: list[int] = []

    class Spy(np.ndarray):
        def __matmul__(self, other: np.ndarray) -> np.ndarray:
            seen.append(len(self))
            return np.asarray(self) @ np.asarray(other)

    assert np.array_equal(product(whole.view(Spy), np.ones((3, 2), np.float32)), whole @ np.ones((3, 2), np.float32))
    assert seen == [1, 1, 1, 1]
