from __future__ import annotations

import pytest

from gtr_core.profiling.additivity import additivity


@pytest.mark.parametrize(
    ("words", "kind", "expected"),
    [
        (("sales", "amount"), "money", "additive"),
        (("quantity",), "quantity", "additive"),
        (("account", "balance"), "money", "semi_additive"),
        (("s", "acctbal"), "money", "semi_additive"),
        (("stock", "level"), "quantity", "semi_additive"),
        (("unit", "price"), "money", "ratio"),
        (("price", "per", "kg"), "money", "ratio"),
        (("conversion", "rate"), "number", "ratio"),
        (("discount",), "share", "ratio"),
        (("avg", "balance"), "money", "ratio"),
    ],
)
def test_how_measures_add_up(words: tuple[str, ...], kind: str, expected: str):
    assert additivity(words, kind) == expected
