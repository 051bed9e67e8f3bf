"""Variants: other forms under which an n-gram of a question may be indexed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["WEIGHTS", "Variant", "VariantKind"]

VariantKind = Literal[
    "exact",
    "lemma",
    "plural",
    "compound",
    "regional",
    "number_word",
    "calendar",
    "demonym",
    "abbreviation",
    "stem",
    "code",
    "synonym",
    "derived",
    "spelling",
]

# What a match by a variant of that kind is worth beside an exact one.
WEIGHTS: dict[VariantKind, float] = {
    "exact": 1.0,
    "lemma": 0.96,
    "plural": 0.96,
    "compound": 0.95,
    "regional": 0.95,
    "number_word": 0.93,
    "calendar": 0.92,
    "demonym": 0.92,
    "abbreviation": 0.9,
    "stem": 0.85,
    "code": 0.6,
    "spelling": 0.6,
    "synonym": 0.55,
    "derived": 0.27,
}


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of an n-gram.

    Attributes:
        form: Normalised tokens, to be looked up.
        kind: How it came from what was written.
        weight: What a match by it is worth, 0 to 1; 1 for what was written.
    """

    form: tuple[str, ...]
    kind: VariantKind
    weight: float
