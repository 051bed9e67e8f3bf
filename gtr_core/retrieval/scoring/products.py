"""Matrix products that stay in one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

__all__ = ["product"]

# Multiplications up to which OpenBLAS, as numpy's wheels have it, takes no second thread (it begins at 2^18).
_MOST = 200_000


def product(left: Array, right: Array) -> Array:
    """``left @ right`` for ``(..., n, k)`` and ``(..., k, m)``, in blocks of rows so small that no thread is woken.

    Products of one question are so small that threads cost many times what they save, the more where other
    processes want the processors.
    """
    n = left.shape[-2]
    block = max(_MOST // max(right.shape[-2] * right.shape[-1], 1), 1)
    if n <= block:
        return np.asarray(left @ right, dtype=np.float32)
    parts = [left[..., start : start + block, :] @ right for start in range(0, n, block)]
    return np.asarray(np.concatenate(parts, axis=-2), dtype=np.float32)
