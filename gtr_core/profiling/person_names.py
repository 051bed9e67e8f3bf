"""Telling names of persons from names of companies, places and products."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from gtr_core.profiling.word_lists import word_list
from gtr_core.text import fold

__all__ = ["is_given_name", "is_person_name"]

_PARTS = re.compile(r"[^\W\d_][\w'’.\-]*,?\Z")
_TITLES = word_list("titles")
_NOT_A_PERSON = word_list("not_a_person")
_MOST_PARTS = 5


def is_person_name(value: str) -> bool:
    """Two to five capitalised words, one of the outer ones a given name, none a company's or a place's word.

    >>> [is_person_name(name) for name in ("Maria de Souza", "Lee, Anna", "Maria's Bakery Ltd", "New York", "ACME")]
    [True, True, False, False, False]
    """
    parts = [part for part in value.split() if part.rstrip(".").casefold() not in _TITLES]
    if not 2 <= len(parts) <= _MOST_PARTS or not all(_PARTS.match(part) for part in parts):
        return False
    if not (parts[0][0].isupper() and parts[-1][0].isupper()):
        return False
    folded = [fold(part.strip(".,")) for part in parts]
    if any(part in _NOT_A_PERSON for part in folded):
        return False
    if parts[0].endswith(","):
        return folded[1] in _given_names()
    return folded[0].split("-")[0] in _given_names()


def is_given_name(value: str) -> bool:
    """One word that is a given name."""
    return fold(value.strip()) in _given_names()


@cache
def _given_names() -> frozenset[str]:
    text = files("gtr_core.profiling").joinpath("given_names.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(name for line in lines for name in line.split())
