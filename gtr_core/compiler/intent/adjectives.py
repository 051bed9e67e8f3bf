"""What adjectives speak of, where no column is named beside them."""

from __future__ import annotations

from collections.abc import Mapping

from gtr_core.compiler.spec import Direction

__all__ = ["IMPLIED", "IMPLYING"]

# What an adjective compares, where no column is named beside it.
_AGE, _PRICE, _LENGTH = ("age",), ("price", "cost", "fee"), ("length", "duration")
IMPLIED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("older", "younger", "oldest", "youngest"), _AGE),
    **dict.fromkeys(("cheaper", "cheapest", "costlier", "costliest", "expensive"), _PRICE),
    **dict.fromkeys(("longer", "shorter", "longest", "shortest"), _LENGTH),
    **dict.fromkeys(("heavier", "lighter", "heaviest", "lightest"), ("weight",)),
    **dict.fromkeys(("taller", "tallest", "higher"), ("height",)),
    **dict.fromkeys(("larger", "bigger", "smaller", "largest", "biggest", "smallest"), ("size",)),
    **dict.fromkeys(("faster", "slower", "fastest", "slowest"), ("speed",)),
}
# Superlatives that only such a column gives a meaning.
IMPLYING: Mapping[str, Direction] = {
    "oldest": "desc",
    "costliest": "desc",
    "tallest": "desc",
    "fastest": "desc",
    "youngest": "asc",
    "cheapest": "asc",
    "slowest": "asc",
}
