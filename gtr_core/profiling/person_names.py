"""Telling names of persons from names of companies, places and products."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from gtr_core.profiling.word_lists import word_list
from gtr_core.text import fold

__all__ = ["has_given_name", "is_given_name", "is_name_with_initials", "is_person_name"]

_PARTS = re.compile(r"[^\W\d_][\w'’.\-]*,?\Z")
_TITLES = word_list("titles")
_NOT_A_PERSON = word_list("not_a_person")
_MOST_PARTS = 5
_INITIALS = r"(?:[A-ZÀ-Þ]\.?[ -]?){1,3}"
_SURNAME = r"(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]el|[Dd]a|[Dd]i|[Ll]e|[Ll]a|Mc|Mac|O['’])[ ]?)*[A-ZÀ-Þ][\w'’\-]+"
_WITH_INITIALS = re.compile(rf"(?:{_SURNAME},\s?{_INITIALS}|(?:[A-ZÀ-Þ]\.[ -]?){{1,3}}\s?{_SURNAME})\Z")
_HANDLE_PARTS = re.compile(r"[._\-]")


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


def is_name_with_initials(value: str) -> bool:
    """A surname with initials: ``Lee, A.``, ``J. R. Smith``. Of species the second word begins small.

    >>> [is_name_with_initials(name) for name in ("Lee, A.", "J.R. Smith", "van Dyck, P", "E. coli", "Vitamin C")]
    [True, True, True, False, False]
    """
    found = _WITH_INITIALS.match(value.strip())
    return found is not None and not any(
        fold(part) in _NOT_A_PERSON for part in re.split(r"[\s,.]+", value) if part[1:]
    )


def has_given_name(value: str) -> bool:
    """A handle that begins or ends in a given name: ``anna.bianchi``, ``sven_2001``."""
    parts = [part for part in _HANDLE_PARTS.split(fold(value.strip())) if part]
    return 1 < len(parts) <= _MOST_PARTS and (parts[0] in _given_names() or parts[-1] in _given_names())


@cache
def _given_names() -> frozenset[str]:
    text = files("gtr_core.profiling").joinpath("given_names.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(name for line in lines for name in line.split())
